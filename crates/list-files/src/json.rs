//! JSON of all forms, of which every row becomes an entry, or is refused by itself.

mod anilist;
mod kitsu;
mod lenient;
mod lone_surrogates;
mod mitai;
mod others;
mod trakt;
mod walk;

pub(crate) use self::{lone_surrogates::LoneSurrogates, mitai::VERSION as MITAI_VERSION};

use std::{
    cell::RefCell,
    fmt,
    io::{BufReader, Read},
};

use domain::anime_list::PartialDate;
use jiff::tz::TimeZone;
use serde::de::DeserializeSeed;

use self::walk::Walk;
use crate::{
    FileEntry, FileError, Form, ListFile, MAX_ROWS, Remark, Row, RowError, date,
    entry::clipped,
    fields::{self, Object},
    metered::Meter,
    text_filter::FilteredText,
};

/// Reads a whole file of any JSON form.
pub(crate) fn read(text: impl Read, meter: &Meter, zone: &TimeZone) -> Result<ListFile, FileError> {
    let document = RefCell::new(Document::default());
    let text = BufReader::new(FilteredText::new(text, LoneSurrogates::default()));
    let mut deserializer = serde_json::Deserializer::from_reader(text);
    let walked = Walk::new(&document, meter)
        .deserialize(&mut deserializer)
        .and_then(|()| deserializer.end());
    let document = document.into_inner();
    if document.rows.len() > MAX_ROWS {
        return Err(FileError::TooLarge);
    }
    match walked {
        Ok(()) => document.list(zone),
        Err(error) if error.is_io() => Err(FileError::Damaged),
        // A file that begins with a brace is often something else
        Err(error) if document.rows.is_empty() && !error.is_eof() => Err(FileError::NotAList),
        Err(error) => Err(FileError::Unreadable {
            line: u64::try_from(error.line()).unwrap_or(u64::MAX),
            entries: document.rows.len(),
        }),
    }
}

/// A document, as far as it was walked.
#[derive(Default)]
struct Document {
    /// The fields of the objects that hold the rows.
    header: Object,
    has_container: bool,
    rows: Vec<RawRow>,
}

/// A row, and the list that it was found in.
struct RawRow {
    /// Its JSON: as values, many small things would take many times as much memory as the file.
    json: Box<str>,
    list: List,
    is_other_medium: bool,
}

impl RawRow {
    fn object(&self) -> Option<Object> {
        serde_json::from_str(&self.json).ok()
    }

    /// Why a row is not taken that is no object, or is nested too deep to be read.
    fn no_object(&self) -> RowError {
        RowError::Shape(if self.json.starts_with('{') {
            "it is nested too deep".to_owned()
        } else {
            format!("{} is not an object", clipped(&self.json))
        })
    }
}

/// A list of `AniList`'s, as far as its fields come before its entries.
#[derive(Debug, Clone, Default)]
struct List {
    /// The list's name, if its owner made the list.
    custom: Option<String>,
    /// The status of the list's entries, which need not say it themselves.
    status: Option<String>,
}

impl List {
    fn of(fields: &Object) -> Option<Self> {
        let own = |name| fields::text(fields, name).map(str::to_owned);
        let list = Self {
            custom: own("name").filter(|_| fields::yes(fields, "isCustomList")),
            status: own("status"),
        };
        (list.custom.is_some() || list.status.is_some()).then_some(list)
    }
}

impl Document {
    fn list(self, zone: &TimeZone) -> Result<ListFile, FileError> {
        if mitai::is_newer(&self.header) {
            return Err(FileError::Newer);
        }
        let mut objects = self.rows.iter().filter_map(RawRow::object);
        let Some(form) = objects.find_map(|row| form(&row, &self.header)) else {
            let is_empty = self.rows.is_empty() && self.has_container;
            let has_other_media =
                !self.rows.is_empty() && self.rows.iter().all(|row| row.is_other_medium);
            return match is_empty {
                true if mitai::is_form(&self.header) => Ok(ListFile::new(Form::Mitai, Vec::new())),
                true => Err(FileError::Empty),
                false if has_other_media => Err(FileError::NoAnime),
                false => Err(FileError::NotAList),
            };
        };
        let rows = match form {
            Form::Kitsu => kitsu::rows(&self.rows, zone),
            Form::AniList => anilist::rows(&self.rows, &self.header),
            Form::AniListData => anilist::data_rows(&self.rows, &self.header),
            Form::Trakt => trakt::rows(&self.rows, zone),
            _ => each(&self.rows, |row, _| match form {
                Form::Mitai => mitai::entry(row),
                Form::Shikimori => others::shikimori(row),
                Form::AnimePlanet => others::anime_planet(row),
                Form::Simkl => others::simkl(row, zone),
                _ => others::my_anime_list(row),
            }),
        };
        let is_other_medium = |row: &Row| row.content == Err(RowError::OtherMedium);
        if rows.iter().all(is_other_medium) {
            return Err(FileError::NoAnime);
        }
        Ok(ListFile::new(form, rows))
    }
}

