//! The text form of the built-in catalogue, as people write and review it. Used by the build
//! script only.

use anyhow::{Context as _, bail};
use domain::anime::{
    Aired, Anime, Company, CompanyRole, MalId, Relation, RelationTarget, Season, Status, Tag,
    TagKind,
};
use serde::Deserialize;

/// One file of titles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) title: Vec<Title>,
}

/// A title in Jikan's field names and words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "Jikan's name for it")]
pub(crate) struct Title {
    mal_id: u32,
    slug: Option<String>,
    title: String,
    english: Option<String>,
    japanese: Option<String>,
    #[serde(default)]
    synonyms: Vec<String>,
    r#type: Option<String>,
    source: Option<String>,
    episodes: Option<u32>,
    status: String,
    aired: Dates,
    season: Option<String>,
    year: Option<u16>,
    duration: Option<String>,
    rating: Option<String>,
    score: Option<f64>,
    scored_by: Option<u32>,
    rank: Option<u32>,
    popularity: Option<u32>,
    members: Option<u32>,
    favorites: Option<u32>,
    #[serde(default)]
    genres: Vec<Named>,
    #[serde(default)]
    explicit_genres: Vec<Named>,
    #[serde(default)]
    themes: Vec<Named>,
    #[serde(default)]
    demographics: Vec<Named>,
    #[serde(default)]
    studios: Vec<Named>,
    #[serde(default)]
    relations: Vec<Related>,
    synopsis: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dates {
    from: Option<toml::value::Datetime>,
    to: Option<toml::value::Datetime>,
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    id: Option<u32>,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Related {
    kind: String,
    r#type: String,
    id: u32,
    name: String,
}

impl Title {
    /// The title as the rest of Mitai knows it.
    pub(crate) fn into_anime(self) -> anyhow::Result<Anime> {
        let context = format!("title {}", self.mal_id);
        self.read().context(context)
    }

    fn read(self) -> anyhow::Result<Anime> {
        if self.synopsis.trim().is_empty() {
            bail!("synopsis is missing");
        }
        let season = self
            .season
            .as_deref()
            .map(|text| Season::parse(text).context("season"));
        Ok(Anime {
            slug: self.slug,
            title_english: self.english,
            title_japanese: self.japanese,
            synonyms: self.synonyms,
            kind: self.r#type,
            source: self.source,
            episodes: self.episodes,
            status: Some(Status::from_jikan(&self.status).context("status")?),
            aired: self.aired.read()?,
            season: season.transpose()?,
            year: self.year,
            duration: self.duration,
            rating: self.rating,
            score: self.score,
            scored_by: self.scored_by,
            rank: self.rank,
            popularity: self.popularity,
            members: self.members,
            favorites: self.favorites,
            synopsis: Some(self.synopsis),
            tags: [
                (TagKind::Genre, self.genres),
                (TagKind::ExplicitGenre, self.explicit_genres),
                (TagKind::Theme, self.themes),
                (TagKind::Demographic, self.demographics),
            ]
            .into_iter()
            .flat_map(|(kind, named)| named.into_iter().map(move |tag| tag.into_tag(kind)))
            .collect(),
            companies: self.studios.into_iter().map(Named::into_studio).collect(),
            relations: Some(
                self.relations
                    .into_iter()
                    .map(Related::read)
                    .collect::<anyhow::Result<_>>()?,
            ),
            ..Anime::named(MalId::new(self.mal_id), self.title)
        })
    }
}

impl Named {
    fn into_tag(self, kind: TagKind) -> Tag {
        Tag {
            kind,
            id: self.id,
            name: self.name,
        }
    }

    fn into_studio(self) -> Company {
        Company {
            role: CompanyRole::Studio,
            id: self.id,
            name: self.name,
        }
    }
}

impl Dates {
    fn read(self) -> anyhow::Result<Aired> {
        let date = |date: Option<toml::value::Datetime>| {
            date.map(|date| date.to_string().parse().context("date"))
                .transpose()
        };
        Ok(Aired {
            from: date(self.from)?,
            to: date(self.to)?,
            text: self.text,
        })
    }
}

impl Related {
    fn read(self) -> anyhow::Result<Relation> {
        let target = match self.r#type.as_str() {
            "anime" => RelationTarget::Anime,
            "manga" => RelationTarget::Manga,
            other => bail!("a relation leads to {other:?}; it must be \"anime\" or \"manga\""),
        };
        Ok(Relation {
            kind: self.kind,
            target,
            id: self.id,
            name: self.name,
        })
    }
}
