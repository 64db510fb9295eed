//! `mitai import`

#[cfg(test)]
mod generated;
mod jikan_lines;
mod offline_database;
mod packed;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use app::catalogue::import::{Candidate, Report, Tally};
use clap::{Args, Subcommand};
use domain::{
    anime::MalId,
    clock::{Clock as _, SystemClock},
    provenance::{OFFLINE_DATABASE, Provenance},
    provider::SourceTitle,
    slug::of_title,
};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use jiff::Timestamp;

use self::{
    jikan_lines::{JikanLines, LineKind},
    offline_database::OfflineDatabase,
};
use crate::{config::DataLocation, output::print_line};

/// Read titles from files into the store.
#[derive(Subcommand)]
pub(crate) enum Import {
    /// Files with one record a line, in the form of Jikan's answers, plain or packed (gzip, Zstandard): titles, or
    /// with `--kind` what is known beside them.
    Jikan {
        /// What the lines are, by Jikan's addresses. Beside `data` stands the title's `mal_id` or `anime_id`; pages
        /// of one title follow each other. What belongs to no title of the store is left out, so titles come first,
        /// people and characters after the casts and staffs that they are in
        #[arg(long, value_enum, default_value_t = LineKind::Titles)]
        kind: LineKind,
        #[command(flatten)]
        files: Files,
    },
    /// Files of anime-offline-database, JSON or JSON lines, plain or packed (gzip, Zstandard). They
    /// add titles and fill gaps; what other sources say stays.
    AnimeOfflineDatabase(Files),
}

/// What to read, and where to.
#[derive(Args)]
pub(crate) struct Files {
    /// Read in this order; all of them or, if one is damaged, none.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    data: DataLocation,
}

/// Source name of titles imported from Jikan's form.
const JIKAN_IMPORT: &str = "jikan-import";
/// The first words of an import's error message; the reason follows.
const NOTHING: &str = "Nothing was imported";

impl Import {
    /// Imports the files, showing how far it is.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let (Self::Jikan { files, .. } | Self::AnimeOfflineDatabase(files)) = &self;
        let progress =
            ProgressBar::new(total_size(&files.files)).with_style(ProgressStyle::with_template(
                "{bar:40} {bytes}/{total_bytes} · {elapsed} · {eta} left",
            )?);
        let source = match &self {
            Self::Jikan { kind, files } => jikan(&files.files, *kind, &progress),
            Self::AnimeOfflineDatabase(Files { files, .. }) => offline_database(files, &progress),
        };
        let source = source.context(NOTHING)?;
        let store = files.data.store().await?;
        let provenance = Provenance {
            source: source.name.into(),
            as_of: source.as_of,
        };
        let addresses = built_in_addresses()?;
        let candidates = source.candidates;
        let candidates =
            candidates.map(move |candidate| candidate.map(|found| addressed(found, &addresses)));
        let report =
            app::catalogue::import::import(&store, provenance, source.expected, candidates).await;
        let bytes = progress.position();
        progress.finish_and_clear();
        print(&report.context(NOTHING)?, bytes, progress.elapsed());
        Ok(())
    }
}

/// The opened files of one form, as candidates to import.
struct Source {
    name: &'static str,
    as_of: Timestamp,
    /// The description of the expected content, for the message about a file that has none of it.
    expected: &'static str,
    candidates: Box<dyn Iterator<Item = domain::Result<Candidate>> + Send>,
}

fn jikan(files: &[PathBuf], kind: LineKind, progress: &ProgressBar) -> domain::Result<Source> {
    let opened = files
        .iter()
        .map(|file| JikanLines::open(file, kind, progress));
    let opened = opened.collect::<domain::Result<Vec<_>>>()?;
    Ok(Source {
        name: JIKAN_IMPORT,
        as_of: SystemClock.now(),
        expected: kind.expected(),
        candidates: Box::new(opened.into_iter().flatten()),
    })
}

fn offline_database(files: &[PathBuf], progress: &ProgressBar) -> domain::Result<Source> {
    let opened = files
        .iter()
        .map(|file| OfflineDatabase::open(file, progress));
    let opened = opened.collect::<domain::Result<Vec<_>>>()?;
    let now = SystemClock.now();
    // Of several, the oldest: nothing is to look newer than it is
    let as_of = opened.iter().map(|file| file.as_of().unwrap_or(now)).min();
    Ok(Source {
        name: OFFLINE_DATABASE,
        as_of: as_of.unwrap_or(now).min(now),
        expected: "a file of anime-offline-database, JSON or JSON lines,",
        candidates: Box::new(opened.into_iter().flatten()),
    })
}

/// The addresses of the built-in catalogue. Pages link to them, and a title keeps the address that it is
/// stored with first, be that by an import or by a server's start.
fn built_in_addresses() -> domain::Result<HashMap<MalId, String>> {
    let titles = catalogue::titles()?;
    let addresses = titles.iter().map(|title| (title.mal_id, of_title(title)));
    Ok(addresses.collect())
}

fn addressed(candidate: Candidate, addresses: &HashMap<MalId, String>) -> Candidate {
    let Candidate::Title(SourceTitle::Title(mut title), extras) = candidate else {
        return candidate;
    };
    title.slug = addresses.get(&title.mal_id).cloned();
    Candidate::Title(SourceTitle::Title(title), extras)
}

fn total_size(files: &[PathBuf]) -> u64 {
    let size = |file: &PathBuf| Path::metadata(file).map_or(0, |about| about.len());
    files.iter().map(size).sum()
}

fn print(report: &Report, bytes: u64, took: std::time::Duration) {
    let Report {
        read,
        titles,
        extras,
        people,
        adult,
        removed,
        elsewhere,
        unusable,
        reasons,
    } = report;
    print_line(format_args!(
        "{read} {} read ({}) in {:.1} s",
        if *read == 1 { "record" } else { "records" },
        HumanBytes(bytes),
        took.as_secs_f64()
    ));
    let beside = [
        ("parts of titles: ", extras),
        ("people and characters: ", people),
    ];
    let beside = beside
        .into_iter()
        .filter(|(_, tally)| **tally != Tally::default());
    let beside: Vec<_> = beside.collect();
    if beside.is_empty() || *titles != Tally::default() {
        print_tally("", titles);
    }
    for (name, tally) in beside {
        print_tally(name, tally);
    }
    if adult + unusable > 0 {
        print_line(format_args!(
            "{} refused: {adult} adult, {unusable} unusable",
            adult + unusable
        ));
    }
    if *elsewhere > 0 {
        print_line(format_args!("{elsewhere} left out: not on MyAnimeList"));
    }
    if *removed > 0 {
        print_line(format_args!("{removed} taken away: adult by now"));
    }
    for (number, reason) in reasons {
        print_line(format_args!("  record {number}: {reason}"));
    }
    let more = unusable - reasons.len() as u64;
    if more > 0 {
        print_line(format_args!("  and {more} more"));
    }
}

fn print_tally(name: &str, tally: &Tally) {
    let Tally {
        added,
        changed,
        equal,
        unknown,
    } = tally;
    print_line(format_args!(
        "{name}{added} added, {changed} changed, {equal} equal"
    ));
    if *unknown > 0 {
        print_line(format_args!(
            "{name}{unknown} left out: the store has no title of theirs"
        ));
    }
}