/// The form whose rows have such fields.
fn form(row: &Object, header: &Object) -> Option<Form> {
    let has = |names: &[&str]| names.iter().all(|name| row.contains_key(*name));
    let forms = [
        (
            (has(&["mal_id", "entry"]) || has(&["said"])) && mitai::is_form(header),
            Form::Mitai,
        ),
        (has(&["target_id", "target_type"]), Form::Shikimori),
        (has(&["series_id", "series_type"]), Form::AniListData),
        (
            has(&["anime_id", "num_watched_episodes"]),
            Form::MyAnimeListJson,
        ),
        (has(&["node", "list_status"]), Form::MyAnimeListJson),
        (has(&["type", "attributes"]), Form::Kitsu),
        (has(&["media"]) || has(&["mediaId"]), Form::AniList),
        (has(&["name", "status", "eps"]), Form::AnimePlanet),
        (
            has(&["show", "status"]) || has(&["movie", "status"]),
            Form::Simkl,
        ),
        (
            has(&["watched_at"])
                || has(&["last_watched_at", "show"])
                || has(&["last_watched_at", "movie"]),
            Form::Trakt,
        ),
    ];
    let found = forms.into_iter().find(|(is_it, _)| *is_it);
    found.map(|(_, form)| form)
}

/// Reads each row by itself, with the list that it was found in.
fn each<'a>(
    rows: impl IntoIterator<Item = &'a RawRow>,
    read: impl Fn(&Object, &List) -> Result<FileEntry, RowError>,
) -> Vec<Row> {
    let row = |(place, found): (usize, &RawRow)| {
        let object = found.object();
        let content = (object.as_ref())
            .ok_or_else(|| found.no_object())
            .and_then(|row| {
                if found.is_other_medium {
                    Err(RowError::OtherMedium)
                } else {
                    read(row, &found.list)
                }
            });
        Row::new(place, content, || {
            object.as_ref().map(raw_title).unwrap_or_default()
        })
    };
    rows.into_iter().enumerate().map(row).collect()
}

/// The name and the number, as it stands there, of the title of a row that was refused.
fn raw_title(row: &Object) -> (Option<String>, Option<String>) {
    (name(row).map(str::to_owned), raw_id(row))
}

/// The number of a refused row's title as it stands there, in any of the forms.
fn raw_id(row: &Object) -> Option<String> {
    let own = [
        "mal_id",
        "anime_id",
        "target_id",
        "mediaId",
        "series_id",
        "foreign_id",
    ];
    let node = fields::object(row, "node");
    let media = fields::object(row, "media");
    let ids = ["show", "movie"].map(|name| fields::object(fields::object(row, name), "ids"));
    let relationships = fields::object(row, "relationships");
    let related = ["anime", "media", "manga"].map(|name| fields::object(relationships, name));
    let related = related.map(|it| fields::object(it, "data"));
    let nested = [(node, "id"), (media, "idMal"), (media, "id")].into_iter();
    let nested = nested
        .chain(ids.map(|it| (it, "mal")))
        .chain(ids.map(|it| (it, "trakt")))
        .chain(related.map(|it| (it, "id")));
    let all = own.into_iter().map(|name| (row, name)).chain(nested);
    let mut shown = all.filter_map(|(of, name)| fields::raw(of, name));
    shown.next()
}

/// The name of a refused row's title, in any of the forms.
fn name(row: &Object) -> Option<&str> {
    let names = ["name", "title", "target_title", "anime_title"];
    let own = names.iter().find_map(|name| fields::text(row, name));
    let nested = ["node", "show", "movie"].map(|name| fields::object(row, name));
    let titles = fields::object(fields::object(row, "media"), "title");
    let of_media = ["userPreferred", "romaji", "english", "native"];
    let of_mitai = fields::object(row, "title");
    own.or_else(|| fields::text(of_mitai, "name"))
        .or_else(|| nested.iter().find_map(|of| fields::text(of, "title")))
        .or_else(|| of_media.iter().find_map(|name| fields::text(titles, name)))
}

/// Takes a date that was read, with a remark if the text is no date.
fn date(read: date::Read, shown: &dyn fmt::Display, entry: &mut FileEntry) -> Option<PartialDate> {
    match read {
        date::Read::None => None,
        date::Read::Date(date) => Some(date),
        date::Read::Bad => {
            entry
                .remarks
                .push(Remark::Date(clipped(&shown.to_string())));
            None
        }
    }
}
