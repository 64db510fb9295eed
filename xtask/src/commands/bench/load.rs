//! Many visitors at once, who browse and search.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd,
    figures::{
        BARE_AXUM, FINE_MILLISECONDS, Figures, MEGABYTES, REQUESTS,
        Target::{AtMost, None, RatioAtMost},
    },
    server::Server,
    throughput::GALLERY,
};

const VISITORS: &str = "200";
/// The milliseconds within which 99 of 100 answers are there.
const MAX_MILLISECONDS: f64 = 50.0;
/// The largest growth of the memory of a server that was asked everything once, as a ratio.
const GROWTH: f64 = 1.1;
/// The name of the yardstick of that growth.
const FIFTH: &str = "after a fifth";
/// The seconds for which visitors visit the yardstick.
const BARE_SECONDS: &str = "10";

pub(super) fn measure(catalogue: &Path, seconds: u64, figures: &mut Figures) -> Result<()> {
    let data = crowd::imported("load", catalogue)?;
    let server = Server::mitai(data.path())?;
    crowd::warm_up(&server, catalogue)?;
    println!("{VISITORS} visitors for {seconds} s …");
    let ours = crowd::of(&server, catalogue, &visitors(&seconds.to_string()))?;
    let bare = Server::yardstick(&server.get(GALLERY)?)?;
    println!("The same visitors, bare handler …");
    let bare = crowd::of(&bare, catalogue, &visitors(BARE_SECONDS))?;

    let row = |case: &str| format!("{VISITORS} visitors for {seconds} s: {case}");
    let (rate, offered) = (ours.value("visited-rate")?, bare.value("visited-rate")?);
    figures.beside((BARE_AXUM, offered), row("answers"), rate, REQUESTS, None);
    for (key, name, target) in [
        ("visited-p50", "p50", None),
        ("visited-p99", "p99", AtMost(MAX_MILLISECONDS)),
        ("visited-worst", "longest", None),
    ] {
        let (value, yardstick) = (ours.value(key)?, (BARE_AXUM, bare.value(key)?));
        figures.beside(yardstick, row(name), value, FINE_MILLISECONDS, target);
    }
    let (first, last) = (ours.value("visited-first")?, ours.value("visited-last")?);
    let name = row("memory in the end");
    figures.beside((FIFTH, first), name, last, MEGABYTES, RatioAtMost(GROWTH));
    Ok(())
}

/// Returns the flags of a crowd of visitors alone.
fn visitors(seconds: &str) -> [&str; 4] {
    ["--visitors", VISITORS, "--seconds", seconds]
}
