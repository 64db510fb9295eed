//! Requests a second, beside a bare handler that sends as many bytes.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::{
    figures::{
        BARE_AXUM, Figures, REQUESTS,
        Target::{self, RatioAtLeast},
    },
    server::Server,
};
use crate::{machine, process};

pub(super) const GALLERY: &str = "/api/v1/anime?list=popular&page=1";
pub(super) const HOME: &str = "/";

/// The number of rounds, which are many and short: on a busy machine speed changes within seconds.
const ROUNDS: usize = 15;
/// The smallest ratio of the gallery's throughput to the bare handler's.
const MIN_GALLERY: f64 = 0.55;
/// The smallest ratio of the home page's throughput to the bare handler's.
const MIN_HOME: f64 = 0.62;

/// Returns wrk, the program that makes the load, and installs it where it is missing.
pub(super) fn wrk() -> Result<PathBuf> {
    if let Some(found) = machine::find(&["wrk"]) {
        return Ok(found);
    }
    machine::install("wrk")?;
    machine::find(&["wrk"]).context(
        "The load comes from wrk: install it with your package manager, then run this again.",
    )
}

/// A page of ours, its yardstick, and the requests a second of both in each round.
struct Contest<'a> {
    name: &'static str,
    page: String,
    yardstick: &'a Server,
    rounds: Vec<(f64, f64)>,
}

pub(super) fn measure(wrk: &Path, data: &Path, figures: &mut Figures) -> Result<()> {
    let server = Server::mitai(data)?;
    let gallery = Server::yardstick(&server.get(GALLERY)?)?;
    let home = Server::yardstick(&server.get(HOME)?)?;
    let contest = |name, path, yardstick| Contest {
        name,
        page: format!("{}{path}", server.address()),
        yardstick,
        rounds: Vec::new(),
    };
    let mut contests = [
        contest("gallery call", GALLERY, &gallery),
        contest("home page", HOME, &home),
    ];
    println!("Making load …");
    // Rounds alternate, so that what else the machine does falls on all alike.
    for _ in 0..ROUNDS {
        for contest in &mut contests {
            let page = load(wrk, &contest.page)?;
            let bare = load(wrk, &contest.yardstick.address())?;
            println!(
                "  {}: {page:.0} /s, bare handler {bare:.0} /s",
                contest.name
            );
            contest.rounds.push((page, bare));
        }
    }
    let [gallery, home] = contests;
    add(gallery, RatioAtLeast(MIN_GALLERY), figures);
    add(home, RatioAtLeast(MIN_HOME), figures);
    Ok(())
}

/// The round of the median ratio: what a machine does at one moment falls on both of a round alike.
fn add(contest: Contest, target: Target, figures: &mut Figures) {
    let mut rounds = contest.rounds;
    rounds.sort_by(|(page, bare), (other, other_bare)| {
        (page / bare).total_cmp(&(other / other_bare))
    });
    let (page, bare) = rounds[ROUNDS / 2];
    figures.beside((BARE_AXUM, bare), contest.name, page, REQUESTS, target);
}

/// Returns the requests a second by one visitor who waits for each answer.
pub(super) fn single_client(wrk: &Path, address: &str) -> Result<f64> {
    requests(wrk, ["1", "1"], address)
}

fn load(wrk: &Path, address: &str) -> Result<f64> {
    requests(wrk, ["2", "64"], address)
}

fn requests(wrk: &Path, [threads, connections]: [&str; 2], address: &str) -> Result<f64> {
    let load = [
        "--threads",
        threads,
        "--connections",
        connections,
        "--duration",
        "1s",
    ];
    let as_browsers_do = ["--header", "Accept-Encoding: br", address];
    let report = process::answer(
        &wrk.to_string_lossy(),
        &[&load[..], &as_browsers_do].concat(),
    );
    rate(&report.context("wrk failed")?)
}

/// Returns the requests a second in what wrk prints.
fn rate(report: &str) -> Result<f64> {
    let mut lines = report.lines().map(str::trim);
    let failed = |line: &str| line.starts_with("Non-2xx") || line.starts_with("Socket errors");
    if let Some(failed) = lines.clone().find(|line| failed(line)) {
        bail!("not every request was answered: {failed}");
    }
    let rate = lines.find_map(|line| line.strip_prefix("Requests/sec:"));
    Ok(rate.context("wrk printed no rate")?.trim().parse()?)
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rate_counts_only_without_errors() {
        let well = "  2 threads and 64 connections\nRequests/sec:  51234.56\n";
        assert!((rate(well).unwrap() - 51234.56).abs() < f64::EPSILON);
        let badly = "  Non-2xx or 3xx responses: 7\nRequests/sec:  51234.56\n";
        assert!(rate(badly).is_err());
        assert!(rate("").is_err());
    }
}
