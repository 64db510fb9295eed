//! Finding titles. The queries and the engines are in `bench/src/search`.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd,
    figures::{
        FINE_MILLISECONDS, Figures, MEGABYTES, MILLISECONDS, PERCENT, SECONDS,
        Target::{self, AtLeast, AtMost},
        Unit,
    },
    reported::Reported,
    scratch::Scratch,
    server::{Server, program},
};
use crate::postgres::Cluster;

/// The figures that the programs report, in the order of the table.
const FIGURES: [(&str, &str, Unit, Target); 19] = [
    (
        "written-first-mitai",
        "written queries, first",
        PERCENT,
        AtLeast(94.0),
    ),
    (
        "written-five-mitai",
        "written queries, among five",
        PERCENT,
        AtLeast(99.0),
    ),
    (
        "written-worst",
        "written queries, worst class",
        PERCENT,
        AtLeast(92.0),
    ),
    (
        "generated-first-mitai",
        "generated queries, first",
        PERCENT,
        AtLeast(94.0),
    ),
    (
        "generated-five-mitai",
        "generated queries, among five",
        PERCENT,
        AtLeast(99.0),
    ),
    (
        "generated-worst",
        "generated queries, worst class",
        PERCENT,
        AtLeast(92.0),
    ),
    (
        "cpu",
        "processor time of a query",
        FINE_MILLISECONDS,
        AtMost(0.7),
    ),
    (
        "p50",
        "query in process, p50",
        FINE_MILLISECONDS,
        AtMost(1.5),
    ),
    (
        "p99",
        "query in process, p99",
        FINE_MILLISECONDS,
        AtMost(8.0),
    ),
    (
        "search-cpu",
        "search over HTTP, processor time",
        FINE_MILLISECONDS,
        AtMost(0.7),
    ),
    (
        "search-p50",
        "search over HTTP, p50",
        FINE_MILLISECONDS,
        AtMost(1.5),
    ),
    (
        "search-p99",
        "search over HTTP, p99",
        FINE_MILLISECONDS,
        AtMost(8.0),
    ),
    (
        "suggest-cpu",
        "suggestions over HTTP, processor time",
        FINE_MILLISECONDS,
        AtMost(0.7),
    ),
    (
        "suggest-p50",
        "suggestions over HTTP, p50",
        FINE_MILLISECONDS,
        AtMost(1.5),
    ),
    (
        "suggest-p99",
        "suggestions over HTTP, p99",
        FINE_MILLISECONDS,
        AtMost(8.0),
    ),
    ("build", "index built", SECONDS, AtMost(5.0)),
    ("disk", "index on disk", MEGABYTES, AtMost(15.0)),
    ("open", "index opened", MILLISECONDS, Target::None),
    ("memory", "memory of an open index", MEGABYTES, AtMost(40.0)),
];

/// The names of the databases' searches on the same names, and the endings of their figures.
const SQLITE: (&str, &str) = ("SQLite FTS5", "fts5");
const POSTGRES: (&str, &str) = ("PostgreSQL pg_trgm", "trgm");

/// What is beside a database's own search, and which figure of it. PostgreSQL is asked over a
/// connection, as Mitai is over HTTP.
const BESIDE: [(&str, (&str, &str), &str); 14] = [
    ("written-first-mitai", SQLITE, "written-first"),
    ("written-five-mitai", SQLITE, "written-five"),
    ("generated-first-mitai", SQLITE, "generated-first"),
    ("generated-five-mitai", SQLITE, "generated-five"),
    ("written-first-mitai", POSTGRES, "written-first"),
    ("written-five-mitai", POSTGRES, "written-five"),
    ("generated-first-mitai", POSTGRES, "generated-first"),
    ("generated-five-mitai", POSTGRES, "generated-five"),
    ("p50", SQLITE, "p50"),
    ("p99", SQLITE, "p99"),
    ("search-p50", POSTGRES, "p50"),
    ("search-p99", POSTGRES, "p99"),
    ("suggest-p50", POSTGRES, "p50"),
    ("suggest-p99", POSTGRES, "p99"),
];

/// Servers that are asked over HTTP: the same one takes a third more a minute later.
const SERVERS: usize = 5;

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let folder = Scratch::new("search")?;
    let mut reported = Reported::default();
    let mut ask = program("search");
    ask.args(["ask", "--catalogue"]).arg(catalogue);
    ask.arg("--index").arg(folder.path());
    let cluster = Cluster::start();
    match &cluster {
        Ok(cluster) => {
            ask.args(["--postgres", &cluster.url]);
        }
        Err(error) => figures.missing("search, PostgreSQL as yardstick", format!("{error:#}")),
    }
    let mut open = program("search");
    open.args(["open", "--index"]).arg(folder.path());
    for program in [&mut ask, &mut open] {
        reported.read(program, || None)?;
    }
    reported.add_medians(visits(catalogue)?);
    for (key, name, unit, target) in FIGURES {
        let value = reported.value(key)?;
        let besides = BESIDE.iter().filter(|(beside, ..)| *beside == key);
        let mut yardsticks = besides.filter_map(|(_, (name, engine), figure)| {
            Some((*name, reported.value(&format!("{figure}-{engine}")).ok()?))
        });
        figures.row(yardsticks.next(), name.to_owned(), value, unit, target);
        // The figure has a row for each further yardstick, but is judged once.
        for yardstick in yardsticks {
            figures.beside(yardstick, name, value, unit, Target::None);
        }
    }
    Ok(())
}

/// What visitors report of one server after the other: a new one has kept no answer, and what else the
/// machine did meanwhile is not in the median.
fn visits(catalogue: &Path) -> Result<Vec<Reported>> {
    let data = crowd::imported("searched", catalogue)?;
    let visits = (0..SERVERS).map(|_| {
        let server = Server::mitai(data.path())?;
        let mut visit = program("search");
        visit.args(["visit", "--site", &server.address(), "--catalogue"]);
        visit.arg(catalogue);
        visit.args(["--process", &server.process().to_string()]);
        let mut reported = Reported::default();
        reported.read(&mut visit, || None)?;
        Ok(reported)
    });
    visits.collect()
}
