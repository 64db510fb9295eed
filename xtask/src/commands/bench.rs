//! `cargo xtask bench`

mod browse;
mod engines;
mod figures;
mod import;
mod lists;
mod memory;
mod scratch;
mod search;
mod server;
mod start;
mod throughput;
mod told;
mod web;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use clap::Subcommand;

use self::{figures::Figures, scratch::Scratch};
use crate::{
    node, paths,
    process::{self, cargo},
};

/// What to measure. Everything runs on 127.0.0.1 and asks nobody else.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// The server: throughput beside a bare handler, start, memory, sizes
    Http {
        /// A folder with `catalog.jsonl.gz`: measures its import too, and the server with it
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Browsing: any combination of filters over the whole catalogue, on both databases
    Browse {
        /// A folder with `catalog.jsonl.gz`, which is browsed
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// What users do: changing and reading lists, listening to them, on both databases
    Lists {
        /// A folder with `catalog.jsonl.gz`, from which the lists' titles come
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Finding titles: how often the one that is meant comes first, beside what the databases find;
    /// time, size, memory
    Search {
        /// A folder with `catalog.jsonl.gz`, in which titles are looked for
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// The home page in a browser: paints on a slow phone, Lighthouse, weight of the script
    Web,
}

/// A missed target is told in the table and is no failure: it may be the machine's.
pub(crate) fn bench(what: &Bench) -> Result<ExitCode> {
    match what {
        Bench::Http { data } => {
            let catalogue = data.as_deref().map(catalogue).transpose()?;
            http(catalogue.as_deref())?;
        }
        Bench::Browse { data } => {
            let catalogue = catalogue(data)?;
            build()?;
            browse::measure(&catalogue)?;
        }
        Bench::Lists { data } => {
            let catalogue = catalogue(data)?;
            build()?;
            lists::measure(&catalogue)?;
        }
        Bench::Search { data } => {
            let catalogue = catalogue(data)?;
            build()?;
            search::measure(&catalogue)?;
        }
        Bench::Web => {
            build()?;
            web::measure()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Before anything is built or measured in vain.
fn catalogue(data: &Path) -> Result<PathBuf> {
    let file = data.join("catalog.jsonl.gz");
    fs::canonicalize(&file).with_context(|| format!("there is no file {}", file.display()))
}

fn http(catalogue: Option<&Path>) -> Result<()> {
    let wrk = throughput::wrk()?;
    build()?;
    let mut figures = Figures::default();
    let built_in = Scratch::new("built-in")?;
    start::measure(&start::BUILT_IN, built_in.path(), None, &mut figures)?;
    if let Some(catalogue) = catalogue {
        let full = Scratch::new("full")?;
        import::measure(catalogue, full.path(), &mut figures)?;
        start::measure(&start::FULL, full.path(), Some(full.path()), &mut figures)?;
    }
    throughput::measure(&wrk, built_in.path(), &mut figures)?;
    figures.print();
    Ok(())
}

/// Both programs as an installation has them, the web app inside.
fn build() -> Result<()> {
    node::install(&paths::web())?;
    node::build_if_changed()?;
    println!("Building the release …");
    process::run(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "mitai-server",
        "--package",
        "mitai-bench",
    ]))
}

/// The one in the middle. **Invariant:** `values` is not empty.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn one_slow_run_does_not_count() {
        assert!((median(vec![3.0, 900.0, 1.0, 2.0, 2.5]) - 2.5).abs() < f64::EPSILON);
    }
}
