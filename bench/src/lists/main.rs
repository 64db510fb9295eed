//! What users do with their lists, measured from outside: changing, reading, listening.

mod across;
mod changing;
mod entries;
mod importing;
mod listening;
mod people;
mod reading;
mod returning;

use std::path::PathBuf;

use anyhow::Result;
use bench::Stage;
use clap::Parser;

/// Measures a server on this machine that holds a whole catalogue and lets 500 users sign up.
#[derive(Parser)]
struct Lists {
    /// Its address, `http://…`.
    #[arg(long)]
    site: String,
    /// What it has imported: titles in Jikan's form, one a line, gzipped.
    #[arg(long)]
    catalogue: PathBuf,
    /// Only the memory and the latency of open streams: the yardstick has no lists.
    #[arg(long)]
    only_streams: bool,
    /// Only the latency of listeners of this server, which is over the same store.
    #[arg(long)]
    other: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Lists {
        site,
        catalogue,
        only_streams,
        other,
    } = Lists::parse();
    let stage = Stage::new(site, &catalogue)?;
    if let Some(other) = other {
        return across::measure(&stage, &Stage::new(other, &catalogue)?).await;
    }
    // First, before lists take memory
    listening::measure(&stage).await?;
    if !only_streams {
        changing::beside_long_lists(&stage).await?;
        reading::measure(&stage).await?;
        changing::by_many(&stage).await?;
        entries::measure(&stage).await?;
        people::measure(&stage).await?;
        importing::measure(&stage).await?;
    }
    returning::measure(&stage).await
}
