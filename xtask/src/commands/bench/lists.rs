//! What users do with their lists. The load comes from `bench/src/lists`, because a thousand open
//! streams need a runtime that xtask does without.

use std::{collections::HashMap, ffi::OsStr, path::Path};

use anyhow::{Context as _, Result};

use super::{
    figures::{
        FINE_MILLISECONDS, Figures, KILOBYTES, MEGABYTES, RATIO, REQUESTS, SECONDS,
        Target::{self, AtMost, Below},
        Unit,
    },
    scratch::Scratch,
    server::{Server, program},
};
use crate::{postgres::Cluster, process};

/// Users that the load signs up, at most.
const USERS: &str = "500";

/// What the load tells, in the order of the table.
const FIGURES: [(&str, &str, Unit, Target); 13] = [
    (
        "change-short",
        "change, 10 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "change-long",
        "change, 10,000 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    ("change-ratio", "change, ratio of both", RATIO, AtMost(1.5)),
    (
        "read",
        "list of 1,000, read",
        FINE_MILLISECONDS,
        AtMost(3.0),
    ),
    ("read-size", "list of 1,000", KILOBYTES, AtMost(40.0)),
    (
        "read-unchanged",
        "list of 1,000, unchanged: 304",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "read-fresh",
        "list of 1,000, first after a change",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "read-fresh-size",
        "list of 1,000, first after a change",
        KILOBYTES,
        Target::None,
    ),
    (
        "told",
        "change to another device, 1,000 streams",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "told-p99",
        "change to another device, p99",
        FINE_MILLISECONDS,
        AtMost(15.0),
    ),
    (STREAMS, "memory of 1,000 streams", MEGABYTES, Below(40.0)),
    (
        "changes",
        "changes by 64 users at once",
        REQUESTS,
        Target::None,
    ),
    (
        "returned",
        "8,000 streams opened at once",
        SECONDS,
        AtMost(10.0),
    ),
];
/// The one that is not told but measured here.
const STREAMS: &str = "streams";

pub(super) fn measure(catalogue: &Path) -> Result<()> {
    let mut figures = Figures::default();
    let folder = Scratch::new("lists")?;
    let place = ["--data-dir".as_ref(), folder.path().as_os_str()];
    on("SQLite", &place, catalogue, &mut figures)?;
    match Cluster::start() {
        Ok(cluster) => {
            let place = ["--database".as_ref(), cluster.url.as_ref()];
            on("PostgreSQL without fsync", &place, catalogue, &mut figures)?;
        }
        Err(error) => println!("PostgreSQL is left out: {error:#}"),
    }
    figures.print();
    Ok(())
}

/// Measures on one engine; `place` says where its empty database is.
fn on(engine: &str, place: &[&OsStr], catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let mut import = program("mitai");
    process::run(import.args(["import", "jikan"]).arg(catalogue).args(place))?;
    let server =
        Server::mitai_with(|command| command.args(place).args(["--sign-ups-per-hour", USERS]))?;
    println!("Making load, {engine} …");
    let mut load = program("lists");
    load.args(["--site", &server.address(), "--catalogue"])
        .arg(catalogue);
    let mut told = HashMap::new();
    process::run_reading(&mut load, |line| {
        match *line.split(' ').collect::<Vec<_>>() {
            ["figure", name, value] => {
                told.insert(name.to_owned(), value.parse::<f64>().ok());
            }
            ["mark", name] => {
                told.insert(name.to_owned(), server.memory().map(|memory| memory.now));
            }
            _ => {}
        }
    })?;
    let value = |name: &str| {
        let value = told.get(name).copied().flatten();
        value.with_context(|| format!("{name} was not measured"))
    };
    for (key, name, unit, target) in FIGURES {
        let value = if key == STREAMS {
            value("with-streams")? - value("before-streams")?
        } else {
            value(key)?
        };
        figures.add(format!("{name}, {engine}"), value, unit, target);
    }
    Ok(())
}
