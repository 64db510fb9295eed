//! CSV for spreadsheets: UTF-8 that they recognise by its mark, scores out of ten, words for statuses.

use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};
use domain::anime_list::{ListItem, PartialDate, Score, ScoreScale, Status};

use super::{joined, legal, one_run::OneRun};
use crate::{Column, formula};

pub(super) fn write(items: &[ListItem], mut to: impl Write) -> io::Result<()> {
    to.write_all("\u{feff}".as_bytes())?;
    let mut csv = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(to);
    csv.write_record(Column::ALL.map(Column::as_str))?;
    for item in items {
        let watched = OneRun::from(&item.entry);
        csv.write_record(Column::ALL.map(|column| cell(column, item, &watched)))?;
    }
    csv.flush()
}

fn cell(column: Column, ListItem { title, entry }: &ListItem, watched: &OneRun) -> String {
    let date = |date: Option<PartialDate>| date.map(|it| it.to_string()).unwrap_or_default();
    let text = |text: &str| formula::escaped(legal(text));
    match column {
        Column::MalId => title.mal_id.to_string(),
        Column::Title => text(&title.title),
        Column::Status => word(watched).into(),
        Column::Progress => watched.progress.to_string(),
        Column::Score => entry.score.map(score).unwrap_or_default(),
        Column::Started => date(watched.started),
        Column::Finished => date(watched.finished),
        Column::Rewatches => watched.rewatches.to_string(),
        Column::Notes => text(&entry.notes),
        Column::Tags => text(&joined(&entry.tags)),
        Column::Private => if entry.private { "yes" } else { "no" }.into(),
    }
}

fn score(score: Score) -> String {
    ScoreScale::TenDecimal.shown(score).to_string()
}

const fn word(watched: &OneRun) -> &'static str {
    match watched.status {
        Status::Watching if watched.rewatching => "Rewatching",
        status => status.label(),
    }
}
