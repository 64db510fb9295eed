//! Sections of title pages: characters, staff, episodes, themes, links and recommendations.

use std::{collections::HashSet, hash::Hash};

use app::catalogue::extras::StatedPart;
use domain::{
    anime::{Anime, Link},
    extras::{
        CastMember, Episode, ExtraKind, KnownExtra, RecommendedTitle, StaffMember, TitleRef, Voice,
    },
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    mentions::{CharacterBody, PersonBody, StaffPersonBody},
    names::same_enum,
};
use crate::pictures::Pictures;

/// A section of a title's page, which has an endpoint of its own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Section {
    name: SectionName,
    /// The number of items that the section's source has: at least 1. Of pictures, fewer may be shown, or none.
    count: usize,
    /// The number of items in each group, in the order of the section's own answer: `openings` and `endings` of
    /// `themes`, `streaming` and `external` of `links`. Empty for all other sections.
    groups: Vec<usize>,
}

/// The name of a section of a title's page.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SectionName {
    Characters,
    Staff,
    Episodes,
    Videos,
    Themes,
    Links,
    Recommendations,
    Statistics,
    Pictures,
    News,
}

impl Section {
    /// Builds the sections of the title `anime`, of whose extras those in `known` are stored.
    pub(crate) fn all(known: &[KnownExtra], anime: &Anime, pictures: &Pictures) -> Vec<Self> {
        let beside = known.iter().filter_map(|extra| {
            let name = match extra.kind {
                ExtraKind::Characters => SectionName::Characters,
                ExtraKind::Staff => SectionName::Staff,
                ExtraKind::Episodes => SectionName::Episodes,
                ExtraKind::Videos => SectionName::Videos,
                ExtraKind::Recommendations => SectionName::Recommendations,
                ExtraKind::Statistics => SectionName::Statistics,
                ExtraKind::Pictures if pictures.are_drawn() => return None,
                ExtraKind::Pictures => SectionName::Pictures,
                ExtraKind::News => SectionName::News,
            };
            let count = usize::try_from(extra.items).unwrap_or(usize::MAX);
            Some(Self {
                name,
                count,
                groups: Vec::new(),
            })
        });
        let songs = [&anime.openings, &anime.endings].map(distinct);
        let links = [&anime.streaming, &anime.external]
            .map(|links| distinct(links.iter().map(|link| &link.url).filter(|url| is_web(url))));
        let within = [(SectionName::Themes, songs), (SectionName::Links, links)];
        let within = within.map(|(name, groups)| Self {
            name,
            count: groups.iter().sum(),
            groups: groups.into(),
        });
        beside.chain(within).filter(|it| it.count > 0).collect()
    }
}

/// A title's opening and ending themes, as their source writes them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Themes {
    openings: Vec<String>,
    endings: Vec<String>,
}

/// Links to pages about a title at other sites.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Links {
    /// Streaming services that have the title, according to the source.
    streaming: Vec<NamedLink>,
    /// Pages about the title.
    external: Vec<NamedLink>,
}

/// A link with the name of its target.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedLink {
    name: String,
    url: String,
}

impl From<Anime> for Themes {
    fn from(anime: Anime) -> Self {
        Self {
            openings: each_once(anime.openings, Clone::clone),
            endings: each_once(anime.endings, Clone::clone),
        }
    }
}

impl From<Anime> for Links {
    fn from(anime: Anime) -> Self {
        Self {
            streaming: links(anime.streaming),
            external: links(anime.external),
        }
    }
}

fn links(links: Vec<Link>) -> Vec<NamedLink> {
    let links = links.into_iter().filter_map(|Link { name, url }| {
        let url = web_address(Some(url))?;
        Some(NamedLink { name, url })
    });
    each_once(links.collect(), |link| link.url.clone())
}

/// The items without repetitions: of items with the same key, the first.
fn each_once<T, K: Eq + Hash>(mut items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(key(item)));
    items
}

fn distinct<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> usize {
    items.into_iter().collect::<HashSet<_>>().len()
}

