//! Ten thousand open streams, while pages are served.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd,
    figures::{
        FINE_MILLISECONDS, Figures, KILOBYTES, MEGABYTES, REQUESTS, SECONDS,
        Target::{AtMost, None},
    },
    server::Server,
};

const STREAMS: f64 = 10_000.0;
/// MB that the server may hold then.
const MOST: f64 = 300.0;
/// Visitors before, and how long they stay.
const FIRST: [&str; 4] = ["--visitors", "20", "--seconds", "5"];
/// The streams, visitors meanwhile, and how long these stay at least.
const MEANWHILE: [&str; 6] = ["--streams", "10000", "--visitors", "20", "--seconds", "30"];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let data = crowd::imported("live", catalogue)?;
    let server = Server::mitai_with(|command| {
        command.args(["--sign-ups-per-hour", "500", "--data-dir"]);
        command.arg(data.path())
    })?;
    // It makes the index meanwhile: what that leaves behind belongs to the figure
    drop(crowd::of(&server, catalogue, &FIRST)?);
    println!("Opening {STREAMS} streams …");
    let told = crowd::of(&server, catalogue, &MEANWHILE)?;

    let row = |case: &str| format!("10,000 streams: {case}");
    let seconds = told.value("opened")?;
    figures.add(row("opened"), seconds, SECONDS, None);
    let (before, with) = (told.value("before-streams")?, told.value("with-streams")?);
    figures.add(row("memory before"), before, MEGABYTES, None);
    figures.add(row("memory"), with, MEGABYTES, AtMost(MOST));
    let after = told.value("after-streams")?;
    figures.add(row("memory in the end"), after, MEGABYTES, AtMost(MOST));
    let each = (with - before) * 1000.0 / STREAMS;
    figures.add(row("memory of one"), each, KILOBYTES, None);
    for (key, name) in [
        ("heard-p50", "a change heard, p50"),
        ("heard-p99", "a change heard, p99"),
        ("heard-by-all-p99", "a change heard by 50, p99"),
        ("visited-p50", "pages meanwhile, p50"),
        ("visited-p99", "pages meanwhile, p99"),
    ] {
        figures.add(row(name), told.value(key)?, FINE_MILLISECONDS, None);
    }
    let rate = told.value("told-rate")?;
    figures.add(row("events while all users change"), rate, REQUESTS, None);
    Ok(())
}
