//! What votes and reviews cost: writing many into a store, asking a server for titles that have them, and how soon a
//! score shows a rating.

mod asking;
mod filling;
mod rating;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use bench::{SeededRng, Stage};
use clap::{Args, Parser};

/// Measures ratings.
#[derive(Parser)]
enum Ratings {
    /// Writes a million votes, and reviews, into a store that no server has opened
    Fill(Fill),
    /// Tells how long a server that was just started takes for each title, its ratings, its page and its reviews
    Ask(OnServer),
    /// Tells how long it takes until the score of a title shows a rating
    Rate(OnServer),
}

#[derive(Args)]
struct Fill {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    drawn: Drawn,
}

/// Where a store is, by the settings of the server.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Place {
    /// A data folder
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The address of a PostgreSQL
    #[arg(long)]
    database: Option<String>,
}

#[derive(Args)]
struct OnServer {
    /// Its address, `http://…`
    #[arg(long)]
    site: String,
    #[command(flatten)]
    drawn: Drawn,
}

/// The titles that are looked at.
#[derive(Args)]
struct Drawn {
    /// The catalogue that was imported
    #[arg(long)]
    catalogue: PathBuf,
    /// Other titles for every seed
    #[arg(long)]
    seed: u32,
    /// How many of them
    #[arg(long)]
    titles: usize,
}

impl Drawn {
    /// A stage whose titles are in an order that the seed draws.
    fn stage(&self, site: String) -> Result<Stage> {
        let mut stage = Stage::new(site, &self.catalogue)?;
        // A catalogue may have a title twice
        stage.titles.sort_unstable();
        stage.titles.dedup();
        let mut rng = SeededRng::new(self.seed.into());
        let count = stage.titles.len();
        ensure!(count > self.titles, "there are too few titles");
        for place in 0..count {
            let other = place + rng.below(count - place);
            stage.titles.swap(place, other);
        }
        Ok(stage)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    match Ratings::parse() {
        Ratings::Fill(Fill { place, drawn }) => {
            let titles = drawn.stage(String::new())?.titles;
            filling::fill(&place, &titles, drawn.titles).await
        }
        Ratings::Ask(OnServer { site, drawn }) => {
            asking::measure(&drawn.stage(site)?, drawn.titles).await
        }
        Ratings::Rate(OnServer { site, drawn }) => {
            rating::measure(&drawn.stage(site)?, drawn.titles).await
        }
    }
}