/// The address, if a page may link to it; `None` for any other.
pub(super) fn web_address(url: Option<String>) -> Option<String> {
    url.filter(|url| is_web(url))
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// Declares a page of what a source states of a title.
macro_rules! part_of {
    ($(#[$doc:meta])* $name:ident: $of:path => $item:ident) => {
        $(#[$doc])*
        #[derive(Debug, Serialize, ToSchema)]
        pub(crate) struct $name {
            items: Vec<$item>,
            /// The page's number, counted from 1.
            page: u32,
            /// How many pages there are, at least 1.
            pages: u32,
            /// The number of items on all pages.
            total: u32,
            /// The source that stated the list, such as `jikan`; `null` where none has.
            #[schema(required)]
            source: Option<String>,
            /// When the source stated the list (RFC 3339); `null` where none has.
            #[schema(required)]
            as_of: Option<String>,
        }

        impl $name {
            /// Builds the answer from a page of what a source states.
            pub(crate) fn new(stated: StatedPart<$of>, pictures: &Pictures) -> Self {
                let StatedPart { part, provenance } = stated;
                let items = part.items.into_iter();
                Self {
                    items: items.map(|item| $item::new(item, pictures)).collect(),
                    page: part.page,
                    pages: part.pages,
                    total: part.total,
                    as_of: provenance.as_ref().map(|it| it.as_of.to_string()),
                    source: provenance.map(|it| it.source),
                }
            }
        }
    };
}

pub(super) use part_of;

part_of! {
    /// A page of the characters in a title.
    CastPart: CastMember => CastMemberBody
}
part_of! {
    /// A page of a title's staff.
    StaffPart: StaffMember => StaffMemberBody
}
part_of! {
    /// A page of a title's episodes.
    EpisodePart: Episode => EpisodeBody
}
part_of! {
    /// A page of the titles that people recommend to those who liked one; only titles that the catalogue holds.
    RecommendationPart: RecommendedTitle => RecommendationBody
}

same_enum! {
    /// The importance of a character's part in a title.
    CastRole: domain::extras::CastRole { Main, Supporting }
}

/// A character in a title, with their voice actors.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CastMemberBody {
    character: CharacterBody,
    role: CastRole,
    /// The character's voice actors in this title.
    voices: Vec<VoiceBody>,
}

impl CastMemberBody {
    fn new(member: CastMember, pictures: &Pictures) -> Self {
        let voices = member.voices.into_iter();
        Self {
            character: CharacterBody::new(&member.character, pictures),
            role: member.role.into(),
            voices: voices.map(|it| VoiceBody::new(it, pictures)).collect(),
        }
    }
}

/// A voice actor of a character, and their language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoiceBody {
    person: PersonBody,
    /// The language of the voice, named in English: `Japanese`, `Portuguese (BR)`, …
    language: String,
}

impl VoiceBody {
    pub(super) fn new(voice: Voice, pictures: &Pictures) -> Self {
        Self {
            person: PersonBody::new(&voice.person, pictures),
            language: voice.language,
        }
    }
}

/// A member of a title's staff.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffMemberBody {
    person: StaffPersonBody,
    /// The person's positions: `Director`, `Script`, …
    positions: Vec<String>,
}

impl StaffMemberBody {
    fn new(member: StaffMember, pictures: &Pictures) -> Self {
        Self {
            person: StaffPersonBody::new(&member.person, pictures),
            positions: member.positions,
        }
    }
}

/// An episode of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EpisodeBody {
    /// The episode's number, counted from 1.
    number: u32,
    /// The English title; `null` where it is not known.
    #[schema(required)]
    title: Option<String>,
    /// The title in Japanese script; `null` where it is not known.
    #[schema(required)]
    title_japanese: Option<String>,
    /// The Japanese title in Latin letters; `null` where it is not known.
    #[schema(required)]
    title_romaji: Option<String>,
    /// The day of the first broadcast in Japan (`YYYY-MM-DD`); `null` where it is not known.
    #[schema(required)]
    aired: Option<String>,
    /// The mean score, from 1 to 5; `null` where it is not known.
    #[schema(required)]
    score: Option<f64>,
    /// Whether the episode is a filler, which is not part of the adapted story.
    is_filler: bool,
    /// Whether the episode is a recap of earlier ones.
    is_recap: bool,
}

impl EpisodeBody {
    fn new(episode: Episode, _: &Pictures) -> Self {
        Self {
            number: episode.number,
            title: episode.title,
            title_japanese: episode.title_japanese,
            title_romaji: episode.title_romaji,
            aired: episode.aired.map(|day| day.to_string()),
            score: episode.score,
            is_filler: episode.is_filler,
            is_recap: episode.is_recap,
        }
    }
}

/// A title in short, as lists of other titles and of credits name it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedTitle {
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
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
}

impl NamedTitle {
    pub(super) fn new(title: TitleRef, pictures: &Pictures) -> Self {
        Self {
            image_url: pictures.poster(
                title.mal_id,
                title.images.poster(),
                title.images.large_poster(),
            ),
            mal_id: title.mal_id.get(),
            slug: title.slug,
            title: title.title,
            title_english: title.title_english,
            title_japanese: title.title_japanese,
            r#type: title.kind,
            year: title.year,
        }
    }
}

/// A title that people recommend to those who liked another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecommendationBody {
    title: NamedTitle,
    /// The number of people who recommend the title.
    votes: u32,
}

impl RecommendationBody {
    fn new(recommended: RecommendedTitle, pictures: &Pictures) -> Self {
        Self {
            title: NamedTitle::new(recommended.title, pictures),
            votes: recommended.votes,
        }
    }
}
