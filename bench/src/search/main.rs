//! How well and how fast titles are found, beside what the databases could do themselves.
//!
//! Each figure is a line `figure NAME VALUE`; durations are in milliseconds, sizes in MB.

mod measured;
mod postgres;
mod sqlite;
mod visitors;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result};
use clap::Parser;
use domain::search::{TitleNames, TitleSearch as _};
use search::TitleIndex;
use testkit::search::{Query, Tally, catalogue, generate, judged};

use self::measured::{figure, milliseconds, processor_time, quantile, resident, size_of};

/// The largest number of titles that an engine returns.
const FOUND: usize = 5;
/// The seed of the generated queries, which is not the one that the engine was tuned with.
const SEED: u64 = 4;

/// Measures the search.
#[derive(Parser)]
enum Search {
    /// Builds an index, and asks it and the databases what visitors may ask.
    Ask {
        /// Titles in Jikan's form, one a line, gzipped.
        #[arg(long)]
        catalogue: PathBuf,
        /// An empty folder for the index.
        #[arg(long)]
        index: PathBuf,
        /// A server's database to work in; without it PostgreSQL is left out.
        #[arg(long)]
        postgres: Option<String>,
    },
    /// Searches a running server, as visitors do.
    Visit {
        /// Titles in Jikan's form, one a line, gzipped: what the server holds.
        #[arg(long)]
        catalogue: PathBuf,
        /// The server's address, `http://…`.
        #[arg(long)]
        site: String,
        /// The server's process id.
        #[arg(long)]
        process: u32,
    },
    /// Opens that index and reports what memory it takes.
    Open {
        /// Where the index is.
        #[arg(long)]
        index: PathBuf,
    },
}

/// A search: given a text, it returns the ids of the best titles, in order.
type Finder<'a> = Box<dyn FnMut(&str) -> Result<Vec<u32>> + 'a>;

/// An engine that is compared with others.
struct Engine<'a> {
    name: &'static str,
    /// The ending of the names of the engine's figures.
    key: &'static str,
    find: Finder<'a>,
    /// The milliseconds that each query took.
    took: Vec<f64>,
}

impl<'a> Engine<'a> {
    fn new(
        name: &'static str,
        key: &'static str,
        find: impl FnMut(&str) -> Result<Vec<u32>> + 'a,
    ) -> Self {
        Self {
            name,
            key,
            find: Box::new(find),
            took: Vec::new(),
        }
    }
}

fn main() -> Result<()> {
    match Search::parse() {
        Search::Ask {
            catalogue,
            index,
            postgres,
        } => ask(&catalogue, &index, postgres.as_deref()),
        Search::Visit {
            catalogue: file,
            site,
            process,
        } => {
            let (warm, queries) = (judged()?, generate(&catalogue(&file)?, SEED));
            let visit = visitors::measure(&site, process, &warm, &queries);
            tokio::runtime::Runtime::new()?.block_on(visit)
        }
        Search::Open { index } => open(index),
    }
}

fn ask(file: &Path, folder: &Path, url: Option<&str>) -> Result<()> {
    let anime = catalogue(file)?;
    let (judged, generated) = (judged()?, generate(&anime, SEED));
    let titles: Vec<TitleNames> = anime.iter().map(TitleNames::from).collect();
    drop(anime);

    let index = TitleIndex::open(folder);
    let begin = Instant::now();
    index.rebuild(titles.clone(), 1)?;
    figure("build", begin.elapsed().as_secs_f64());
    figure("disk", size_of(folder)?);
    speed(&index, judged.iter().chain(&generated))?;

    let runtime = tokio::runtime::Runtime::new()?;
    let sqlite = sqlite::Names::new(&titles)?;
    let postgres = match url {
        Some(url) => Some(runtime.block_on(postgres::Names::new(url, &titles))?),
        None => None,
    };
    let mut engines = vec![
        Engine::new("Mitai", "mitai", |text| ours(&index, text)),
        Engine::new("SQLite FTS5 trigram", "fts5", |text| sqlite.find(text)),
    ];
    if let Some(names) = &postgres {
        let find = |text: &str| runtime.block_on(names.find(text));
        engines.push(Engine::new("PostgreSQL pg_trgm", "trgm", find));
    }
    for (set, queries) in [("written", &judged), ("generated", &generated)] {
        compare(set, queries, &mut engines)?;
    }
    for Engine { key, mut took, .. } in engines {
        took.sort_by(f64::total_cmp);
        figure(&format!("p50-{key}"), quantile(&took, 50));
        figure(&format!("p99-{key}"), quantile(&took, 99));
    }
    Ok(())
}

/// Prints for each class how often what was meant came first and among the first five.
fn compare(set: &str, queries: &[Query], engines: &mut [Engine]) -> Result<()> {
    let mut tallies = Vec::new();
    println!(
        "\n{} queries, {set}: first / among five, of 100",
        queries.len()
    );
    for Engine {
        name,
        key,
        find,
        took,
    } in engines
    {
        let mut tally = Tally::default();
        let start = Instant::now();
        for query in queries {
            let begin = Instant::now();
            tally.add(query, &find(&query.text)?);
            took.push(milliseconds(begin.elapsed()));
        }
        let count = f64::from(u32::try_from(queries.len())?);
        println!(
            "{name}: {:.2} ms a query",
            milliseconds(start.elapsed()) / count
        );
        let whole = tally.whole();
        figure(&format!("{set}-first-{key}"), whole.percent_first());
        figure(&format!("{set}-five-{key}"), whole.percent_among_five());
        tallies.push(tally);
    }
    let first = tallies.first().context("there is no engine")?;
    let classes = first.classes().map(|(class, _)| class);
    for class in classes.chain(["all"]) {
        print!("{class:<16}");
        for tally in &tallies {
            let score = match tally.classes().find(|(known, _)| *known == class) {
                Some((_, score)) => score,
                None => tally.whole(),
            };
            print!(
                "   {:>5.1} / {:>5.1}",
                score.percent_first(),
                score.percent_among_five()
            );
        }
        println!();
    }
    let worst = first.classes().map(|(_, score)| score.percent_among_five());
    figure(&format!("{set}-worst"), worst.fold(100.0, f64::min));
    Ok(())
}

fn ours(index: &TitleIndex, text: &str) -> Result<Vec<u32>> {
    let found = index.search(text, FOUND, 0)?.context("there is no index")?;
    Ok(found.items.iter().map(|id| id.get()).collect())
}

/// Reports how long Mitai's engine takes, after a first round that warms it up.
fn speed<'a>(index: &TitleIndex, queries: impl Iterator<Item = &'a Query> + Clone) -> Result<()> {
    for query in queries.clone() {
        ours(index, &query.text)?;
    }
    let mut took = Vec::new();
    let before = processor_time()?;
    for query in queries {
        let begin = Instant::now();
        ours(index, &query.text)?;
        took.push(milliseconds(begin.elapsed()));
    }
    let processor = milliseconds(processor_time()?.saturating_sub(before));
    figure("cpu", processor / f64::from(u32::try_from(took.len())?));
    took.sort_by(f64::total_cmp);
    figure("p50", quantile(&took, 50));
    figure("p99", quantile(&took, 99));
    Ok(())
}

fn open(folder: PathBuf) -> Result<()> {
    let queries = judged()?;
    let before = resident()?;
    let begin = Instant::now();
    let index = TitleIndex::open(folder);
    figure("open", milliseconds(begin.elapsed()));
    for query in &queries {
        ours(&index, &query.text)?;
    }
    figure("memory", resident()? - before);
    Ok(())
}
