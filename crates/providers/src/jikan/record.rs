//! One title in Jikan's words.

use domain::{
    anime::{
        Aired, Anime, Broadcast, Company, CompanyRole, ImageSet, Images, Link, LocalTitle, MalId,
        Relation, RelationTarget, Season, Status, Tag, TagKind, Trailer,
    },
    provider::SourceTitle,
};
use jiff::civil::Date;
use serde_json::Value;

use crate::fields::Fields;

/// Why a record cannot be used, in words for the person who imports it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The record is no JSON at all, or cut off.
    #[error("it is not complete JSON (column {column})")]
    NotJson {
        /// The column at which reading ended, counted from 1.
        column: usize,
    },
    /// The record is JSON, but no object.
    #[error("it is not a JSON object")]
    NotAnObject,
    /// The title has no number.
    #[error("the field \"mal_id\" is not a whole number of at least 1")]
    MalId,
    /// The title has no name.
    #[error("the field \"title\" is missing or blank")]
    Title,
    /// The person or character has no name.
    #[error("the field \"name\" is missing or blank")]
    Name,
    /// The extra does not say of which title it is.
    #[error("neither \"mal_id\" nor \"anime_id\" is a whole number of at least 1")]
    TitleNumber,
    /// The extra has no content that can be read.
    #[error("the field \"data\" is missing or of another form than Jikan's")]
    Data,
}

/// Reads a title; an adult one as its number alone.
pub(super) fn read_record(value: &Value) -> Result<SourceTitle, RecordError> {
    if !value.is_object() {
        return Err(RecordError::NotAnObject);
    }
    let fields = Fields::of(value);
    let mal_id = MalId::new(fields.count("mal_id").ok_or(RecordError::MalId)?);
    let title = name(fields, "title", "Default").ok_or(RecordError::Title)?;
    let anime = Anime {
        mal_id,
        slug: None,
        pending: fields.is_false("approved"),
        title,
        title_english: name(fields, "title_english", "English"),
        title_japanese: name(fields, "title_japanese", "Japanese"),
        synonyms: synonyms(fields),
        other_titles: other_titles(fields),
        kind: known(fields, "type"),
        source: fields.text("source"),
        episodes: fields.count("episodes"),
        status: fields.str("status").and_then(Status::from_jikan),
        aired: aired(fields.object("aired")),
        season: fields.str("season").and_then(Season::parse),
        year: fields
            .count("year")
            .and_then(|year| u16::try_from(year).ok()),
        duration: fields.text("duration"),
        rating: known(fields, "rating"),
        score: fields.above_zero("score"),
        scored_by: fields.count("scored_by"),
        rank: fields.count("rank"),
        popularity: fields.count("popularity"),
        members: fields.count_or_zero("members"),
        favorites: fields.count_or_zero("favorites"),
        synopsis: fields.prose("synopsis"),
        background: fields.prose("background"),
        images: images(fields.object("images")),
        trailer: trailer(fields.object("trailer")),
        broadcast: broadcast(fields.object("broadcast")),
        tags: tags(fields),
        companies: companies(fields),
        relations: fields.optional_list("relations").map(relations),
        openings: fields.object("theme").texts("openings"),
        endings: fields.object("theme").texts("endings"),
        external: links(fields.list("external")),
        streaming: links(fields.list("streaming")),
        foreign_ids: Vec::new(),
    };
    Ok(if anime.is_adult() {
        SourceTitle::Adult(mal_id)
    } else {
        SourceTitle::Title(Box::new(anime))
    })
}

/// The text `name`, unless it is `UNKNOWN RATING` or the like, which some programs write for nothing.
fn known(fields: Fields<'_>, name: &str) -> Option<String> {
    fields
        .text(name)
        .filter(|word| !word.starts_with("UNKNOWN "))
}

/// The name in the field `field`, else the first of `titles` of type `kind`.
fn name(fields: Fields<'_>, field: &str, kind: &str) -> Option<String> {
    fields
        .text(field)
        .or_else(|| titles(fields, kind).into_iter().next())
}

fn synonyms(fields: Fields<'_>) -> Vec<String> {
    match fields.optional_list("title_synonyms") {
        Some(_) => fields.texts("title_synonyms"),
        None => titles(fields, "Synonym"),
    }
}

fn titles(fields: Fields<'_>, kind: &str) -> Vec<String> {
    fields
        .list("titles")
        .iter()
        .map(Fields::of)
        .filter(|entry| entry.str("type") == Some(kind))
        .filter_map(|entry| entry.text("title"))
        .collect()
}

