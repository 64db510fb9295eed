//! The walk through a document: what names rows is walked into, each row is read whole.

use std::{cell::RefCell, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, value::RawValue};

use super::{Document, List, RawRow, lenient};
use crate::{MAX_ROWS, fields::Object, metered::Meter};

/// The names under which forms have their rows, or what holds their rows.
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
/// The names of containers with other media, beside those with anime, in what `AniList` and Simkl give out.
const OTHER_MEDIA: [&str; 3] = ["manga", "shows", "movies"];
/// The largest number of containers within one another.
const MAX_DEPTH: u8 = 8;

/// A walk into a value, which adds what it finds to the document.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    document: &'a RefCell<Document>,
    meter: &'a Meter,
    /// The list that the value belongs to.
    list: List,
    is_other_medium: bool,
    /// Whether the value stands in an array, where it is a row whatever it is.
    is_item: bool,
    depth: u8,
}

impl<'a> Walk<'a> {
    pub(super) fn new(document: &'a RefCell<Document>, meter: &'a Meter) -> Self {
        Self {
            document,
            meter,
            list: List::default(),
            is_other_medium: false,
            is_item: false,
            depth: 0,
        }
    }

    fn push<E: serde::de::Error>(&self, json: &impl ToString) -> Result<(), E> {
        self.meter.begin_row();
        let mut document = self.document.borrow_mut();
        document.rows.push(RawRow {
            json: json.to_string().into(),
            list: self.list.clone(),
            is_other_medium: self.is_other_medium,
        });
        if document.rows.len() > MAX_ROWS {
            return Err(E::custom("too many rows"));
        }
        Ok(())
    }

    fn nested(&self, list: Option<List>) -> Self {
        Self {
            list: list.unwrap_or_else(|| self.list.clone()),
            is_item: false,
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
        // An empty array is an empty list
        self.document.borrow_mut().has_container |= self.depth == 0;
        let item = || Walk {
            is_item: true,
            ..self.nested(None)
        };
        let mut is_empty = true;
        while items.next_element_seed(item())?.is_some() {
            is_empty = false;
        }
        if is_empty && self.is_item {
            return self.push(&"[]");
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut fields = Object::new();
        let mut is_container = false;
        let mut too_deep = None;
        while let Some(key) = map.next_key::<String>()? {
            let is_other_medium = OTHER_MEDIA.contains(&key.as_str());
            if (is_other_medium || CONTAINERS.contains(&key.as_str())) && is_walked(&fields) {
                is_container = true;
                let mut within = self.nested(List::of(&fields));
                within.is_other_medium |= is_other_medium;
                map.next_value_seed(within)?;
            } else {
                let raw = map.next_value::<Box<RawValue>>()?;
                if let Some(value) = lenient::value(&raw) {
                    fields.insert(key, value);
                } else {
                    too_deep = Some(raw);
                }
            }
        }
        if is_container || self.depth == 0 {
            let mut document = self.document.borrow_mut();
            document.has_container |= is_container;
            document.header.extend(fields);
            return Ok(());
        }
        match too_deep {
            // The row is as deep as its field
            Some(field) => self.push(&format_args!("{{\"\":{field}}}")),
            None => self.push(&Value::Object(fields)),
        }
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        if self.is_item {
            return self.push(&Value::Null);
        }
        Ok(())
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.push(&Value::from(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<(), E> {
        self.push(&Value::from(value))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<(), E> {
        self.push(&Value::from(value))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        self.push(&Value::from(value))
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<(), E> {
        self.push(&Value::from(value))
    }
}

/// Whether what has these fields so far may hold rows: a row of Kitsu has `attributes`, one of MyAnimeList `node`.
fn is_walked(fields: &Object) -> bool {
    let of_rows = ["attributes", "node", "media", "show", "target_id"];
    !of_rows.iter().any(|name| fields.contains_key(*name))
}
