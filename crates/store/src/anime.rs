//! The rows of a title: reading and writing all its facts.

mod write;

use std::{collections::HashMap, iter};

use domain::{
    Error, Result,
    anime::{
        Aired, Anime, Broadcast, Company, FactGroup, ForeignId, Images, Link, LocalTitle, MalId,
        Origins, Relation, Tag, Trailer,
    },
    provenance::Provenance,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    Sql,
    enum_text::from_enum_text,
    in_list::{self, id_values},
    instant,
    tx::Tx,
    value::{Row, Value},
};

pub(crate) use write::{clear, origins, remove, write};

/// A title as it is stored. Of [`Origins`], the column holds only what differs from the provenance.
#[derive(Debug, Clone)]
pub(crate) struct StoredTitle {
    pub(crate) anime: Anime,
    pub(crate) slug: String,
    pub(crate) provenance: Provenance,
    pub(crate) origins: Origins,
    /// The digest of the record as the source gave it, before merging.
    pub(crate) digest: String,
}

/// The facts of a title that have no column of their own, as the JSON of `details`.
#[derive(Serialize, Deserialize)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_slug: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pending: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    synonyms: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    other_titles: Vec<LocalTitle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aired_to: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aired_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<String>,
    trailer: Trailer,
    #[serde(skip_serializing_if = "Option::is_none")]
    broadcast: Option<Broadcast>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    openings: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    endings: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    external: Vec<Link>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    streaming: Vec<Link>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    foreign_ids: Vec<ForeignId>,
}

const COLUMNS: [&str; 27] = [
    "mal_id",
    "slug",
    "title",
    "title_english",
    "title_japanese",
    "kind",
    "source",
    "episodes",
    "status",
    "aired_from",
    "season",
    "year",
    "rating",
    "score",
    "scored_by",
    "rank",
    "popularity",
    "members",
    "favorites",
    "synopsis",
    "seasons",
    "images",
    "details",
    "provenance",
    "as_of",
    "digest",
    "origins",
];

/// Reads the stored records of `ids`; an id without a record is left out.
pub(crate) async fn load(tx: &mut Tx, ids: &[MalId]) -> Result<HashMap<MalId, StoredTitle>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let answers = tx.query_all(load_queries(ids)).await?;
    read_loaded(&mut answers.into_iter())
}

type Add = fn(&mut Anime, Row) -> Result<()>;

/// Tables of what a record has several of: their columns, and how a row is added to the record.
const LISTS: [(&str, &str, Add); 3] = [
    ("anime_tag", "kind, tag_id, name", add_tag),
    ("anime_company", "role, company_id, name", add_company),
    (
        "anime_relation",
        "kind, target, target_id, name",
        add_relation,
    ),
];

/// The queries whose answers [`read_loaded`] turns into records.
pub(crate) fn load_queries(ids: &[MalId]) -> Vec<(Sql, Vec<Value>)> {
    let (places, ids) = in_list::padded(id_values(ids));
    let columns = COLUMNS.join(", ");
    let records = format!("SELECT {columns} FROM anime WHERE mal_id IN ({places})");
    let lists = LISTS.map(|(table, columns, _)| {
        format!(
            "SELECT mal_id, {columns} FROM {table} WHERE mal_id IN ({places}) \
             ORDER BY mal_id, position"
        )
    });
    let all = iter::once(records).chain(lists);
    all.map(|sql| (sql.into(), ids.clone())).collect()
}

/// The records that the answers to [`load_queries`] hold, by their ids. Takes no more answers than those.
pub(crate) fn read_loaded(
    answers: &mut impl Iterator<Item = Vec<Row>>,
) -> Result<HashMap<MalId, StoredTitle>> {
    let mut stored = HashMap::new();
    for row in answers.next().unwrap_or_default() {
        let record = read(row)?;
        stored.insert(record.anime.mal_id, record);
    }
    for ((_, _, add), rows) in LISTS.iter().zip(answers) {
        for mut row in rows {
            if let Some(record) = stored.get_mut(&MalId::new(row.take("mal_id")?)) {
                add(&mut record.anime, row)?;
            }
        }
    }
    for record in stored.values_mut() {
        for group in FactGroup::known_of(&record.anime) {
            let whole = || vec![record.provenance.clone()];
            record.origins.entry(group).or_insert_with(whole);
        }
    }
    Ok(stored)
}

