//! `cargo xtask bench`

mod browse;
mod crowd;
mod engines;
mod extras;
mod figures;
mod import;
mod lists;
mod live;
mod load;
mod memory;
mod nodes;
mod pages;
mod ratings;
mod reported;
mod scratch;
mod search;
mod server;
mod start;
mod throughput;
mod web;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};

use self::{figures::Figures, scratch::Scratch};
use crate::{
    machine, node, paths, plots, postgres,
    process::{self, cargo},
    record::Record,
};

/// What to measure. Everything runs on 127.0.0.1 and sends no request elsewhere.
#[derive(Args)]
pub(crate) struct Bench {
    /// One part alone; without it all of them, some 50 minutes
    part: Option<Part>,
    /// A folder with `catalog.jsonl.gz`: all but `http` and `web` need it, and these measure more with it
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How long the visitors of `load` stay
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Which titles `ratings`, `extras` and `web` draw
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Write each part that was wholly measured to `docs/figures.json`, and draw the plots of `docs` anew
    #[arg(long)]
    record: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    /// The server: throughput beside a bare handler, start, memory, sizes, pages rendered and cached
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
    /// Titles with 10,000 votes and 1,000 reviews beside the same without, how soon a rating shows, a million votes
    /// counted anew, on both databases
    Ratings,
    /// 150,000 characters and 60,000 people with casts, staffs, episodes and the like: taking them in, and each section of
    /// a page, on both databases; pages while the mirror fetches the like of 2,000 titles
    Extras,
    /// Two servers over one PostgreSQL: how soon listeners of one receive changes through the other
    Nodes,
    /// Ten thousand open streams while pages are served
    Live,
    /// Pages in a browser: paints on a slow phone, Lighthouse, weight of the script, toggles, frames of a
    /// long list
    Web,
}

/// The message to a user who names no folder with a catalogue.
const NO_DATA: &str = "add --data DIR, a folder with catalog.jsonl.gz";

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Load => "load",
            Self::Browse => "browse",
            Self::Search => "search",
            Self::Lists => "lists",
            Self::Ratings => "ratings",
            Self::Extras => "extras",
            Self::Nodes => "nodes",
            Self::Live => "live",
            Self::Web => "web",
        }
    }

    /// About how long it takes with the release on two cores; visitors of `load` stay beyond it.
    fn minutes(self) -> u64 {
        match self {
            Self::Load | Self::Browse | Self::Nodes => 1,
            Self::Http | Self::Lists | Self::Ratings | Self::Live | Self::Search => 2,
            Self::Extras => 6,
            Self::Web => 27,
        }
    }

    /// Fails with a sentence that says what is missing here, and how to have it.
    fn is_possible(self, catalogue: Option<&Path>) -> Result<()> {
        match self {
            Self::Http => throughput::wrk().map(drop),
            Self::Web => {
                node::install(&paths::bench())?;
                machine::chromium().map(drop)
            }
            Self::Nodes => {
                catalogue.context(NO_DATA)?;
                postgres::programs().map(drop)
            }
            _ => catalogue.context(NO_DATA).map(drop),
        }
    }

    fn measure(self, bench: &Bench, catalogue: Option<&Path>, figures: &mut Figures) -> Result<()> {
        let required = || catalogue.context(NO_DATA);
        match self {
            Self::Http => http(catalogue, figures),
            Self::Load => load::measure(required()?, bench.seconds, figures),
            Self::Browse => browse::measure(required()?, figures),
            Self::Search => search::measure(required()?, figures),
            Self::Lists => lists::measure(required()?, figures),
            Self::Ratings => ratings::measure(required()?, bench.seed, figures),
            Self::Extras => extras::measure(required()?, bench.seed, figures),
            Self::Nodes => nodes::measure(required()?, figures),
            Self::Live => live::measure(required()?, figures),
            Self::Web => web::measure(catalogue, bench.seed, figures),
        }
    }
}

/// Prints one table. A missed target is reported in it and is no failure: it may be the machine's.
pub(crate) fn bench(bench: &Bench) -> Result<ExitCode> {
    let catalogue = bench.data.as_deref().map(catalogue).transpose()?;
    let catalogue = catalogue.as_deref();
    build()?;
    let mut figures = Figures::default();
    let measured = match bench.part {
        Some(part) => measured(part, bench, catalogue, &mut figures),
        None => all(bench, catalogue, &mut figures),
    };
    figures.print();
    let drawn = if bench.record { plots::draw() } else { Ok(()) };
    measured.and(drawn).map(|()| ExitCode::SUCCESS)
}

/// Measures a part and records it, if that is asked for and nothing of it is missing.
fn measured(
    part: Part,
    bench: &Bench,
    catalogue: Option<&Path>,
    figures: &mut Figures,
) -> Result<()> {
    let first = figures.count();
    part.measure(bench, catalogue, figures)?;
    if !bench.record {
        return Ok(());
    }
    let name = part.name();
    let Some(rows) = figures.recorded_from(first) else {
        println!("{name}: not recorded, because not all of it was measured");
        return Ok(());
    };
    let mut record = Record::read()?;
    record.replace(name, rows)?;
    record.write()
}

/// Every part that can be measured here, whatever the outcome of the others. Only one that was begun and
/// not finished is a failure.
fn all(bench: &Bench, catalogue: Option<&Path>, figures: &mut Figures) -> Result<()> {
    let (mut took, mut failed) = (Vec::new(), Vec::new());
    for part in Part::value_variants() {
        let name = part.name();
        if let Err(error) = part.is_possible(catalogue) {
            figures.missing(name, format!("{error:#}"));
            continue;
        }
        println!("\n{name}, about {} min …", part.minutes());
        let begin = Instant::now();
        let measured = measured(*part, bench, catalogue, figures);
        took.push(format!("{name} {}", minutes(begin.elapsed())));
        if process::interrupted() {
            return measured;
        }
        if let Err(error) = measured {
            figures.missing(name, format!("{error:#}"));
            failed.push(name);
        }
    }
    if !took.is_empty() {
        println!("\nThis took: {}.", took.join(", "));
    }
    ensure!(failed.is_empty(), "not finished: {}", failed.join(", "));
    Ok(())
}

fn minutes(time: Duration) -> String {
    format!("{:.1} min", time.as_secs_f64() / 60.0)
}

/// Returns the catalogue's file; fails before anything is built or measured in vain.
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
    } else {
        figures.missing("import, start and memory, full", NO_DATA);
    }
    pages::measure(&wrk, built_in.path(), figures)?;
    throughput::measure(&wrk, built_in.path(), figures)
}

/// Builds the server and the measuring programs as an installation has them, with the web app inside.
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

/// Returns the median. **Invariant:** `values` is not empty.
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
