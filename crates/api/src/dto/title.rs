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

/// All that a title page shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnimeDetails {
    #[serde(flatten)]
    card: AnimeCard,
    title_synonyms: Vec<String>,
    /// What it is called in other languages.
    other_titles: Vec<OtherTitle>,
    /// Age rating.
    #[schema(required)]
    rating: Option<String>,
    /// What it was made from.
    #[schema(required)]
    source: Option<String>,
    /// Length of an episode, as text.
    #[schema(required)]
    duration: Option<String>,
    /// `winter`, `spring`, `summer` or `fall`.
    #[schema(required)]
    season: Option<String>,
    /// When it is or was aired, as text.
    #[schema(required)]
    aired: Option<String>,
    /// When its episodes are broadcast, where that is once a week at a time that is known.
    #[schema(required)]
    broadcast: Option<WeeklyBroadcast>,
    /// When it was to begin, where its source says that it has not; `null` where nothing is known.
    #[schema(required)]
    expected: Option<Beginning>,
    /// Place by score, 1 is best.
    #[schema(required)]
    rank: Option<u32>,
    #[schema(required)]
    members: Option<u32>,
    #[schema(required)]
    favorites: Option<u32>,
    studios: Vec<String>,
    themes: Vec<String>,
    demographics: Vec<String>,
    /// Who wrote the synopsis, as its source says: `Written by MAL Rewrite`.
    #[schema(required)]
    synopsis_credit: Option<String>,
    /// Notes on its making.
    #[schema(required)]
    background: Option<String>,
    /// Address of a large poster; `null` means drawn.
    #[schema(required)]
    large_image_url: Option<String>,
    relations: Vec<RelationGroup>,
    /// The watch order that it stands in, itself included; empty where it stands alone.
    franchise: Vec<FranchiseEntry>,
    /// What else is known of it, each by a call of its own.
    sections: Vec<Section>,
    /// What of Mitai's users `/ratings` showed when this answer was made: a page keeps room for it.
    own_ratings: OwnRatings,
    /// When these facts were given (RFC 3339).
    as_of: String,
    /// Where they come from.
    provenance: String,
}

/// Which numbers of Mitai's users a title has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnRatings {
    /// Whether its scores show.
    has_scores: bool,
    /// Whether it shows how many have it on their lists.
    has_statuses: bool,
}

/// When a title was to begin.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Beginning {
    /// As exactly as it is known: `on Oct 3, 2026`, `in Oct 2026`, `in fall 2026`, `in 2026`.
    text: String,
    /// The last day that this can mean (`YYYY-MM-DD`). Until then the status "not yet aired" holds;
    /// later it is unknown.
    last_day: String,
}

/// When in the week episodes are broadcast.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WeeklyBroadcast {
    /// Day in Japan, from 0 for Sunday to 6 for Saturday.
    #[schema(minimum = 0, maximum = 6)]
    weekday: i8,
    /// Time of day in Japan (`HH:MM`).
    #[schema(pattern = "^[0-2][0-9]:[0-5][0-9]$")]
    time: String,
}

/// A title's name in one more language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OtherTitle {
    /// In English: `French`.
    language: String,
    title: String,
}

/// Related works of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelationGroup {
    /// `Sequel`, `Side Story`, …
    kind: String,
    entries: Vec<RelatedWork>,
}

/// One related work.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RelatedWork {
    mal_id: u32,
    r#type: WorkType,
    /// As the source of the relation names it.
    name: String,
    /// English title; `null` where it has none or the catalogue does not hold it.
    #[schema(required)]
    title_english: Option<String>,
    /// Japanese title, likewise.
    #[schema(required)]
    title_japanese: Option<String>,
    /// Last part of its title page's address; `null` where the catalogue does not hold it.
    #[schema(required)]
    slug: Option<String>,
    /// `TV`, `Movie`, `OVA`, `ONA`, `Special`, …
    #[schema(required)]
    form: Option<String>,
    /// Its year: that of its season where a source names one.
    #[schema(required)]
    year: Option<u16>,
    /// Address of a poster; `null` means drawn, or none where the catalogue does not hold it.
    #[schema(required)]
    image_url: Option<String>,
}

/// A title in the watch order of its franchise, which is that of release.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FranchiseEntry {
    /// Id on MyAnimeList.
    mal_id: u32,
    /// Last part of the title page's address.
    slug: String,
    title: String,
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// `TV`, `Movie`, `OVA`, `ONA`, `Special`, …
    #[schema(required)]
    r#type: Option<String>,
    /// Its year: that of its season where a source names one.
    #[schema(required)]
    year: Option<u16>,
    #[schema(required)]
    episodes: Option<u32>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// What it is to the story.
    part: StoryPart,
}

/// What a title is to the story of its franchise.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoryPart {
    Main,
    SideStory,
    Recap,
}

/// Sort of a related work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkType {
    Anime,
    Manga,
}

impl AnimeDetails {
    /// Builds it from a title, its `known` extras and its users' ratings, with `pictures`.
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

/// Relations grouped by kind, in the order in which the kinds first come.
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
