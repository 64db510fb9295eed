//! Title pages.

use domain::{
    anime::{
        Broadcast, CompanyRole, Expected, LocalTitle, RelationTarget, Synopsis, TagKind, WeeklyTime,
    },
    catalogue::FullAnime,
    extras::KnownExtra,
    franchise::{FranchiseTitle, Part},
    rating::ShownRatings,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{anime::AnimeCard, extras::Section};
use crate::pictures::Pictures;

/// All facts that a title's page shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeDetails {
    #[serde(flatten)]
    card: AnimeCard,
    title_synonyms: Vec<String>,
    /// The title's names in other languages.
    other_titles: Vec<OtherTitle>,
    /// The age rating, in the source's words; `null` where it is not known.
    #[schema(required)]
    rating: Option<String>,
    /// The kind of work that the title is based on, such as `Manga`; `null` where it is not known.
    #[schema(required)]
    source: Option<String>,
    /// The length of an episode, as text; `null` where it is not known.
    #[schema(required)]
    duration: Option<String>,
    /// The season of the first episode: `winter`, `spring`, `summer` or `fall`; `null` where it is not known.
    #[schema(required)]
    season: Option<String>,
    /// When the title is or was aired, as text; `null` where it is not known.
    #[schema(required)]
    aired: Option<String>,
    /// When the episodes are broadcast, where that is once a week at a known time; else `null`.
    #[schema(required)]
    broadcast: Option<WeeklyBroadcast>,
    /// When the title was expected to begin, where its source says that it has not yet; else `null`.
    #[schema(required)]
    expected: Option<Beginning>,
    /// The rank by mean score at the source: 1 is the best; `null` where it is not known.
    #[schema(required)]
    rank: Option<u32>,
    #[schema(required)]
    members: Option<u32>,
    #[schema(required)]
    favorites: Option<u32>,
    studios: Vec<String>,
    themes: Vec<String>,
    demographics: Vec<String>,
    /// The author of the synopsis, as its source says: `Written by MAL Rewrite`; `null` where it says nothing.
    #[schema(required)]
    synopsis_credit: Option<String>,
    /// Notes on the making of the title; `null` where there are none.
    #[schema(required)]
    background: Option<String>,
    /// Address of the large poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    large_image_url: Option<String>,
    relations: Vec<RelationGroup>,
    /// The watch order of the title's franchise, with the title itself; empty where it stands alone.
    franchise: Vec<FranchiseEntry>,
    /// The sections of the title's page, each of which has an endpoint of its own.
    sections: Vec<Section>,
    /// Which numbers of Mitai's users `/ratings` showed when this answer was made, so that pages can keep room for
    /// them.
    own_ratings: OwnRatings,
    /// When the source gave these facts (RFC 3339).
    as_of: String,
    /// The source of these facts, such as `jikan`.
    provenance: String,
}

/// Which numbers of Mitai's users a title's page shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnRatings {
    /// Whether the page shows the users' scores.
    has_scores: bool,
    /// Whether the page shows how many users have the title on their lists.
    has_statuses: bool,
}

/// When a title was expected to begin.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Beginning {
    /// The expected time, as exactly as it is known: `on Oct 3, 2026`, `in Oct 2026`, `in fall 2026`, `in 2026`.
    text: String,
    /// The last day of the expected time (`YYYY-MM-DD`). Until then the status "not yet aired" holds; later it is
    /// unknown.
    last_day: String,
}

/// When episodes are broadcast every week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WeeklyBroadcast {
    /// The day of the week in Japan, from 0 for Sunday to 6 for Saturday.
    #[schema(minimum = 0, maximum = 6)]
    weekday: i8,
    /// The time of day in Japan (`HH:MM`).
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$")]
    time: String,
}

/// A title's name in one more language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OtherTitle {
    /// The language, named in English: `French`.
    language: String,
    title: String,
}

/// The related works of one kind of relation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationGroup {
    /// The kind of relation: `Sequel`, `Side Story`, …
    kind: String,
    entries: Vec<RelatedWork>,
}

/// A work that is related to the title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelatedWork {
    mal_id: u32,
    r#type: WorkType,
    /// The work's name, as the source of the relation has it.
    name: String,
    /// The English title; `null` where there is none or the catalogue does not hold the work.
    #[schema(required)]
    title_english: Option<String>,
    /// The Japanese title; `null` where there is none or the catalogue does not hold the work.
    #[schema(required)]
    title_japanese: Option<String>,
    /// Last part of the title page's address; `null` where the catalogue does not hold the work.
    #[schema(required)]
    slug: Option<String>,
    /// The form of publication: `TV`, `Movie`, `OVA`, `ONA`, `Special`, …; `null` where it is not known.
    #[schema(required)]
    form: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
    /// Address of the work's poster; `null` where none can be shown, or the catalogue does not hold the work.
    #[schema(required)]
    image_url: Option<String>,
}

/// A title in the watch order of its franchise, which is that of release.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FranchiseEntry {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// The form of publication: `TV`, `Movie`, `OVA`, `ONA`, `Special`, …; `null` where it is not known.
    #[schema(required)]
    r#type: Option<String>,
    /// The year that the source names, else that of the first day; `null` where neither is known.
    #[schema(required)]
    year: Option<u16>,
    #[schema(required)]
    episodes: Option<u32>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// The title's part in the story of its franchise.
    part: StoryPart,
}

