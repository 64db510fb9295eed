//! Kitsu's API: entries of a library, and beside them the titles and their numbers at other sites.

use std::collections::HashMap;

use domain::{
    anime::{ForeignId, MalId, Site},
    anime_list::ImportedTitle,
};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::{RawRow, date, each};
use crate::{
    FileEntry, Row, RowError,
    date::{instant, timestamp},
    fields::{self, Object},
    status,
};

/// Reads the rows of the library; the titles beside them are no rows.
pub(super) fn rows(found: &[RawRow], zone: &TimeZone) -> Vec<Row> {
    let included = Included::of(found);
    let is_entry = |row: &Object| {
        !row.contains_key("type") || is_of_kind(row, &["libraryentries", "libraryentry"])
    };
    let of_library = found
        .iter()
        .filter(|it| it.object().is_none_or(|row| is_entry(&row)));
    each(of_library, |row, _| included.entry(row, zone))
}

fn is_of_kind(row: &Object, kinds: &[&str]) -> bool {
    let kind = fields::text(row, "type").unwrap_or_default();
    let letters = kind.chars().filter(char::is_ascii_alphabetic);
    let kind: String = letters.map(|it| it.to_ascii_lowercase()).collect();
    kinds.contains(&kind.as_str())
}

/// The names of titles, and their numbers on MyAnimeList, that stand beside the entries.
#[derive(Default)]
struct Included {
    names: HashMap<u32, String>,
    mal_ids: HashMap<u32, u32>,
}

impl Included {
    fn of(found: &[RawRow]) -> Self {
        let mut included = Self::default();
        let mut mappings = HashMap::new();
        let objects = || found.iter().filter_map(RawRow::object);
        for row in objects().filter(|row| is_of_kind(row, &["mappings", "mapping"])) {
            let attributes = fields::object(&row, "attributes");
            let mal_id = fields::id(attributes, "externalId");
            let is_mal = fields::text(attributes, "externalSite") == Some("myanimelist/anime");
            if let (Some(id), Some(mal_id), true) = (fields::id(&row, "id"), mal_id, is_mal) {
                mappings.insert(id, mal_id);
                let item = fields::object(fields::object(&row, "relationships"), "item");
                if let Some(title) = fields::id(fields::object(item, "data"), "id") {
                    included.mal_ids.insert(title, mal_id);
                }
            }
        }
        for row in objects().filter(|row| is_of_kind(row, &["anime"])) {
            let Some(id) = fields::id(&row, "id") else {
                continue;
            };
            if let Some(name) = fields::text(fields::object(&row, "attributes"), "canonicalTitle") {
                included.names.insert(id, name.to_owned());
            }
            let listed = fields::object(fields::object(&row, "relationships"), "mappings");
            let listed = listed.get("data").and_then(|it| it.as_array());
            let mut listed = listed.into_iter().flatten();
            let mapped = |it: &Value| mappings.get(&fields::id(it.as_object()?, "id")?);
            if let Some(mal_id) = listed.find_map(mapped) {
                included.mal_ids.insert(id, *mal_id);
            }
        }
        included
    }

    fn entry(&self, row: &Object, zone: &TimeZone) -> Result<FileEntry, RowError> {
        let relationships = fields::object(row, "relationships");
        let of = |name| {
            fields::id(
                fields::object(fields::object(relationships, name), "data"),
                "id",
            )
        };
        if of("manga").is_some() {
            return Err(RowError::OtherMedium);
        }
        let media = fields::object(fields::object(relationships, "media"), "data");
        if is_of_kind(media, &["manga"]) {
            return Err(RowError::OtherMedium);
        }
        let id = of("anime")
            .or_else(|| of("media"))
            .ok_or(RowError::NoTitle)?;
        let title = ImportedTitle {
            mal_id: self.mal_ids.get(&id).copied().map(MalId::new),
            foreign: Some(ForeignId {
                site: Site::Kitsu,
                id,
            }),
            name: self.names.get(&id).cloned(),
        };
        let attributes = fields::object(row, "attributes");
        let name = fields::text(attributes, "status").ok_or(RowError::NoStatus)?;
        let (status, _) = status::named(name).ok_or_else(|| RowError::Status(name.into()))?;
        let mut entry = FileEntry::new(title, status);
        if fields::yes(attributes, "reconsuming") {
            entry.imported.status = Some(domain::anime_list::Status::Watching);
            entry.imported.rewatching = true;
        }
        entry.read_progress(attributes, "progress");
        entry.read_rewatches(attributes, "reconsumeCount");
        let score = entry.read_score(attributes, "ratingTwenty");
        entry.set_score(score, 20.0);
        entry.read_notes(attributes, "notes");
        let private = attributes.contains_key("private");
        entry.imported.private = private.then(|| fields::yes(attributes, "private"));
        for (name, is_start) in [("startedAt", true), ("finishedAt", false)] {
            let text = fields::text(attributes, name).unwrap_or_default();
            let at = date(instant(text, zone), &text, &mut entry);
            if is_start {
                entry.imported.started = at;
            } else {
                entry.imported.finished = at;
            }
        }
        let updated = fields::text(attributes, "updatedAt");
        entry.imported.updated_at = updated.and_then(timestamp);
        Ok(entry)
    }
}
