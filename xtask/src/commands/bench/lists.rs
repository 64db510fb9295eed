//! What users do with their lists. The load comes from `bench/src/lists`, because a thousand open
//! streams need a runtime that xtask does without.

use std::path::Path;

use anyhow::Result;

use super::{
    engines,
    figures::{
        FINE_MILLISECONDS, Figures, KILOBYTES, MEGABYTES, RATIO, REQUESTS, SECONDS,
        Target::{self, AtLeast, AtMost, Below},
        Unit,
    },
    server::{Server, program},
    told::Told,
};

/// Users that the load signs up, at most.
const USERS: &str = "500";

/// What the load tells, in the order of the table.
const FIGURES: [(&str, &str, Unit, Target); 12] = [
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
        "returned",
        "8,000 streams opened at once",
        SECONDS,
        AtMost(10.0),
    ),
];
/// The one that is not told but measured here.
const STREAMS: &str = "streams";

/// Durable changes a second that 64 users have acknowledged at least.
const LEAST_CHANGES: f64 = 3_000.0;

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    engines::on_both("lists", catalogue, |engine| {
        let name = engine.name;
        let server = Server::mitai_with(|command| {
            command
                .args(engine.place)
                .args(["--sign-ups-per-hour", USERS])
        })?;
        println!("Making load, {name} …");
        let mut load = program("lists");
        load.args(["--site", &server.address(), "--catalogue"]);
        let mut told = Told::default();
        told.hear(load.arg(catalogue), || {
            server.memory().map(|memory| memory.now)
        })?;
        told.hear(program("raw").args(engine.raw), || None)?;
        for (key, what, unit, target) in FIGURES {
            let value = if key == STREAMS {
                told.value("with-streams")? - told.value("before-streams")?
            } else {
                told.value(key)?
            };
            figures.add(format!("{what}, {name}"), value, unit, target);
        }
        figures.beside(
            told.value("raw")?,
            format!("changes by 64 users at once, {name}"),
            told.value("changes")?,
            REQUESTS,
            AtLeast(LEAST_CHANGES),
        );
        Ok(())
    })
}
