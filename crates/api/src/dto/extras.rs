//! Extras of titles.

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

/// A section of a title's page, which has a call of its own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Section {
    name: SectionName,
    /// How many things its source has: at least one. Of pictures, fewer may be shown, or none.
    count: usize,
    /// How many of them are in each group, in the order of the section's own answer: `openings` and `endings` of
    /// `themes`, `streaming` and `external` of `links`. Empty for all other sections.
    groups: Vec<usize>,
}

/// What is known of a title beside what its page shows at once.
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
    /// Those of a title with this record, of which this is known, where pages show `pictures`.
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

/// Opening and ending themes, as their source writes them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Themes {
    openings: Vec<String>,
    endings: Vec<String>,
}

/// Where a title is elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Links {
    /// Where to watch it, as its source says.
    streaming: Vec<NamedLink>,
    /// Its pages.
    external: Vec<NamedLink>,
}

/// A named address.
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

/// The first of those that a source names twice.
fn each_once<T, K: Eq + Hash>(mut items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(key(item)));
    items
}

fn distinct<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> usize {
    items.into_iter().collect::<HashSet<_>>().len()
}

/// An address that a page may link to.
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
            /// Number of this page, from 1.
            page: u32,
            /// How many pages there are, at least 1.
            pages: u32,
            /// Length of the whole list.
            total: u32,
            /// Who stated it; `null` where nobody has.
            #[schema(required)]
            source: Option<String>,
            /// When that was (RFC 3339).
            #[schema(required)]
            as_of: Option<String>,
        }

        impl $name {
            /// Builds it from this page, with `pictures`.
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
    /// A page of who is in a title.
    CastPart: CastMember => CastMemberBody
}
part_of! {
    /// A page of who made a title.
    StaffPart: StaffMember => StaffMemberBody
}
part_of! {
    /// A page of a title's episodes.
    EpisodePart: Episode => EpisodeBody
}
part_of! {
    /// A page of the catalogue's titles that those recommend who liked one.
    RecommendationPart: RecommendedTitle => RecommendationBody
}

same_enum! {
    /// How large a character's part in a title is.
    CastRole: domain::extras::CastRole { Main, Supporting }
}

/// A character in a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CastMemberBody {
    character: CharacterBody,
    role: CastRole,
    /// Who speaks them.
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

/// Who speaks a character.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoiceBody {
    person: PersonBody,
    /// In which language, in English: `Japanese`, `Portuguese (BR)`, …
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

/// Somebody who made a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffMemberBody {
    person: StaffPersonBody,
    /// As what: `Director`, `Script`, …
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
    /// Its number, from 1.
    number: u32,
    /// English title.
    #[schema(required)]
    title: Option<String>,
    /// Title in Japanese script.
    #[schema(required)]
    title_japanese: Option<String>,
    /// The same in Latin letters.
    #[schema(required)]
    title_romaji: Option<String>,
    /// Day of the first broadcast, in Japan (`YYYY-MM-DD`).
    #[schema(required)]
    aired: Option<String>,
    /// Mean score from 1 to 5.
    #[schema(required)]
    score: Option<f64>,
    /// Whether it is not of the story that the title adapts.
    is_filler: bool,
    /// Whether it tells again what came before.
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

/// A title as others name it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedTitle {
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
    /// Address of a poster; `null` means drawn.
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
    /// How many recommend it.
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
