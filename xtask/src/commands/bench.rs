//! `cargo xtask bench`

mod browse;
mod crowd;
mod engines;
mod figures;
mod import;
mod lists;
mod live;
mod load;
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
use clap::{Args, ValueEnum};

use self::{figures::Figures, scratch::Scratch};
use crate::{
    node, paths,
    process::{self, cargo},
};

/// What to measure. Everything runs on 127.0.0.1 and asks nobody else.
#[derive(Args)]
pub(crate) struct Bench {
    /// One part alone; all of them without it
    part: Option<Part>,
    /// A folder with `catalog.jsonl.gz`: all but `http` and `web` need it
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How long the visitors of `load` stay
    #[arg(long, default_value_t = 30)]
    seconds: u64,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// The server: throughput beside a bare handler, start, memory, sizes
    Http,
    /// 200 visitors at once who browse and search
    Load,
    /// Browsing: any combination of filters over the whole catalogue, on both databases
    Browse,
    /// Finding titles: how often the one that is meant comes first, beside what the databases find;
    /// time, size, memory
    Search,
    /// What users do: changing and reading lists, listening to them, on both databases
    Lists,
    /// Ten thousand open streams while pages are served
    Live,
    /// Pages in a browser: paints on a slow phone, Lighthouse, weight of the script
    Web,
}

impl Part {
    fn needs_data(self) -> bool {
        !matches!(self, Self::Http | Self::Web)
    }

    fn measure(self, catalogue: Option<&Path>, seconds: u64, figures: &mut Figures) -> Result<()> {
        let given = || catalogue.context("give the folder of a catalogue by --data");
        match self {
            Self::Http => http(catalogue, figures),
            Self::Load => load::measure(given()?, seconds, figures),
            Self::Browse => browse::measure(given()?, figures),
            Self::Search => search::measure(given()?, figures),
            Self::Lists => lists::measure(given()?, figures),
            Self::Live => live::measure(given()?, figures),
            Self::Web => web::measure(figures),
        }
    }
}

/// Prints one table. A missed target is told in it and is no failure: it may be the machine's.
pub(crate) fn bench(bench: &Bench) -> Result<ExitCode> {
    let catalogue = bench.data.as_deref().map(catalogue).transpose()?;
    let parts = match bench.part {
        Some(part) => vec![part],
        None => Part::value_variants()
            .iter()
            .copied()
            .filter(|part| catalogue.is_some() || !part.needs_data())
            .collect(),
    };
    build()?;
    let mut figures = Figures::default();
    let measured = parts
        .into_iter()
        .try_for_each(|part| part.measure(catalogue.as_deref(), bench.seconds, &mut figures));
    figures.print();
    measured.map(|()| ExitCode::SUCCESS)
}

/// Before anything is built or measured in vain.
fn catalogue(data: &Path) -> Result<PathBuf> {
    let file = data.join("catalog.jsonl.gz");
    fs::canonicalize(&file).with_context(|| format!("there is no file {}", file.display()))
}

fn http(catalogue: Option<&Path>, figures: &mut Figures) -> Result<()> {
    let wrk = throughput::wrk()?;
    let built_in = Scratch::new("built-in")?;
    start::measure(&start::BUILT_IN, built_in.path(), None, figures)?;
    if let Some(catalogue) = catalogue {
        let full = Scratch::new("full")?;
        import::measure(catalogue, full.path(), figures)?;
        start::measure(&start::FULL, full.path(), Some(full.path()), figures)?;
    }
    throughput::measure(&wrk, built_in.path(), figures)
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
