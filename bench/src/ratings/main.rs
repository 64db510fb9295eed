//! What votes and reviews cost: writing many into a store, asking a server for titles that have them, and how soon a
//! score shows a rating.

mod cold_requests;
mod filling;
mod rating;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use bench::{Fixture, SeededRng};
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
    place: StoreLocation,
    #[command(flatten)]
    drawn: Drawn,
}

/// Where a store is, by the settings of the server.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct StoreLocation {
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
    /// Makes a fixture whose titles are in an order that the seed draws.
    fn fixture(&self, site: String) -> Result<Fixture> {
        let mut fixture = Fixture::new(site, &self.catalogue)?;
        // A catalogue may have a title twice
        fixture.titles.sort_unstable();
        fixture.titles.dedup();
        let mut rng = SeededRng::new(self.seed.into());
        let count = fixture.titles.len();
        ensure!(count > self.titles, "there are too few titles");
        for place in 0..count {
            let other = place + rng.below(count - place);
            fixture.titles.swap(place, other);
        }
        Ok(fixture)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    match Ratings::parse() {
        Ratings::Fill(Fill { place, drawn }) => {
            let titles = drawn.fixture(String::new())?.titles;
            filling::fill(&place, &titles, drawn.titles).await
        }
        Ratings::Ask(OnServer { site, drawn }) => {
            cold_requests::measure(&drawn.fixture(site)?, drawn.titles).await
        }
        Ratings::Rate(OnServer { site, drawn }) => {
            rating::measure(&drawn.fixture(site)?, drawn.titles).await
        }
    }
}
