//! `mitai import`

mod jikan_lines;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use app::catalogue::import::Report;
use clap::{Args, Subcommand};
use domain::{
    catalogue::Provenance,
    clock::{Clock as _, SystemClock},
};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use self::jikan_lines::JikanLines;
use crate::config::Data;

/// Read titles from files into the store.
#[derive(Subcommand)]
pub(crate) enum Import {
    /// Files with one title a line, in the form of Jikan's `anime/{id}/full`, plain or gzipped.
    Jikan(Files),
}

/// What to read, and where to.
#[derive(Args)]
pub(crate) struct Files {
    /// Read in this order; all of them or, if one is damaged, none.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// Source name of titles imported from Jikan's form.
const JIKAN_IMPORT: &str = "jikan-import";

impl Import {
    /// Imports the files, showing how far it is.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self::Jikan(Files { files, data }) = self;
        let progress =
            ProgressBar::new(total_size(&files)).with_style(ProgressStyle::with_template(
                "{bar:40} {bytes}/{total_bytes} · {elapsed} · {eta} left",
            )?);
        let sources = files
            .iter()
            .map(|file| JikanLines::open(file, &progress))
            .collect::<domain::Result<Vec<_>>>()?;
        let store = data.store().await?;
        let provenance = Provenance {
            source: JIKAN_IMPORT.into(),
            as_of: SystemClock.now(),
        };
        let candidates = sources.into_iter().flatten();
        let report = app::catalogue::import::import(&store, provenance, candidates).await;
        let bytes = progress.position();
        progress.finish_and_clear();
        print(
            &report.context("Nothing was imported")?,
            bytes,
            progress.elapsed(),
        );
        Ok(())
    }
}

fn total_size(files: &[PathBuf]) -> u64 {
    let size = |file: &PathBuf| Path::metadata(file).map_or(0, |about| about.len());
    files.iter().map(size).sum()
}

fn print(report: &Report, bytes: u64, took: std::time::Duration) {
    let Report {
        read,
        added,
        changed,
        equal,
        adult,
        removed,
        unusable,
        reasons,
    } = report;
    println!(
        "{read} records read ({}) in {:.1} s",
        HumanBytes(bytes),
        took.as_secs_f64()
    );
    println!("{added} added, {changed} changed, {equal} equal");
    if adult + unusable > 0 {
        println!(
            "{} refused: {adult} adult, {unusable} unusable",
            adult + unusable
        );
    }
    if *removed > 0 {
        println!("{removed} taken away: adult by now");
    }
    for (number, reason) in reasons {
        println!("  record {number}: {reason}");
    }
    let more = unusable - reasons.len() as u64;
    if more > 0 {
        println!("  and {more} more");
    }
}
