//! Many at once: open streams, and visitors who browse and search.

mod streams;
mod visitors;

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use bench::Fixture;
use clap::Parser;

/// Measures a server on this machine that holds a whole catalogue and lets 500 users sign up.
#[derive(Parser)]
struct Crowd {
    /// Its address, `http://…`.
    #[arg(long)]
    site: String,
    /// What it has imported: titles in Jikan's form, one a line, gzipped.
    #[arg(long)]
    catalogue: PathBuf,
    /// Streams that are open meanwhile, of signed-in users.
    #[arg(long, default_value_t = 0)]
    streams: usize,
    /// Visitors who browse and search.
    #[arg(long)]
    visitors: u64,
    /// How long they do, if streams do not last longer.
    #[arg(long)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Crowd {
        site,
        catalogue,
        streams,
        visitors,
        seconds,
    } = Crowd::parse();
    let fixture = Fixture::new(site, &catalogue)?;
    let visit = visitors::visit(&fixture, visitors, Duration::from_secs(seconds));
    if streams == 0 {
        return visit.await;
    }
    let listeners = streams::open(&fixture, streams).await?;
    tokio::try_join!(visit, listeners.measure(&fixture)).map(drop)
}
