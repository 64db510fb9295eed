//! `AniList`: what its API answers, and the data that it gives to those who ask for theirs.

use std::collections::HashMap;

use domain::{
    anime::{ForeignId, MalId, Site},
    anime_list::{ImportedTitle, PartialDate, ScoreScale},
};
use jiff::Timestamp;

use super::{List, RawRow, date, each};
use crate::{
    FileEntry, Remark, Row, RowError,
    date::parts_of,
    fields::{self, Object},
    status,
};

/// Reads the rows of the API. An entry stands in each custom list again, and some stand only there: the first one is
/// taken, with the names of all lists as tags.
pub(super) fn rows(found: &[RawRow], header: &Object) -> Vec<Row> {
    let scale = Scale::of(found, header);
    let mut rows: Vec<Row> = Vec::new();
    let mut places: HashMap<u32, usize> = HashMap::new();
    for mut row in each(found, |row, list| entry(row, list, scale)) {
        let media = row.content.as_ref().ok().and_then(|it| it.title.foreign);
        if let (Ok(entry), Some(ForeignId { id, .. })) = (&mut row.content, media) {
            if let Some(Row {
                content: Ok(first), ..
            }) = places.get(&id).and_then(|it| rows.get_mut(*it))
            {
                first.add_tags(entry.imported.tags.iter().map(String::as_str));
                continue;
            }
            places.insert(id, rows.len());
        }
        row.number = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
        rows.push(row);
    }
    rows
}

/// The scale of an answer's scores. The user who asks chooses it, and the answer need not say it.
#[derive(Clone, Copy)]
enum Scale {
    Linear(f64),
    Stars,
    Faces,
}

impl Scale {
    fn of(found: &[RawRow], header: &Object) -> Self {
        let options = fields::object(fields::object(header, "user"), "mediaListOptions");
        let format = fields::text(options, "scoreFormat");
        let scores = found
            .iter()
            .filter_map(|row| fields::decimal(&row.object()?, "score"));
        let highest = scores.fold(0.0, f64::max);
        match format {
            Some("POINT_5") if highest <= 5.0 => Self::Stars,
            Some("POINT_3") if highest <= 3.0 => Self::Faces,
            _ => Self::Linear(if highest > 10.0 { 100.0 } else { 10.0 }),
        }
    }

    /// Takes a score as `AniList` itself changes scales: a star is the middle of what it stands for.
    fn set_score(self, score: Option<f64>, entry: &mut FileEntry) {
        let faces = score.and_then(|it| ScoreScale::ThreeFaces.stored(it).ok());
        match self {
            Self::Linear(of) => entry.set_score(score, of),
            Self::Stars => entry.set_score(
                score.filter(|it| *it > 0.0).map(|it| it * 20.0 - 10.0),
                100.0,
            ),
            Self::Faces => {
                entry.imported.score = faces;
                let lost = score.filter(|it| *it != 0.0 && faces.is_none());
                let remark = lost.map(|it| Remark::Score(it.to_string()));
                entry.remarks.extend(remark);
            }
        }
    }
}

fn entry(row: &Object, list: &List, scale: Scale) -> Result<FileEntry, RowError> {
    let media = fields::object(row, "media");
    if fields::text(media, "type").is_some_and(|kind| kind != "ANIME")
        || media.get("chapters").is_some_and(|it| !it.is_null())
    {
        return Err(RowError::OtherMedium);
    }
    let id = fields::id(row, "mediaId").or_else(|| fields::id(media, "id"));
    let titles = fields::object(media, "title");
    let name = ["userPreferred", "romaji", "english", "native"];
    let title = ImportedTitle {
        mal_id: fields::id(media, "idMal").map(MalId::new),
        foreign: id.map(|id| ForeignId {
            site: Site::AniList,
            id,
        }),
        name: name
            .iter()
            .find_map(|it| fields::text(titles, it))
            .map(str::to_owned),
    };
    if title == ImportedTitle::default() {
        return Err(RowError::NoTitle);
    }
    let name = fields::text(row, "status").or(list.status.as_deref());
    let name = name.ok_or(RowError::NoStatus)?;
    let (status, rewatching) = status::named(name).ok_or_else(|| RowError::Status(name.into()))?;
    let mut entry = FileEntry::new(title, status);
    entry.imported.rewatching = rewatching;
    let score = entry.read_score(row, "score");
    scale.set_score(score, &mut entry);
    read_counts(row, &mut entry);
    entry.imported.started = parts(row, "startedAt", &mut entry);
    entry.imported.finished = parts(row, "completedAt", &mut entry);
    entry.imported.private = row
        .contains_key("private")
        .then(|| fields::yes(row, "private"));
    entry.imported.updated_at = updated_at(row, "updatedAt");
    let lists = fields::object(row, "customLists");
    let chosen = lists.keys().filter(|name| fields::yes(lists, name));
    entry.add_tags(chosen.map(String::as_str).chain(list.custom.as_deref()));
    Ok(entry)
}

