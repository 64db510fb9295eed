//! What is known of titles beside their records, at full size: files of it, made up by a seed in the shapes of Jikan's
//! answers, and how long a store that has imported them takes for each section of a page; and what the mirror, which
//! fetches them, costs those who look at titles.

mod crowd;
mod generate;
mod mirroring;
mod reading;
mod titles;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::{Args, Parser};
use store::DatabaseUrl;

/// Makes and measures extras.
#[derive(Parser)]
enum Extras {
    /// Writes a file for each kind of `mitai import jikan --kind`: 150,000 characters and 60,000 people in the titles of
    /// a catalogue
    Make(Make),
    /// Tells how long each section takes in a store that has all of them
    Read(Read),
    /// Tells how long pages take while extras are fetched from a provider that fails now and then, beside a server that
    /// fetches nothing
    Mirror(mirroring::Mirroring),
}

#[derive(Args)]
struct Make {
    /// The catalogue that is imported
    #[arg(long)]
    catalogue: PathBuf,
    /// A folder for the files
    #[arg(long)]
    folder: PathBuf,
    /// Other ones for every seed
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

#[derive(Args)]
struct Read {
    #[command(flatten)]
    place: StoreLocation,
    /// The catalogue that was imported
    #[arg(long)]
    catalogue: PathBuf,
    /// Which titles, people and characters are drawn
    #[arg(long, default_value_t = 1)]
    seed: u32,
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

impl StoreLocation {
    fn url(&self) -> Result<DatabaseUrl> {
        if let Some(url) = &self.database {
            return Ok(url.parse()?);
        }
        let folder = self.data_dir.as_ref().context("there is no store")?;
        Ok(DatabaseUrl::Sqlite(folder.join("mitai.db")))
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    match Extras::parse() {
        Extras::Make(Make {
            catalogue,
            folder,
            seed,
        }) => generate::generate(&titles::read(&catalogue)?, &folder, seed),
        Extras::Read(Read {
            place,
            catalogue,
            seed,
        }) => reading::measure(&place.url()?, &titles::read(&catalogue)?, seed).await,
        Extras::Mirror(mirroring) => mirroring.measure().await,
    }
}
