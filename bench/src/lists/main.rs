//! What users do with their lists, measured from outside: changing, reading, listening.

mod changing;
mod cross_server;
mod entries;
mod importing;
mod listening;
mod people;
mod reading;
mod reconnect_storm;

use std::path::PathBuf;

use anyhow::Result;
use bench::Fixture;
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
    let fixture = Fixture::new(site, &catalogue)?;
    if let Some(other) = other {
        return cross_server::measure(&fixture, &Fixture::new(other, &catalogue)?).await;
    }
    // First, before lists take memory
    listening::measure(&fixture).await?;
    if !only_streams {
        changing::beside_long_lists(&fixture).await?;
        reading::measure(&fixture).await?;
        changing::by_many(&fixture).await?;
        entries::measure(&fixture).await?;
        people::measure(&fixture).await?;
        importing::measure(&fixture).await?;
    }
    reconnect_storm::measure(&fixture).await
}