/// Reads the rows of the data. The custom lists of an entry stand as a text of zeros and ones, in the order of
/// the lists' names in the user's settings.
pub(super) fn data_rows(found: &[RawRow], header: &Object) -> Vec<Row> {
    let lists = fields::object(fields::object(header, "user"), "custom_lists");
    let lists = lists.get("anime").and_then(|it| it.as_array());
    let names = lists
        .into_iter()
        .flatten()
        .map(|it| it.as_str().unwrap_or_default());
    let names: Vec<&str> = names.collect();
    each(found, |row, _| data_entry(row, &names))
}

fn data_entry(row: &Object, lists: &[&str]) -> Result<FileEntry, RowError> {
    if fields::number(row, "series_type") != Some(0) {
        return Err(RowError::OtherMedium);
    }
    let id = fields::id(row, "series_id").ok_or(RowError::NoTitle)?;
    let title = ImportedTitle {
        foreign: Some(ForeignId {
            site: Site::AniList,
            id,
        }),
        ..ImportedTitle::default()
    };
    let number = fields::number(row, "status").ok_or(RowError::NoStatus)?;
    let status = status::anilist_numbered(number);
    let (status, rewatching) = status.ok_or_else(|| RowError::Status(number.to_string()))?;
    let mut entry = FileEntry::new(title, status);
    entry.imported.rewatching = rewatching;
    // The data has scores of up to 100, whatever scale the user has chosen
    let score = entry.read_score(row, "score");
    Scale::Linear(100.0).set_score(score, &mut entry);
    read_counts(row, &mut entry);
    entry.imported.started = digits(row, "started_on", &mut entry);
    entry.imported.finished = digits(row, "finished_on", &mut entry);
    entry.imported.private = Some(fields::yes(row, "private"));
    entry.imported.updated_at = updated_at(row, "updated_at");
    let mask = fields::text(row, "custom_lists").unwrap_or_default();
    let chosen = mask.bytes().zip(lists).filter(|(bit, _)| *bit == b'1');
    entry.add_tags(chosen.map(|(_, name)| *name));
    Ok(entry)
}

/// Takes the fields that the API's rows and those of the data have in common.
fn read_counts(row: &Object, entry: &mut FileEntry) {
    entry.read_progress(row, "progress");
    entry.read_rewatches(row, "repeat");
    entry.read_notes(row, "notes");
    if let Some(priority) = fields::number(row, "priority") {
        entry.keep("priority", &priority.to_string(), "0");
    }
}

fn parts(row: &Object, name: &str, entry: &mut FileEntry) -> Option<PartialDate> {
    let at = fields::object(row, name);
    let part = |name| i16::try_from(fields::number(at, name).unwrap_or(0)).unwrap_or(-1);
    let (year, month, day) = (part("year"), part("month"), part("day"));
    date(
        parts_of(year, month, day),
        &format_args!("{year}-{month}-{day}"),
        entry,
    )
}

fn digits(row: &Object, name: &str, entry: &mut FileEntry) -> Option<PartialDate> {
    let number = fields::number(row, name).unwrap_or(0);
    let part = |part: i64| i16::try_from(part).unwrap_or(-1);
    let read = parts_of(
        part(number / 10_000),
        part(number / 100 % 100),
        part(number % 100),
    );
    date(read, &number, entry)
}

fn updated_at(row: &Object, name: &str) -> Option<Timestamp> {
    let seconds = fields::number(row, name).filter(|seconds| *seconds > 0)?;
    Timestamp::from_second(seconds).ok()
}