/// A title's part in the story of its franchise.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoryPart {
    Main,
    SideStory,
    Recap,
}

/// The medium of a related work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkType {
    Anime,
    Manga,
}

impl AnimeDetails {
    /// Builds the answer from a title, its `known` extras, and the ratings of Mitai's users.
    pub(crate) fn new(
        record: FullAnime,
        known: &[KnownExtra],
        own_ratings: &ShownRatings,
        pictures: &Pictures,
    ) -> Self {
        let sections = Section::all(known, &record.anime, pictures);
        let synopsis = record.anime.synopsis.as_deref().map(Synopsis::read);
        let credit = synopsis.as_ref().and_then(|synopsis| synopsis.credit);
        let synopsis_credit = credit.map(str::to_owned);
        let mut card = AnimeCard::new(record.summary(), pictures);
        // A card shows its beginning only
        card.synopsis = synopsis
            .map(|synopsis| synopsis.text.to_owned())
            .filter(|text| !text.is_empty());
        let relations = relations(&record, pictures);
        let franchise = record.franchise.into_iter();
        let FullAnime {
            anime, provenance, ..
        } = record;
        let companies = anime.companies.iter();
        let expected = Expected::of(&anime);
        Self {
            studios: companies
                .filter(|company| company.role == CompanyRole::Studio)
                .map(|company| company.name.clone())
                .collect(),
            themes: anime.tag_names(TagKind::Theme),
            demographics: anime.tag_names(TagKind::Demographic),
            title_synonyms: anime.synonyms,
            other_titles: anime.other_titles.into_iter().map(other_title).collect(),
            rating: anime.rating,
            source: anime.source,
            duration: anime.duration,
            season: anime.season.map(|season| season.as_str().into()),
            expected: expected.map(Beginning::from),
            aired: anime.aired.text,
            broadcast: (anime.broadcast.as_ref())
                .and_then(Broadcast::weekly_time)
                .map(WeeklyBroadcast::from),
            rank: anime.rank,
            members: anime.members,
            favorites: anime.favorites,
            background: anime.background,
            large_image_url: pictures.large_poster(
                anime.mal_id,
                anime.images.poster(),
                anime.images.large_poster(),
            ),
            card,
            relations,
            franchise: franchise
                .map(|title| FranchiseEntry::new(title, pictures))
                .collect(),
            sections,
            own_ratings: own_ratings.into(),
            synopsis_credit,
            as_of: provenance.as_of.to_string(),
            provenance: provenance.source,
        }
    }
}

impl From<&ShownRatings> for OwnRatings {
    fn from(ratings: &ShownRatings) -> Self {
        Self {
            has_scores: ratings.bars.is_some(),
            has_statuses: !ratings.statuses.is_empty(),
        }
    }
}

impl From<WeeklyTime> for WeeklyBroadcast {
    fn from(slot: WeeklyTime) -> Self {
        Self {
            weekday: slot.weekday.to_sunday_zero_offset(),
            time: slot.time.strftime("%H:%M").to_string(),
        }
    }
}

impl From<Expected> for Beginning {
    fn from(expected: Expected) -> Self {
        Self {
            text: expected.text,
            last_day: expected.last_day.to_string(),
        }
    }
}

fn other_title(LocalTitle { language, title }: LocalTitle) -> OtherTitle {
    OtherTitle { language, title }
}

/// The relations of a title by kind, in the order in which the kinds first come.
fn relations(record: &FullAnime, pictures: &Pictures) -> Vec<RelationGroup> {
    let mut groups: Vec<RelationGroup> = Vec::new();
    for relation in record.anime.relations.iter().flatten() {
        let anime = relation.target == RelationTarget::Anime;
        let held = record
            .related
            .iter()
            .find(|title| anime && title.mal_id.get() == relation.id);
        let work = RelatedWork {
            mal_id: relation.id,
            r#type: if anime {
                WorkType::Anime
            } else {
                WorkType::Manga
            },
            name: relation.name.clone(),
            title_english: held.and_then(|title| title.title_english.clone()),
            title_japanese: held.and_then(|title| title.title_japanese.clone()),
            slug: held.map(|title| title.slug.clone()),
            form: held.and_then(|title| title.kind.clone()),
            year: held.and_then(|title| title.year),
            image_url: held
                .and_then(|title| pictures.poster(title.mal_id, title.image_url.as_deref(), None)),
        };
        match groups.iter_mut().find(|group| relation.is(&group.kind)) {
            Some(group) => group.entries.push(work),
            None => groups.push(RelationGroup {
                kind: relation.kind.clone(),
                entries: vec![work],
            }),
        }
    }
    groups
}

impl FranchiseEntry {
    fn new(FranchiseTitle { title, part }: FranchiseTitle, pictures: &Pictures) -> Self {
        Self {
            image_url: pictures.poster(title.mal_id, title.image_url.as_deref(), None),
            mal_id: title.mal_id.get(),
            slug: title.slug,
            title: title.title,
            title_english: title.title_english,
            title_japanese: title.title_japanese,
            r#type: title.kind,
            year: title.year,
            episodes: title.episodes,
            part: match part {
                Part::Main => StoryPart::Main,
                Part::SideStory => StoryPart::SideStory,
                Part::Recap => StoryPart::Recap,
            },
        }
    }
}
