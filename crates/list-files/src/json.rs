//! JSON of all forms. A document is walked as it is read: what names rows is walked into, each row is read whole.

mod anilist;
mod kitsu;
mod lenient;
mod lone_surrogates;
mod mitai;
mod others;
mod trakt;

pub(crate) use self::{lone_surrogates::LoneSurrogates, mitai::VERSION as MITAI_VERSION};

use std::{
    cell::RefCell,
    fmt,
    io::{BufReader, Read},
};

use domain::anime_list::PartialDate;
use jiff::tz::TimeZone;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, value::RawValue};

use crate::{
    FileEntry, FileError, Form, ListFile, MAX_ROWS, Remark, Row, RowError, date,
    entry::clipped,
    fields::{self, Object},
    metered::Meter,
    text_filter::FilteredText,
};

/// Names under which forms have their rows, or what holds them.
const CONTAINERS: [&str; 9] = [
    "data",
    "lists",
    "entries",
    "MediaListCollection",
    "anime",
    "included",
    "list",
    "library",
    "unresolved",
];
/// Containers of what is no anime, beside those that are, in what `AniList` and Simkl give out.
const OTHER_MEDIA: [&str; 3] = ["manga", "shows", "movies"];
/// Containers within one another at most.
const MAX_DEPTH: u8 = 8;

/// Reads a whole file.
pub(crate) fn read(text: impl Read, meter: &Meter, zone: &TimeZone) -> Result<ListFile, FileError> {
    let document = RefCell::new(Document::default());
    let text = BufReader::new(FilteredText::new(text, LoneSurrogates::default()));
    let mut deserializer = serde_json::Deserializer::from_reader(text);
    let walk = Walk {
        document: &document,
        meter,
        list: List::default(),
        is_other_medium: false,
        depth: 0,
    };
    let walked = walk
        .deserialize(&mut deserializer)
        .and_then(|()| deserializer.end());
    let document = document.into_inner();
    if document.rows.len() > MAX_ROWS {
        return Err(FileError::TooLarge);
    }
    match walked {
        Ok(()) => document.list(zone),
        Err(error) if error.is_io() => Err(FileError::Damaged),
        // What begins with a brace is often something else
        Err(_) if document.rows.is_empty() => Err(FileError::NotAList),
        Err(error) => Err(FileError::Unreadable {
            line: u64::try_from(error.line()).unwrap_or(u64::MAX),
        }),
    }
}

/// A document as far as it was walked.
#[derive(Default)]
struct Document {
    /// Fields of what holds the rows.
    header: Object,
    has_container: bool,
    rows: Vec<Found>,
}

/// A row, and the list that it was found in.
struct Found {
    /// Its JSON: as values, many small things would take many times as much memory as the file.
    json: Box<str>,
    list: List,
    is_other_medium: bool,
}

impl Found {
    fn object(&self) -> Option<Object> {
        serde_json::from_str(&self.json).ok()
    }

    /// Why a row is not taken that is something else.
    fn no_object(&self) -> RowError {
        RowError::Shape(format!("{} is not an object", clipped(&self.json)))
    }
}

/// A list of `AniList`'s, as far as its fields come before its entries.
#[derive(Debug, Clone, Default)]
struct List {
    /// Its name, if its owner made it.
    custom: Option<String>,
    /// The status of its entries, which need not say it themselves.
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
        let mut objects = self.rows.iter().filter_map(Found::object);
        let Some(form) = objects.find_map(|row| form(&row, &self.header)) else {
            let is_empty = self.rows.is_empty() && self.has_container;
            return match is_empty {
                true if mitai::is_form(&self.header) => Ok(ListFile::new(Form::Mitai, Vec::new())),
                true => Err(FileError::Empty),
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
        let is_manga = |row: &Row| row.content == Err(RowError::OtherMedium);
        if rows.iter().all(is_manga) {
            return Err(FileError::NoAnime);
        }
        Ok(ListFile::new(form, rows))
    }
}

/// The form that has such rows.
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
        (has(&["show", "status"]), Form::Simkl),
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

/// Reads each row by itself.
fn each<'a>(
    rows: impl IntoIterator<Item = &'a Found>,
    read: impl Fn(&Object, &List) -> Result<FileEntry, RowError>,
) -> Vec<Row> {
    let row = |(place, found): (usize, &Found)| {
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

/// What the title of a row that was refused is called, and its number as it stands there.
fn raw_title(row: &Object) -> (Option<String>, Option<String>) {
    (name(row).map(str::to_owned), raw_id(row))
}

/// The number of the title of a row that was refused, in any of the forms.
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

/// A name of the title of a row that was refused.
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

/// A date, with a remark where it is none.
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

/// Walks into a value: what it finds goes to the document.
#[derive(Clone)]
struct Walk<'a> {
    document: &'a RefCell<Document>,
    meter: &'a Meter,
    /// The list that the value belongs to.
    list: List,
    is_other_medium: bool,
    depth: u8,
}

impl Walk<'_> {
    fn push<E: serde::de::Error>(&self, value: &Value) -> Result<(), E> {
        self.meter.row_ended();
        let mut document = self.document.borrow_mut();
        document.rows.push(Found {
            json: value.to_string().into(),
            list: self.list.clone(),
            is_other_medium: self.is_other_medium,
        });
        if document.rows.len() > MAX_ROWS {
            return Err(E::custom("too many rows"));
        }
        Ok(())
    }

    fn deeper(&self, list: Option<List>) -> Self {
        Self {
            list: list.unwrap_or_else(|| self.list.clone()),
            depth: self.depth + 1,
            ..self.clone()
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.depth > MAX_DEPTH {
            return Err(D::Error::custom("too deep"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        // An array of nothing is a list of nothing
        self.document.borrow_mut().has_container |= self.depth == 0;
        while items.next_element_seed(self.deeper(None))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut fields = Object::new();
        let mut is_container = false;
        while let Some(key) = map.next_key::<String>()? {
            let is_other_medium = OTHER_MEDIA.contains(&key.as_str());
            if (is_other_medium || CONTAINERS.contains(&key.as_str())) && is_walked(&fields) {
                is_container = true;
                let mut within = self.deeper(List::of(&fields));
                within.is_other_medium |= is_other_medium;
                map.next_value_seed(within)?;
            } else {
                fields.insert(key, lenient::value(&map.next_value::<Box<RawValue>>()?)?);
            }
        }
        if is_container || self.depth == 0 {
            let mut document = self.document.borrow_mut();
            document.has_container |= is_container;
            document.header.extend(fields);
            return Ok(());
        }
        self.push(&Value::Object(fields))
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.push(&value.into())
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.push(&value.into())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.push(&value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        self.push(&value.into())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<(), E> {
        self.push(&value.into())
    }
}

/// Whether what has these fields so far may hold rows: a row of Kitsu has `attributes`, one of MyAnimeList `node`.
fn is_walked(fields: &Object) -> bool {
    let of_rows = ["attributes", "node", "media", "show", "target_id"];
    !of_rows.iter().any(|name| fields.contains_key(*name))
}