fn add_tag(anime: &mut Anime, mut row: Row) -> Result<()> {
    anime.tags.push(Tag {
        kind: from_enum_text(&row.take::<String>("kind")?)?,
        id: row.take("tag_id")?,
        name: row.take("name")?,
    });
    Ok(())
}

fn add_company(anime: &mut Anime, mut row: Row) -> Result<()> {
    anime.companies.push(Company {
        role: from_enum_text(&row.take::<String>("role")?)?,
        id: row.take("company_id")?,
        name: row.take("name")?,
    });
    Ok(())
}

fn add_relation(anime: &mut Anime, mut row: Row) -> Result<()> {
    let relation = Relation {
        kind: row.take("kind")?,
        target: from_enum_text(&row.take::<String>("target")?)?,
        id: row.take("target_id")?,
        name: row.take("name")?,
    };
    anime.relations.get_or_insert_default().push(relation);
    Ok(())
}

fn read(mut row: Row) -> Result<StoredTitle> {
    let details: Details = from_json(&row.take::<String>("details")?)?;
    let anime = Anime {
        mal_id: MalId::new(row.take("mal_id")?),
        slug: details.chosen_slug,
        pending: details.pending,
        title: row.take("title")?,
        title_english: row.take("title_english")?,
        title_japanese: row.take("title_japanese")?,
        synonyms: details.synonyms,
        other_titles: details.other_titles,
        kind: row.take("kind")?,
        source: row.take("source")?,
        episodes: row.take("episodes")?,
        status: optional_enum(row.take("status")?)?,
        aired: Aired {
            from: optional_date(row.take("aired_from")?)?,
            to: details.aired_to,
            text: details.aired_text,
        },
        season: optional_enum(row.take("season")?)?,
        year: row.take("year")?,
        duration: details.duration,
        rating: row.take("rating")?,
        score: row.take("score")?,
        scored_by: row.take("scored_by")?,
        rank: row.take("rank")?,
        popularity: row.take("popularity")?,
        members: row.take("members")?,
        favorites: row.take("favorites")?,
        synopsis: row.take("synopsis")?,
        background: details.background,
        images: from_json(&row.take::<String>("images")?)?,
        trailer: details.trailer,
        broadcast: details.broadcast,
        tags: Vec::new(),
        companies: Vec::new(),
        relations: row.take::<Option<u32>>("seasons")?.map(|_| Vec::new()),
        openings: details.openings,
        endings: details.endings,
        external: details.external,
        streaming: details.streaming,
        foreign_ids: details.foreign_ids,
    };
    Ok(StoredTitle {
        anime,
        slug: row.take("slug")?,
        provenance: Provenance {
            source: row.take("provenance")?,
            as_of: instant::from_text(&row.take::<String>("as_of")?)?,
        },
        digest: row.take("digest")?,
        origins: row
            .take::<Option<String>>("origins")?
            .map_or_else(|| Ok(Origins::new()), |json| from_json(&json))?,
    })
}

/// Reads a value of an enum of the domain; `None` for NULL.
pub(crate) fn optional_enum<T: for<'a> Deserialize<'a>>(word: Option<String>) -> Result<Option<T>> {
    word.map(|word| from_enum_text(&word)).transpose()
}

/// Reads a date; `None` for NULL.
pub(crate) fn optional_date(text: Option<String>) -> Result<Option<Date>> {
    text.map(|text| text.parse())
        .transpose()
        .map_err(|error: jiff::Error| Error::internal("reading a date of the database", error))
}

/// Reads JSON that this crate wrote.
pub(crate) fn from_json<T: for<'a> Deserialize<'a>>(json: &str) -> Result<T> {
    serde_json::from_str(json)
        .map_err(|error| Error::internal("reading details of the database", error))
}

/// The poster's address among a title's stored pictures.
pub(crate) fn poster(images: &str) -> Result<Option<String>> {
    let images: Images = from_json(images)?;
    Ok(images.poster().map(str::to_owned))
}
