//! Parts of a title in Jikan's form.

use domain::{
    anime::{self, Anime, CompanyRole, Images, Relation, RelationTarget, TagKind},
    extras::{TitleRef, Video},
};
use jiff::civil::Date;
use serde::Serialize;

use super::address;

/// A name and its kind: `Default`, `Synonym`, or a language.
#[derive(Debug, Serialize)]
pub(super) struct Name<'a> {
    pub(super) r#type: &'a str,
    pub(super) title: &'a str,
}

/// A trailer with YouTube's pictures of it.
#[derive(Debug, Serialize)]
pub(super) struct Trailer<'a> {
    youtube_id: Option<&'a str>,
    url: Option<&'a str>,
    embed_url: Option<&'a str>,
    images: TrailerImages,
}

#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "Jikan's names")]
struct TrailerImages {
    image_url: Option<String>,
    small_image_url: Option<String>,
    medium_image_url: Option<String>,
    large_image_url: Option<String>,
    maximum_image_url: Option<String>,
}

impl<'a> From<&'a anime::Trailer> for Trailer<'a> {
    fn from(trailer: &'a anime::Trailer) -> Self {
        let youtube_id = trailer.youtube_id.as_deref();
        Self {
            youtube_id,
            url: trailer.url.as_deref(),
            embed_url: trailer.embed_url.as_deref(),
            images: TrailerImages::of(youtube_id),
        }
    }
}

impl<'a> From<&'a Video> for Trailer<'a> {
    fn from(video: &'a Video) -> Self {
        let youtube_id = video.youtube_id.as_deref();
        Self {
            youtube_id,
            url: video.url.as_deref(),
            embed_url: video.embed_url.as_deref(),
            images: TrailerImages::of(youtube_id),
        }
    }
}

impl TrailerImages {
    fn of(youtube_id: Option<&str>) -> Self {
        let image =
            |size| youtube_id.map(|id| format!("https://img.youtube.com/vi/{id}/{size}.jpg"));
        Self {
            image_url: image("default"),
            small_image_url: image("sddefault"),
            medium_image_url: image("mqdefault"),
            large_image_url: image("hqdefault"),
            maximum_image_url: image("maxresdefault"),
        }
    }
}

/// The period in which a title is or was aired.
#[derive(Debug, Serialize)]
pub(super) struct Aired<'a> {
    from: Option<String>,
    to: Option<String>,
    prop: Prop,
    string: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Prop {
    from: DateParts,
    to: DateParts,
}

#[derive(Debug, Serialize)]
struct DateParts {
    day: Option<i8>,
    month: Option<i8>,
    year: Option<i16>,
}

impl<'a> From<&'a anime::Aired> for Aired<'a> {
    fn from(aired: &'a anime::Aired) -> Self {
        let parts = |day: Option<Date>| DateParts {
            day: day.map(Date::day),
            month: day.map(Date::month),
            year: day.map(Date::year),
        };
        Self {
            from: aired.from.map(midnight),
            to: aired.to.map(midnight),
            prop: Prop {
                from: parts(aired.from),
                to: parts(aired.to),
            },
            string: aired.text.as_deref(),
        }
    }
}

/// A day as Jikan writes it: its midnight in UTC.
pub(super) fn midnight(day: Date) -> String {
    format!("{day}T00:00:00+00:00")
}

/// A picture in the one format that Jikan has it in.
#[derive(Debug, Serialize)]
pub(crate) struct Picture<'a> {
    jpg: PictureAddress<'a>,
}

#[derive(Debug, Serialize)]
struct PictureAddress<'a> {
    image_url: Option<&'a str>,
}

impl<'a> Picture<'a> {
    /// Builds the picture from its address.
    pub(crate) const fn of(image_url: Option<&'a str>) -> Self {
        Self {
            jpg: PictureAddress { image_url },
        }
    }
}

/// A title in short, as other answers name it.
#[derive(Debug, Serialize)]
pub(super) struct Entry<'a> {
    mal_id: u32,
    url: String,
    images: &'a Images,
    title: &'a str,
}

impl<'a> From<&'a TitleRef> for Entry<'a> {
    fn from(title: &'a TitleRef) -> Self {
        let id = title.mal_id.get();
        Self {
            mal_id: id,
            url: address::title(id, &title.title),
            images: &title.images,
            title: &title.title,
        }
    }
}

/// The broadcast time of a title's episodes.
#[derive(Debug, Serialize)]
pub(super) struct Broadcast<'a> {
    day: Option<&'a str>,
    time: Option<&'a str>,
    timezone: Option<&'a str>,
    string: Option<&'a str>,
}

impl<'a> Broadcast<'a> {
    pub(super) fn of(broadcast: Option<&'a anime::Broadcast>) -> Self {
        Self {
            day: broadcast.and_then(|b| b.day.as_deref()),
            time: broadcast.and_then(|b| b.time.as_deref()),
            timezone: broadcast.and_then(|b| b.timezone.as_deref()),
            string: broadcast.and_then(|b| b.text.as_deref()),
        }
    }
}

/// A company, genre or related work with its id on MyAnimeList. An unknown id is 0 and its address empty, since Jikan's
/// schema allows `null` for neither.
#[derive(Debug, Serialize)]
pub(super) struct Numbered<'a> {
    mal_id: u32,
    r#type: &'static str,
    name: &'a str,
    url: String,
}

impl<'a> Numbered<'a> {
    fn of(id: Option<u32>, name: &'a str, address: fn(u32, &str) -> String) -> Self {
        Self {
            mal_id: id.unwrap_or_default(),
            r#type: "anime",
            name,
            url: id.map(|id| address(id, name)).unwrap_or_default(),
        }
    }

    pub(super) fn companies(anime: &'a Anime, role: CompanyRole) -> Vec<Self> {
        let companies = anime.companies.iter().filter(|c| c.role == role);
        companies
            .map(|c| Self::of(c.id, &c.name, address::company))
            .collect()
    }

    pub(super) fn tags(anime: &'a Anime, kind: TagKind) -> Vec<Self> {
        let tags = anime.tags.iter().filter(|tag| tag.kind == kind);
        tags.map(|tag| Self::of(tag.id, &tag.name, address::genre))
            .collect()
    }
}

/// Related works, grouped by kind in the order in which the kinds first come.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Relations<'a>(Vec<Group<'a>>);

#[derive(Debug, Serialize)]
struct Group<'a> {
    relation: &'a str,
    entry: Vec<Numbered<'a>>,
}

impl<'a> Relations<'a> {
    pub(crate) fn of(anime: &'a Anime) -> Self {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for relation in anime.relations.iter().flatten() {
            let entry = work(relation);
            match groups.iter_mut().find(|g| g.relation == relation.kind) {
                Some(group) => group.entry.push(entry),
                None => groups.push(Group {
                    relation: &relation.kind,
                    entry: vec![entry],
                }),
            }
        }
        Self(groups)
    }
}

fn work(relation: &Relation) -> Numbered<'_> {
    let sort = match relation.target {
        RelationTarget::Anime => "anime",
        RelationTarget::Manga => "manga",
    };
    Numbered {
        mal_id: relation.id,
        r#type: sort,
        name: &relation.name,
        url: address::work(sort, relation.id, &relation.name),
    }
}
