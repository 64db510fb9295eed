//! Reading the elements of a row.

use std::collections::BTreeMap;

use domain::{
    anime::MalId,
    anime_list::{ImportedTitle, MAX_FOREIGN_BYTES, PartialDate, Status},
};
use quick_xml::{escape::resolve_predefined_entity, events::BytesRef};

use crate::{
    FileEntry, Remark, RowError, date,
    entry::clipped,
    status::{self, Watched},
};

/// Elements that Mitai has no place for, kept for a later export, and what MyAnimeList writes where nothing was chosen.
pub(crate) const FOREIGN_FIELDS: [(&str, &str); 7] = [
    ("my_rewatch_value", ""),
    ("my_priority", "LOW"),
    ("my_storage", ""),
    ("my_storage_value", "0.00"),
    ("my_discuss", "1"),
    ("my_sns", "default"),
    ("my_rewatching_ep", "0"),
];

/// The texts of a row's elements, by the elements' names.
#[derive(Default)]
pub(super) struct Fields(pub(super) BTreeMap<String, String>);

impl Fields {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name)?.trim();
        (!text.is_empty()).then_some(text)
    }

    pub(super) fn entry(&self) -> Result<FileEntry, RowError> {
        let (status, rewatching) = self.status()?;
        let mut entry = FileEntry::new(self.title()?, status);
        entry.imported.rewatching = rewatching;
        self.read_numbers(&mut entry);
        // Converters write a zero if they do not know the number
        let raw = self.get("series_animedb_id").filter(|raw| *raw != "0");
        entry.without_id(raw);
        entry.imported.started = self.date("my_start_date", &mut entry.remarks);
        entry.imported.finished = self.date("my_finish_date", &mut entry.remarks);
        entry.set_notes(&plain(self.get("my_comments").unwrap_or_default()));
        let tags = self.get("my_tags").unwrap_or_default();
        let before = entry.remarks.len();
        entry.add_tags(tags.split(','));
        let in_order = tags.split(',').map(str::trim).filter(|it| !it.is_empty());
        let is_reordered = !in_order.eq(&entry.imported.tags);
        let is_short = tags.len() <= MAX_FOREIGN_BYTES;
        if entry.remarks.len() > before || is_reordered && is_short {
            entry.keep("my_tags", tags, "");
        }
        for (name, default) in FOREIGN_FIELDS {
            entry.keep(name, self.get(name).unwrap_or_default(), default);
        }
        Ok(entry)
    }

    fn title(&self) -> Result<ImportedTitle, RowError> {
        let id = self.get("series_animedb_id");
        let id = id.and_then(|id| id.parse().ok()).filter(|id| *id > 0);
        let name = self.get("series_title").map(str::to_owned);
        if id.is_none() && name.is_none() {
            return Err(RowError::NoTitle);
        }
        Ok(ImportedTitle {
            mal_id: id.map(MalId::new),
            foreign: None,
            name,
        })
    }

    /// The row's status; Shikimori's says more than the one beside it.
    fn status(&self) -> Result<Watched, RowError> {
        let name = self.get("shiki_status").or_else(|| self.get("my_status"));
        let name = name.ok_or(RowError::NoStatus)?;
        let (status, again) = status::named(name).ok_or_else(|| RowError::Status(name.into()))?;
        let is_marked = self.get("my_rewatching") == Some("1");
        Ok(if is_marked && status == Status::Completed {
            (Status::Watching, true)
        } else {
            (status, again)
        })
    }

    fn read_numbers(&self, entry: &mut FileEntry) {
        let mut remarks = Vec::new();
        let watched = self.number("my_watched_episodes", &mut remarks);
        let rewatches = self.number("my_times_watched", &mut remarks);
        // Converters write a number of rewatches where MyAnimeList has 0 and 1
        let marked = self.get("my_rewatching");
        let unread = marked.filter(|mark| !["0", "1"].contains(mark));
        remarks.extend(unread.map(|mark| Remark::Number(clipped(mark))));
        let score = self.get("my_score");
        let decimal = score.and_then(|score| score.parse().ok());
        let decimal = decimal.filter(|it: &f64| it.is_finite());
        if let (Some(score), None) = (score, decimal) {
            remarks.push(Remark::Score(clipped(score)));
        }
        entry.remarks = remarks;
        entry.set_progress(watched);
        entry.set_rewatches(rewatches);
        entry.set_whole_score(decimal);
    }

    fn number(&self, name: &str, remarks: &mut Vec<Remark>) -> Option<i64> {
        let text = self.get(name)?;
        let number = text.parse().ok();
        if number.is_none() {
            remarks.push(Remark::Number(clipped(text)));
        }
        number
    }

    fn date(&self, name: &str, remarks: &mut Vec<Remark>) -> Option<PartialDate> {
        let text = self.get(name)?;
        match date::numbers(text) {
            date::Read::None => None,
            date::Read::Date(date) => Some(date),
            date::Read::Bad => {
                remarks.push(Remark::Date(clipped(text)));
                None
            }
        }
    }
}

/// Notes as they were typed: MyAnimeList writes some of them with the marks of HTML.
pub(crate) fn plain(notes: &str) -> String {
    let mut notes = notes.to_owned();
    for line_break in ["<br />\n", "<br />", "<br/>", "<br>"] {
        notes = notes.replace(line_break, "\n");
    }
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        notes = notes.replace(entity, character);
    }
    notes
}

/// The text that a reference stands for; the reference itself, if XML does not define it.
pub(super) fn resolved(reference: &BytesRef<'_>) -> String {
    let character = reference.resolve_char_ref().ok().flatten();
    let known = character.map(String::from).or_else(|| {
        let text = resolve_predefined_entity(reference)?;
        Some(text.to_owned())
    });
    known.unwrap_or_else(|| format!("&{};", &**reference))
}