fn other_titles(fields: Fields<'_>) -> Vec<LocalTitle> {
    const HAVE_FIELDS: [&str; 4] = ["Default", "English", "Japanese", "Synonym"];
    fields
        .list("titles")
        .iter()
        .map(Fields::of)
        .filter_map(|entry| {
            let language = entry
                .text("type")
                .filter(|kind| !HAVE_FIELDS.contains(&kind.as_str()))?;
            let title = entry.text("title")?;
            Some(LocalTitle { language, title })
        })
        .collect()
}

fn aired(aired: Fields<'_>) -> Aired {
    let parts = aired.object("prop");
    Aired {
        from: aired
            .day("from")
            .or_else(|| day_of_parts(parts.object("from"))),
        to: aired.day("to").or_else(|| day_of_parts(parts.object("to"))),
        text: aired.text("string"),
    }
}

fn day_of_parts(parts: Fields<'_>) -> Option<Date> {
    let part = |name| i8::try_from(parts.count(name).unwrap_or(1)).ok();
    let year = i16::try_from(parts.count("year")?).ok()?;
    Date::new(year, part("month")?, part("day")?).ok()
}

pub(super) fn images(images: Fields<'_>) -> Images {
    let set = |set: Fields<'_>| ImageSet {
        image_url: picture(set, "image_url"),
        small_image_url: picture(set, "small_image_url"),
        large_image_url: picture(set, "large_image_url"),
    };
    Images {
        jpg: set(images.object("jpg")),
        webp: set(images.object("webp")),
    }
}

/// The address of a picture. MyAnimeList names its own icon, or that of a question mark, where it has none.
pub(super) fn picture(set: Fields<'_>, name: &str) -> Option<String> {
    let stands_in = |url: &str| url.contains("/apple-touch-icon") || url.contains("/questionmark_");
    set.url(name).filter(|url| !stands_in(url))
}

fn trailer(trailer: Fields<'_>) -> Trailer {
    Trailer {
        youtube_id: trailer.text("youtube_id"),
        url: trailer.url("url"),
        embed_url: trailer.url("embed_url"),
    }
}

fn broadcast(fields: Fields<'_>) -> Option<Broadcast> {
    let broadcast = Broadcast {
        day: known(fields, "day"),
        time: fields.text("time"),
        timezone: fields.text("timezone"),
        text: fields.text("string"),
    };
    let known = [
        &broadcast.day,
        &broadcast.time,
        &broadcast.timezone,
        &broadcast.text,
    ];
    known.iter().any(|part| part.is_some()).then_some(broadcast)
}

fn tags(fields: Fields<'_>) -> Vec<Tag> {
    const LISTS: [(&str, TagKind); 4] = [
        ("genres", TagKind::Genre),
        ("explicit_genres", TagKind::ExplicitGenre),
        ("themes", TagKind::Theme),
        ("demographics", TagKind::Demographic),
    ];
    let tags = LISTS.iter().flat_map(|(list, kind)| {
        named(fields, list).map(|(id, name)| Tag {
            kind: *kind,
            id,
            name,
        })
    });
    tags.collect()
}

fn companies(fields: Fields<'_>) -> Vec<Company> {
    const LISTS: [(&str, CompanyRole); 3] = [
        ("studios", CompanyRole::Studio),
        ("producers", CompanyRole::Producer),
        ("licensors", CompanyRole::Licensor),
    ];
    let companies = LISTS.iter().flat_map(|(list, role)| {
        named(fields, list).map(|(id, name)| Company {
            role: *role,
            id,
            name,
        })
    });
    companies.collect()
}

/// The number, where there is one, and the name of each item of `list`.
fn named<'a>(
    fields: Fields<'a>,
    list: &str,
) -> impl Iterator<Item = (Option<u32>, String)> + use<'a> {
    let items = fields.list(list).iter().map(Fields::of);
    items.filter_map(|item| Some((item.count("mal_id"), item.text("name")?)))
}

fn relations(groups: &[Value]) -> Vec<Relation> {
    let groups = groups.iter().map(Fields::of);
    let relations = groups.flat_map(|group| {
        let kind = group.str("relation");
        let entries = group.list("entry").iter().map(Fields::of);
        entries.filter_map(move |entry| {
            Some(Relation {
                kind: kind?.to_owned(),
                target: match entry.str("type")? {
                    "anime" => RelationTarget::Anime,
                    "manga" => RelationTarget::Manga,
                    _ => return None,
                },
                id: entry.count("mal_id")?,
                name: entry.text("name").unwrap_or_default(),
            })
        })
    });
    relations.collect()
}

fn links(items: &[Value]) -> Vec<Link> {
    let items = items.iter().map(Fields::of);
    let links = items.filter_map(|item| {
        Some(Link {
            name: item.text("name")?,
            url: item.url("url")?,
        })
    });
    links.collect()
}
