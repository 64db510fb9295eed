//! The tables of people and of characters.

use domain::{
    Result,
    extras::{Character, CharacterId, Person, PersonId, Record},
};

use super::rows::to_json;
use crate::{
    anime::{from_json, optional_date},
    value::{Row, Value},
};

/// A record with a table of its own, and one of its names that is called like it and ends in `_name`.
pub(crate) trait RecordTable: Record + Clone + PartialEq + Send + Sync {
    const TABLE: &'static str;
    const ID: &'static str;
    /// The columns of the record, the id first.
    const COLUMNS: &'static [&'static str];
    /// The column of the birthday; `None` where records have none.
    const BIRTHDAY: Option<&'static str>;

    fn id(&self) -> u32;
    fn favorites(&self) -> Option<u32>;
    fn values(&self) -> Result<Vec<Value>>;
    fn read(row: &mut Row) -> Result<Self>;
}

impl RecordTable for Character {
    const TABLE: &'static str = "anime_character";
    const ID: &'static str = "character_id";
    const COLUMNS: &'static [&'static str] = &[
        "character_id",
        "name",
        "name_kanji",
        "nicknames",
        "image_url",
        "favorites",
        "about",
    ];
    const BIRTHDAY: Option<&'static str> = None;

    fn id(&self) -> u32 {
        self.id.get()
    }

    fn favorites(&self) -> Option<u32> {
        self.favorites
    }

    fn values(&self) -> Result<Vec<Value>> {
        Ok(vec![
            self.id.get().into(),
            (&self.name).into(),
            self.name_kanji.as_ref().into(),
            to_json(&self.nicknames)?,
            self.image_url.as_ref().into(),
            self.favorites.into(),
            self.about.as_ref().into(),
        ])
    }

    fn read(row: &mut Row) -> Result<Self> {
        Ok(Self {
            id: CharacterId::new(row.take("character_id")?),
            name: row.take("name")?,
            name_kanji: row.take("name_kanji")?,
            nicknames: from_json(&row.take::<String>("nicknames")?)?,
            image_url: row.take("image_url")?,
            favorites: row.take("favorites")?,
            about: row.take("about")?,
        })
    }
}

impl RecordTable for Person {
    const TABLE: &'static str = "anime_person";
    const ID: &'static str = "person_id";
    const COLUMNS: &'static [&'static str] = &[
        "person_id",
        "name",
        "given_name",
        "family_name",
        "other_names",
        "birthday",
        "image_url",
        "favorites",
        "about",
        "website_url",
    ];
    const BIRTHDAY: Option<&'static str> = Some("birthday");

    fn id(&self) -> u32 {
        self.id.get()
    }

    fn favorites(&self) -> Option<u32> {
        self.favorites
    }

    fn values(&self) -> Result<Vec<Value>> {
        Ok(vec![
            self.id.get().into(),
            (&self.name).into(),
            self.given_name.as_ref().into(),
            self.family_name.as_ref().into(),
            to_json(&self.other_names)?,
            self.birthday.map(|day| day.to_string()).into(),
            self.image_url.as_ref().into(),
            self.favorites.into(),
            self.about.as_ref().into(),
            self.website_url.as_ref().into(),
        ])
    }

    fn read(row: &mut Row) -> Result<Self> {
        Ok(Self {
            id: PersonId::new(row.take("person_id")?),
            name: row.take("name")?,
            given_name: row.take("given_name")?,
            family_name: row.take("family_name")?,
            other_names: from_json(&row.take::<String>("other_names")?)?,
            birthday: optional_date(row.take("birthday")?)?,
            image_url: row.take("image_url")?,
            favorites: row.take("favorites")?,
            about: row.take("about")?,
            website_url: row.take("website_url")?,
        })
    }
}
