//! Answers in the shape of Jikan v4. Field names, their order and what is `null` are Jikan's.

mod address;
mod credits;
mod extras;
mod page;
mod parts;
mod producer;
mod review;

use app::catalogue::browsing::YearSeasons;
use domain::{
    anime::{Anime, CompanyRole, Images, Link, LocalTitle, Season, Status, TagKind},
    selection::TagCount,
};
use serde::Serialize;

pub(crate) use credits::{
    Appearance, CastMember, Character, CharacterImages, FullCharacter, FullPerson, Person,
    StaffCredit, StaffMember, VoiceActor, VoiceRole,
};
pub(crate) use extras::{
    Episode, EpisodeVideo, News, Pair, Recommendation, SingleEpisode, Statistics, Videos,
    WatchedPromo, WatchedTitle,
};
pub(crate) use page::{Page, ScrapedPage};
use parts::{Aired, Broadcast, Name, Numbered, Trailer};
pub(crate) use parts::{Picture, Relations};
pub(crate) use producer::{FullProducer, Producer};
pub(crate) use review::{Review, TitledReview, is_preliminary};

/// The envelope of all answers.
#[derive(Debug, Serialize)]
pub(crate) struct Data<T> {
    pub(crate) data: T,
}

/// A title without its relations and songs.
#[derive(Debug, Serialize)]
pub(crate) struct Record<'a> {
    mal_id: u32,
    url: String,
    images: &'a Images,
    trailer: Trailer<'a>,
    approved: bool,
    titles: Vec<Name<'a>>,
    title: &'a str,
    title_english: Option<&'a str>,
    title_japanese: Option<&'a str>,
    title_synonyms: &'a [String],
    r#type: Option<&'a str>,
    source: Option<&'a str>,
    episodes: Option<u32>,
    status: Option<&'static str>,
    airing: bool,
    aired: Aired<'a>,
    duration: Option<&'a str>,
    rating: Option<&'a str>,
    score: Option<f64>,
    scored_by: Option<u32>,
    rank: Option<u32>,
    popularity: Option<u32>,
    members: Option<u32>,
    favorites: Option<u32>,
    synopsis: Option<&'a str>,
    background: Option<&'a str>,
    season: Option<&'static str>,
    year: Option<u16>,
    broadcast: Broadcast<'a>,
    producers: Vec<Numbered<'a>>,
    licensors: Vec<Numbered<'a>>,
    studios: Vec<Numbered<'a>>,
    genres: Vec<Numbered<'a>>,
    explicit_genres: Vec<Numbered<'a>>,
    themes: Vec<Numbered<'a>>,
    demographics: Vec<Numbered<'a>>,
}

impl<'a> From<&'a Anime> for Record<'a> {
    fn from(anime: &'a Anime) -> Self {
        let companies = |role: CompanyRole| Numbered::companies(anime, role);
        let tags = |kind: TagKind| Numbered::tags(anime, kind);
        Self {
            mal_id: anime.mal_id.get(),
            url: address::title(anime.mal_id.get(), &anime.title),
            images: &anime.images,
            trailer: Trailer::from(&anime.trailer),
            approved: !anime.pending,
            titles: names(anime),
            title: &anime.title,
            title_english: anime.title_english.as_deref(),
            title_japanese: anime.title_japanese.as_deref(),
            title_synonyms: &anime.synonyms,
            r#type: anime.kind.as_deref(),
            source: anime.source.as_deref(),
            episodes: anime.episodes,
            status: anime.status.map(Status::as_jikan),
            airing: anime.status == Some(Status::Airing),
            aired: Aired::from(&anime.aired),
            duration: anime.duration.as_deref(),
            rating: anime.rating.as_deref(),
            score: anime.score,
            scored_by: anime.scored_by,
            rank: anime.rank,
            popularity: anime.popularity,
            members: anime.members,
            favorites: anime.favorites,
            synopsis: anime.synopsis.as_deref(),
            background: anime.background.as_deref(),
            season: anime.season.map(Season::as_str),
            year: anime.year,
            broadcast: Broadcast::of(anime.broadcast.as_ref()),
            producers: companies(CompanyRole::Producer),
            licensors: companies(CompanyRole::Licensor),
            studios: companies(CompanyRole::Studio),
            genres: tags(TagKind::Genre),
            explicit_genres: tags(TagKind::ExplicitGenre),
            themes: tags(TagKind::Theme),
            demographics: tags(TagKind::Demographic),
        }
    }
}

/// All names of a title, in Jikan's order.
fn names(anime: &Anime) -> Vec<Name<'_>> {
    let name = |r#type, title| Name { r#type, title };
    let mut names = vec![name("Default", anime.title.as_str())];
    names.extend(anime.synonyms.iter().map(|title| name("Synonym", title)));
    names.extend(
        anime
            .title_japanese
            .iter()
            .map(|title| name("Japanese", title)),
    );
    names.extend(
        anime
            .title_english
            .iter()
            .map(|title| name("English", title)),
    );
    let others = anime.other_titles.iter();
    names.extend(others.map(|LocalTitle { language, title }| name(language, title)));
    names
}

/// A title with its relations, songs and links.
#[derive(Debug, Serialize)]
pub(crate) struct Full<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    relations: Relations<'a>,
    theme: Theme<'a>,
    external: &'a [Link],
    streaming: &'a [Link],
}

/// The opening and ending songs of a title.
#[derive(Debug, Serialize)]
pub(crate) struct Theme<'a> {
    openings: &'a [String],
    endings: &'a [String],
}

impl<'a> From<&'a Anime> for Theme<'a> {
    fn from(anime: &'a Anime) -> Self {
        Self {
            openings: &anime.openings,
            endings: &anime.endings,
        }
    }
}

/// More information about a title: always `null`, as no source gives any.
#[derive(Debug, Default, Serialize)]
pub(crate) struct MoreInfo {
    moreinfo: Option<String>,
}

/// A year and its seasons.
#[derive(Debug, Serialize)]
pub(crate) struct SeasonsOfYear {
    year: u16,
    seasons: Vec<&'static str>,
}

impl From<&YearSeasons> for SeasonsOfYear {
    fn from(of: &YearSeasons) -> Self {
        Self {
            year: of.year,
            seasons: of.seasons.iter().map(|season| season.as_str()).collect(),
        }
    }
}

impl<'a> From<&'a Anime> for Full<'a> {
    fn from(anime: &'a Anime) -> Self {
        Self {
            record: Record::from(anime),
            relations: Relations::of(anime),
            theme: Theme::from(anime),
            external: &anime.external,
            streaming: &anime.streaming,
        }
    }
}

/// A genre, theme or demographic in the list of all of them.
#[derive(Debug, Serialize)]
pub(crate) struct Genre<'a> {
    mal_id: u32,
    name: &'a str,
    url: String,
    count: u32,
}

impl<'a> From<&'a TagCount> for Genre<'a> {
    fn from(tag: &'a TagCount) -> Self {
        Self {
            mal_id: tag.id,
            name: &tag.name,
            url: address::genre(tag.id, &tag.name),
            count: tag.titles,
        }
    }
}
