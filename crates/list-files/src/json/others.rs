//! JSON forms whose rows are each read by itself.

use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, Status},
};
use jiff::tz::TimeZone;

use super::date;
use crate::{
    FileEntry, RowError,
    date::{instant, local_instant, numbers, timestamp},
    fields::{self, Object},
    status::{self, Watched},
};

pub(super) fn titled(mal_id: Option<u32>, name: Option<&str>) -> Result<ImportedTitle, RowError> {
    if mal_id.is_none() && name.is_none() {
        return Err(RowError::NoTitle);
    }
    Ok(ImportedTitle {
        mal_id: mal_id.map(MalId::new),
        foreign: None,
        name: name.map(str::to_owned),
    })
}

fn named_status(row: &Object) -> Result<Watched, RowError> {
    if let Some(number) = row.get("status").and_then(serde_json::Value::as_u64) {
        let status = u8::try_from(number).ok().and_then(status::numbered);
        let status = status.ok_or_else(|| RowError::Status(number.to_string()))?;
        return Ok((status, false));
    }
    let name = fields::text(row, "status").ok_or(RowError::NoStatus)?;
    status::named(name).ok_or_else(|| RowError::Status(name.into()))
}

/// Reads a row of what MyAnimeList's API answers, or of what its pages load.
pub(super) fn my_anime_list(row: &Object) -> Result<FileEntry, RowError> {
    let node = fields::object(row, "node");
    let (of, title) = if node.is_empty() {
        (
            row,
            titled(
                fields::id(row, "anime_id"),
                fields::text(row, "anime_title"),
            ),
        )
    } else {
        let title = titled(fields::id(node, "id"), fields::text(node, "title"));
        (fields::object(row, "list_status"), title)
    };
    let (status, _) = named_status(of)?;
    let mut entry = FileEntry::new(title?, status);
    if fields::yes(of, "is_rewatching") {
        entry.imported.status = Some(Status::Watching);
        entry.imported.rewatching = true;
    }
    let watched = ["num_episodes_watched", "num_watched_episodes"];
    let is_there = |name: &&str| of.get(*name).is_some_and(|it| !it.is_null());
    let watched = watched.into_iter().find(is_there);
    entry.read_progress(of, watched.unwrap_or_default());
    entry.read_rewatches(of, "num_times_rewatched");
    let score = entry.read_score(of, "score");
    entry.set_whole_score(score);
    entry.read_notes(of, "comments");
    entry.imported.started = day(of, "start_date", &mut entry);
    entry.imported.finished = day(of, "finish_date", &mut entry);
    match of.get("tags") {
        Some(serde_json::Value::Array(tags)) => {
            entry.add_tags(tags.iter().filter_map(|it| it.as_str()));
        }
        _ => entry.add_tags(fields::text(of, "tags").unwrap_or_default().split(',')),
    }
    entry.imported.updated_at = fields::text(of, "updated_at").and_then(timestamp);
    Ok(entry)
}

fn day(of: &Object, name: &str, entry: &mut FileEntry) -> Option<domain::anime_list::PartialDate> {
    let text = fields::text(of, name)?;
    date(numbers(text), &text, entry)
}

/// Reads a row of Shikimori's export.
pub(super) fn shikimori(row: &Object) -> Result<FileEntry, RowError> {
    if fields::text(row, "target_type") != Some("Anime") {
        return Err(RowError::OtherMedium);
    }
    let name = fields::text(row, "target_title");
    let title = titled(fields::id(row, "target_id"), name)?;
    let (status, rewatching) = named_status(row)?;
    let mut entry = FileEntry::new(title, status);
    entry.imported.rewatching = rewatching;
    entry.read_progress(row, "episodes");
    entry.read_rewatches(row, "rewatches");
    let score = entry.read_score(row, "score");
    entry.set_whole_score(score);
    entry.read_notes(row, "text");
    Ok(entry)
}

/// Reads a row of Anime-Planet's export, which counts all watchings, not those after the first.
pub(super) fn anime_planet(row: &Object) -> Result<FileEntry, RowError> {
    let title = titled(None, fields::text(row, "name"))?;
    if fields::text(row, "status") == Some("won't watch") {
        return Err(RowError::NotInterested);
    }
    let (status, rewatching) = named_status(row)?;
    let mut entry = FileEntry::new(title, status);
    entry.imported.rewatching = rewatching;
    entry.read_progress(row, "eps");
    let times = entry.read_count(row, "times");
    entry.set_rewatches(times.map(|times| times.saturating_sub(1).max(0)));
    let score = entry.read_score(row, "rating");
    entry.set_score(score, 5.0);
    let started = fields::text(row, "started").unwrap_or_default();
    entry.imported.started = date(local_instant(started), &started, &mut entry);
    let finished = fields::text(row, "completed").unwrap_or_default();
    entry.imported.finished = date(local_instant(finished), &finished, &mut entry);
    Ok(entry)
}

/// Reads a row of Simkl's backup.
pub(super) fn simkl(row: &Object, zone: &TimeZone) -> Result<FileEntry, RowError> {
    let show = fields::object(row, "show");
    let mal_id = fields::id(fields::object(show, "ids"), "mal");
    let title = titled(mal_id, fields::text(show, "title"))?;
    let (status, rewatching) = named_status(row)?;
    let mut entry = FileEntry::new(title, status);
    entry.imported.rewatching = rewatching;
    entry.read_progress(row, "watched_episodes_count");
    let score = entry.read_score(row, "user_rating");
    entry.set_whole_score(score);
    let memo = fields::object(row, "memo");
    entry.read_notes(memo, "text");
    if status == Status::Completed {
        let last = fields::text(row, "last_watched_at").unwrap_or_default();
        entry.imported.finished = date(instant(last, zone), &last, &mut entry);
    }
    Ok(entry)
}
