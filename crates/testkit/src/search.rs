//! How well titles are found: queries of which it is known what they mean, and the tally of where
//! that was found.

mod fair;
mod generated;
mod typing;

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
};

use anyhow::{Context as _, Result};
use domain::{anime::Anime, provider::SourceTitle};
use flate2::read::MultiGzDecoder;

pub use generated::generate;

/// A text that is typed, and the title that is meant by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The kind of query that this one is an example of.
    pub class: String,
    /// The text that is typed.
    pub text: String,
    /// The id of the title that is meant.
    pub mal_id: u32,
}

/// Returns the queries that people wrote.
///
/// # Errors
/// Fails if a line is not a class, a text and an id with tabs between them.
pub fn judged() -> Result<Vec<Query>> {
    let lines = include_str!("../judged/queries.tsv").lines();
    let queries = lines.map(|line| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut field = || fields.next().with_context(|| format!("too short: {line}"));
        Ok(Query {
            class: field()?,
            text: field()?,
            mal_id: field()?.parse()?,
        })
    });
    queries.collect()
}

/// Reads the titles of a gzipped file in Jikan's form, one a line; adult titles are left out.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn catalogue(file: &Path) -> Result<Vec<Anime>> {
    let opened = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let mut titles = Vec::new();
    for line in BufReader::new(MultiGzDecoder::new(opened)).lines() {
        if let SourceTitle::Title(title) = providers::jikan::parse_record(line?.as_bytes())?.0 {
            titles.push(*title);
        }
    }
    Ok(titles)
}

/// The scores of an engine, by class of query.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    classes: BTreeMap<String, Score>,
}

/// The numbers of queries for which the title that was meant was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of queries that were asked.
    pub queries: u32,
    /// The number of queries for which the title came first.
    pub first: u32,
    /// The number of queries for which the title was among the first five.
    pub among_five: u32,
}

impl Tally {
    /// Adds the ids that were found for a query, the best first.
    pub fn add(&mut self, query: &Query, found: &[u32]) {
        let place = found.iter().position(|id| *id == query.mal_id);
        let score = self.classes.entry(query.class.clone()).or_default();
        score.queries += 1;
        score.first += u32::from(place == Some(0));
        score.among_five += u32::from(place.is_some_and(|place| place < 5));
    }

    /// Returns the classes and their scores.
    pub fn classes(&self) -> impl Iterator<Item = (&str, Score)> {
        let classes = self.classes.iter();
        classes.map(|(class, score)| (class.as_str(), *score))
    }

    /// Returns the score of all classes together.
    pub fn whole(&self) -> Score {
        self.classes
            .values()
            .fold(Score::default(), |sum, score| Score {
                queries: sum.queries + score.queries,
                first: sum.first + score.first,
                among_five: sum.among_five + score.among_five,
            })
    }
}

impl Score {
    /// Returns the share of queries for which the title came first, in percent.
    pub fn percent_first(self) -> f64 {
        percent(self.first, self.queries)
    }

    /// Returns the share of queries for which the title was among the first five, in percent.
    pub fn percent_among_five(self) -> f64 {
        percent(self.among_five, self.queries)
    }
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = [("all", self.whole())];
        for (class, score) in self.classes().chain(whole) {
            writeln!(
                f,
                "{class:<16} {:>5} {:>6.1} {:>6.1}",
                score.queries,
                score.percent_first(),
                score.percent_among_five()
            )?;
        }
        Ok(())
    }
}
