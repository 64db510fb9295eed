//! Ten thousand open streams, while pages are served.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd,
    figures::{
        BARE_EVENTS, FINE_MILLISECONDS, Figures, KILOBYTES, MEGABYTES, REQUESTS, SECONDS,
        Target::{self, AtMost, None},
        Unit,
    },
    reported::Reported,
    server::Server,
    throughput::GALLERY,
};

const STREAMS: f64 = 10_000.0;
/// The largest memory of the server with these streams, in MB.
const MAX_MEGABYTES: f64 = 300.0;
/// The flags of the crowd: its streams, the visitors meanwhile, and how long these stay at least.
const MEANWHILE: [&str; 6] = ["--streams", "10000", "--visitors", "20", "--seconds", "30"];

/// The name of the figure of a stream's memory, which is not reported but reckoned.
const EACH: &str = "each-stream";

/// The figures that the crowd reports, in the order of the table.
const FIGURES: [(&str, &str, Unit, Target); 11] = [
    ("opened", "opened", SECONDS, None),
    ("before-streams", "memory before", MEGABYTES, None),
    ("with-streams", "memory", MEGABYTES, AtMost(MAX_MEGABYTES)),
    (
        "after-streams",
        "memory in the end",
        MEGABYTES,
        AtMost(MAX_MEGABYTES),
    ),
    (EACH, "memory of one", KILOBYTES, None),
    (
        "received-p50",
        "a change heard, p50",
        FINE_MILLISECONDS,
        None,
    ),
    (
        "received-p99",
        "a change heard, p99",
        FINE_MILLISECONDS,
        None,
    ),
    (
        "received-by-all-p99",
        "a change heard by 50, p99",
        FINE_MILLISECONDS,
        None,
    ),
    (
        "visited-p50",
        "pages meanwhile, p50",
        FINE_MILLISECONDS,
        None,
    ),
    (
        "visited-p99",
        "pages meanwhile, p99",
        FINE_MILLISECONDS,
        None,
    ),
    (
        "reported-rate",
        "events while all users change",
        REQUESTS,
        None,
    ),
];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let data = crowd::imported("live", catalogue)?;
    let server = Server::mitai_with(|command| {
        command.args(["--sign-ups-per-hour", "500", "--data-dir"]);
        command.arg(data.path())
    })?;
    crowd::warm_up(&server, catalogue)?;
    println!("Opening {STREAMS} streams …");
    let ours = crowd::of(&server, catalogue, &MEANWHILE)?;
    println!("The same streams, bare handler …");
    let bare = Server::bare_streams(&server.get(GALLERY)?, &ours)?;
    let bare = crowd::of(&bare, catalogue, &MEANWHILE)?;
    for (key, case, unit, target) in FIGURES {
        let yardstick = (BARE_EVENTS, value(&bare, key)?);
        let row = format!("10,000 streams: {case}");
        figures.beside(yardstick, row, value(&ours, key)?, unit, target);
    }
    Ok(())
}

fn value(reported: &Reported, key: &str) -> Result<f64> {
    if key == EACH {
        let grown = reported.value("with-streams")? - reported.value("before-streams")?;
        Ok(grown * 1000.0 / STREAMS)
    } else {
        reported.value(key)
    }
}
