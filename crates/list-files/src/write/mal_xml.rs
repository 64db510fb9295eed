//! The XML of MyAnimeList, in the order of its elements, as MyAnimeList itself, `AniList` and Shikimori import it.

use std::io::{self, Write};

use domain::anime_list::{
    ImportedTitle, ListEntry, ListItem, MAX_TAG_CHARS, PartialDate, ScoreScale, Status,
};
use quick_xml::{
    Writer,
    events::{BytesCData, BytesDecl, BytesText, Event},
};

use super::{joined, legal, one_run::OneRun};
use crate::{FileEntry, mal_xml};

pub(super) fn write(items: &[ListItem], to: impl Write) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(to, b'\t', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("myanimelist")
        .write_inner_content(|xml| {
            Elements(xml).info(items)?;
            items.iter().try_for_each(|item| Elements(xml).anime(item))
        })?;
    let mut to = xml.into_inner();
    to.write_all(b"\n")?;
    to.flush()
}

/// A writer of elements.
struct Elements<'a, W>(&'a mut Writer<W>);

impl<W: Write> Elements<'_, W> {
    fn info(self, items: &[ListItem]) -> io::Result<()> {
        let of = |status| {
            let statuses = items.iter().map(|item| word(&OneRun::from(&item.entry)));
            statuses.filter(|it| *it == status).count()
        };
        let totals = [
            ("user_total_anime", items.len()),
            ("user_total_watching", of(WATCHING)),
            ("user_total_completed", of(COMPLETED)),
            ("user_total_onhold", of(ON_HOLD)),
            ("user_total_dropped", of(DROPPED)),
            ("user_total_plantowatch", of(PLAN_TO_WATCH)),
        ];
        self.group("myinfo", |it| {
            // 1 stands for anime, 2 for manga
            it.text("user_export_type", "1")?;
            totals
                .iter()
                .try_for_each(|(name, total)| it.text(name, &total.to_string()))
        })
    }

    fn anime(self, ListItem { title, entry }: &ListItem) -> io::Result<()> {
        let watched = OneRun::from(entry);
        let foreign_value = |name| foreign_value(entry, name);
        let number = |number: u16| number.to_string();
        self.group("anime", |it| {
            it.text("series_animedb_id", &title.mal_id.to_string())?;
            it.cdata("series_title", &title.title)?;
            it.text("series_type", title.kind.as_deref().unwrap_or("Unknown"))?;
            it.text("series_episodes", &number(title.episodes.unwrap_or(0)))?;
            it.text("my_id", "0")?;
            it.text("my_watched_episodes", &number(watched.progress))?;
            it.text("my_start_date", &date(watched.started))?;
            it.text("my_finish_date", &date(watched.finished))?;
            it.text("my_rated", "")?;
            it.text("my_score", &score(entry))?;
            it.text("my_storage", foreign_value("my_storage"))?;
            it.text("my_storage_value", foreign_value("my_storage_value"))?;
            it.text("my_status", word(&watched))?;
            it.cdata("my_comments", &comments(&entry.notes))?;
            it.text("my_times_watched", &number(watched.rewatches))?;
            it.text("my_rewatch_value", foreign_value("my_rewatch_value"))?;
            it.text("my_priority", foreign_value("my_priority"))?;
            it.cdata("my_tags", &tags(entry))?;
            it.text("my_rewatching", if watched.rewatching { "1" } else { "0" })?;
            it.text("my_rewatching_ep", foreign_value("my_rewatching_ep"))?;
            it.text("my_discuss", foreign_value("my_discuss"))?;
            it.text("my_sns", foreign_value("my_sns"))?;
            it.text("update_on_import", "1")
        })
    }

    fn group(
        self,
        name: &str,
        content: impl FnOnce(&mut Elements<'_, W>) -> io::Result<()>,
    ) -> io::Result<()> {
        let element = self.0.create_element(name);
        element.write_inner_content(|xml| content(&mut Elements(xml)))?;
        Ok(())
    }

    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        let element = self.0.create_element(name);
        element.write_text_content(BytesText::new(&legal(text)))?;
        Ok(())
    }

    /// Writes text that other importers expect unescaped.
    fn cdata(&mut self, name: &str, text: &str) -> io::Result<()> {
        let text = legal(text);
        let element = self.0.create_element(name);
        element.write_inner_content(|xml| {
            // A section within a section would look like a row that has swallowed others
            let parts = text.split_inclusive("<![");
            // A field without a section would hold the writer's indentation
            let parts = parts.chain(text.is_empty().then_some(""));
            // A section cannot hold what ends it
            let mut sections = parts.flat_map(BytesCData::escaped);
            sections.try_for_each(|section| xml.write_event(Event::CData(section)))
        })?;
        Ok(())
    }
}

const WATCHING: &str = "Watching";
const COMPLETED: &str = "Completed";
const ON_HOLD: &str = "On-Hold";
const DROPPED: &str = "Dropped";
const PLAN_TO_WATCH: &str = "Plan to Watch";

/// The word for a status. At MyAnimeList, what is being watched again is completed.
const fn word(watched: &OneRun) -> &'static str {
    match watched.status {
        Status::Watching if watched.rewatching => COMPLETED,
        Status::Watching => WATCHING,
        Status::Completed => COMPLETED,
        Status::Paused => ON_HOLD,
        Status::Dropped => DROPPED,
        Status::Planned => PLAN_TO_WATCH,
    }
}

/// What came from MyAnimeList and Mitai has no place for, or what MyAnimeList writes where nothing was chosen.
fn foreign_value<'a>(entry: &'a ListEntry, name: &str) -> &'a str {
    let default = || {
        mal_xml::FOREIGN_FIELDS
            .iter()
            .find(|(foreign_value, _)| *foreign_value == name)
    };
    match entry.foreign_fields.get(name) {
        Some(value) => value,
        None => default().map_or("", |(_, default)| default),
    }
}

fn date(date: Option<PartialDate>) -> String {
    let Some(date) = date else {
        return "0000-00-00".into();
    };
    let (month, day) = (date.month().unwrap_or(0), date.day().unwrap_or(0));
    format!("{:04}-{month:02}-{day:02}", date.year())
}

fn score(entry: &ListEntry) -> String {
    let score = entry.score.map_or(0.0, |it| ScoreScale::Ten.shown(it));
    format!("{score:.0}")
}

/// Notes, so that [`mal_xml::plain`] has them as they are: marks of HTML in them are escaped, and only where need be.
fn comments(notes: &str) -> String {
    let notes = legal(notes).replace("\r\n", "\n").replace('\r', "\n");
    if mal_xml::plain(&notes) == notes {
        return notes;
    }
    notes.replace('&', "&amp;").replace('<', "&lt;")
}

/// The tags as they came, those that Mitai does not keep among them; if the owner has changed tags since, without those
/// that were taken off and with those that were put on.
fn tags(entry: &ListEntry) -> String {
    let Some(came) = entry.foreign_fields.get("my_tags") else {
        return joined(&entry.tags);
    };
    let mut read = FileEntry::new(ImportedTitle::default(), entry.status);
    read.add_tags(came.split(','));
    if read.imported.tags == entry.tags {
        return came.clone();
    }
    let long = came.split(',').map(|tag| tag.trim().to_owned());
    let long = long.filter(|tag| tag.chars().count() > MAX_TAG_CHARS);
    joined(&entry.tags.iter().cloned().chain(long).collect::<Vec<_>>())
}
