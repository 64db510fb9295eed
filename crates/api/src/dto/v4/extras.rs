//! Episodes, videos, news, recommendations and numbers of viewers.

use domain::{
    anime::MalId,
    extras::{
        self, NewsLink, RecommendedPair, RecommendedTitle, TitleVideos, VideoKind, ViewerCounts,
    },
};
use serde::Serialize;

use super::{
    address,
    parts::{Entry, Picture, Trailer, midnight},
};

/// MyAnimeList's name of an episode whose title it does not know.
fn numbered(number: u32) -> String {
    format!("Episode {number}")
}

/// An episode in a title's list of episodes.
#[derive(Debug, Serialize)]
pub(crate) struct Episode<'a> {
    mal_id: u32,
    url: Option<&'a str>,
    title: String,
    title_japanese: Option<&'a str>,
    title_romanji: Option<&'a str>,
    aired: Option<String>,
    score: Option<f64>,
    filler: bool,
    recap: bool,
    forum_url: Option<&'a str>,
}

impl<'a> From<&'a extras::Episode> for Episode<'a> {
    fn from(episode: &'a extras::Episode) -> Self {
        Self {
            mal_id: episode.number,
            url: episode.url.as_deref(),
            title: title(episode),
            title_japanese: episode.title_japanese.as_deref(),
            title_romanji: episode.title_romaji.as_deref(),
            aired: episode.aired.map(midnight),
            score: episode.score,
            filler: episode.is_filler,
            recap: episode.is_recap,
            forum_url: episode.forum_url.as_deref(),
        }
    }
}

/// The episode's title, for which Jikan's schema does not allow `null`.
fn title(episode: &extras::Episode) -> String {
    let title = episode.title.clone();
    title.unwrap_or_else(|| numbered(episode.number))
}

/// A single episode. Its length and its synopsis are `null`, as no source gives them.
#[derive(Debug, Serialize)]
pub(crate) struct SingleEpisode<'a> {
    mal_id: u32,
    /// The episode's page; empty where it is not known, since Jikan's schema does not allow `null`.
    url: &'a str,
    title: String,
    title_japanese: Option<&'a str>,
    title_romanji: Option<&'a str>,
    duration: Option<u32>,
    aired: Option<String>,
    filler: bool,
    recap: bool,
    synopsis: Option<&'static str>,
}

impl<'a> From<&'a extras::Episode> for SingleEpisode<'a> {
    fn from(episode: &'a extras::Episode) -> Self {
        Self {
            mal_id: episode.number,
            url: episode.url.as_deref().unwrap_or_default(),
            title: title(episode),
            title_japanese: episode.title_japanese.as_deref(),
            title_romanji: episode.title_romaji.as_deref(),
            duration: None,
            aired: episode.aired.map(midnight),
            filler: episode.is_filler,
            recap: episode.is_recap,
            synopsis: None,
        }
    }
}

/// A news article, without its text, which is the source's. Unknown values are empty where Jikan's schema does not
/// allow `null`.
#[derive(Debug, Serialize)]
pub(crate) struct News<'a> {
    mal_id: u32,
    url: &'a str,
    title: &'a str,
    date: String,
    author_username: &'a str,
    author_url: &'a str,
    forum_url: &'a str,
    images: Picture<'a>,
    comments: u32,
    excerpt: &'static str,
}

impl<'a> From<&'a NewsLink> for News<'a> {
    fn from(news: &'a NewsLink) -> Self {
        let at = |at: jiff::Timestamp| at.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string();
        Self {
            mal_id: news.id,
            url: &news.url,
            title: &news.title,
            date: news.at.map(at).unwrap_or_default(),
            author_username: news.author.as_deref().unwrap_or_default(),
            author_url: news.author_url.as_deref().unwrap_or_default(),
            forum_url: news.forum_url.as_deref().unwrap_or_default(),
            images: Picture::of(news.image_url.as_deref()),
            comments: news.comments.unwrap_or(0),
            excerpt: "",
        }
    }
}

/// A title's videos by kind.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "Jikan's names")]
pub(crate) struct Videos<'a> {
    promo: Vec<Promo<'a>>,
    episodes: Vec<EpisodeVideo<'a>>,
    music_videos: Vec<MusicVideo<'a>>,
}

impl<'a> From<&'a [extras::Video]> for Videos<'a> {
    fn from(videos: &'a [extras::Video]) -> Self {
        Self {
            promo: of_kind(videos, VideoKind::Promo).map(Promo::from).collect(),
            episodes: EpisodeVideo::all(videos),
            music_videos: of_kind(videos, VideoKind::Music)
                .map(MusicVideo::from)
                .collect(),
        }
    }
}

fn of_kind(videos: &[extras::Video], kind: VideoKind) -> impl Iterator<Item = &extras::Video> {
    videos.iter().filter(move |video| video.kind == kind)
}

/// The name of the episode that a video shows; empty where that is not known.
fn label(video: &extras::Video) -> String {
    let label = video.label.clone();
    let label = label.or_else(|| video.episode.map(numbered));
    label.unwrap_or_default()
}

/// A trailer.
#[derive(Debug, Serialize)]
struct Promo<'a> {
    title: &'a str,
    trailer: Trailer<'a>,
}

impl<'a> From<&'a extras::Video> for Promo<'a> {
    fn from(video: &'a extras::Video) -> Self {
        Self {
            title: &video.name,
            trailer: Trailer::from(video),
        }
    }
}

/// A video of an episode.
#[derive(Debug, Serialize)]
pub(crate) struct EpisodeVideo<'a> {
    mal_id: u32,
    url: &'a str,
    title: &'a str,
    episode: String,
    images: Picture<'a>,
}

impl<'a> EpisodeVideo<'a> {
    /// The videos of episodes among a title's videos.
    pub(crate) fn all(videos: &'a [extras::Video]) -> Vec<Self> {
        of_kind(videos, VideoKind::Episode)
            .map(Self::from)
            .collect()
    }
}

impl<'a> From<&'a extras::Video> for EpisodeVideo<'a> {
    fn from(video: &'a extras::Video) -> Self {
        Self {
            mal_id: video.episode.unwrap_or(0),
            url: video.url.as_deref().unwrap_or_default(),
            title: &video.name,
            episode: label(video),
            images: Picture::of(video.still_url.as_deref()),
        }
    }
}

/// A music video.
#[derive(Debug, Serialize)]
struct MusicVideo<'a> {
    title: &'a str,
    video: Trailer<'a>,
    meta: Song<'a>,
}

#[derive(Debug, Serialize)]
struct Song<'a> {
    title: Option<&'a str>,
    author: Option<&'a str>,
}

impl<'a> From<&'a extras::Video> for MusicVideo<'a> {
    fn from(video: &'a extras::Video) -> Self {
        Self {
            title: &video.name,
            video: Trailer::from(video),
            meta: Song {
                title: video.song.as_deref(),
                author: video.artist.as_deref(),
            },
        }
    }
}

/// The numbers of a title's viewers at the source.
#[derive(Debug, Serialize)]
pub(crate) struct Statistics {
    watching: u32,
    completed: u32,
    on_hold: u32,
    dropped: u32,
    plan_to_watch: u32,
    total: u32,
    scores: Vec<ScoreCount>,
}

#[derive(Debug, Serialize)]
struct ScoreCount {
    score: usize,
    votes: u32,
    percentage: f64,
}

impl From<&ViewerCounts> for Statistics {
    fn from(counts: &ViewerCounts) -> Self {
        let scores = (1..).zip(counts.scores).map(|(score, votes)| ScoreCount {
            score,
            votes,
            percentage: counts.percentage(score),
        });
        Self {
            watching: counts.watching,
            completed: counts.completed,
            on_hold: counts.on_hold,
            dropped: counts.dropped,
            plan_to_watch: counts.plan_to_watch,
            total: counts.total,
            scores: scores.collect(),
        }
    }
}

/// A title that people recommend to those who liked another.
#[derive(Debug, Serialize)]
pub(crate) struct Recommendation<'a> {
    entry: Entry<'a>,
    url: String,
    votes: u32,
}

impl<'a> Recommendation<'a> {
    /// Builds the recommendation for those who liked `liked`.
    pub(crate) fn new(liked: MalId, recommended: &'a RecommendedTitle) -> Self {
        let id = recommended.title.mal_id.get();
        Self {
            entry: Entry::from(&recommended.title),
            url: address::recommendation(liked.get(), id),
            votes: recommended.votes,
        }
    }
}

/// Two titles that people recommend for one another. Who does so, why and when is not known.
#[derive(Debug, Serialize)]
pub(crate) struct Pair<'a> {
    mal_id: String,
    entry: [Entry<'a>; 2],
    content: &'static str,
    date: Option<&'static str>,
    user: Nobody,
}

#[derive(Debug, Default, Serialize)]
struct Nobody {
    url: &'static str,
    username: &'static str,
}

impl<'a> From<&'a RecommendedPair> for Pair<'a> {
    fn from(pair: &'a RecommendedPair) -> Self {
        let RecommendedPair { first, second, .. } = pair;
        Self {
            mal_id: address::pair(first.mal_id.get(), second.mal_id.get()),
            entry: [Entry::from(first), Entry::from(second)],
            content: "",
            date: None,
            user: Nobody::default(),
        }
    }
}

/// A trailer, and its title.
#[derive(Debug, Serialize)]
pub(crate) struct WatchedPromo<'a> {
    title: &'a str,
    entry: Entry<'a>,
    trailer: Trailer<'a>,
}

impl<'a> WatchedPromo<'a> {
    /// The trailers of a title.
    pub(crate) fn all(of: &'a TitleVideos) -> impl Iterator<Item = Self> {
        of.videos.iter().map(move |video| Self {
            title: &video.name,
            entry: Entry::from(&of.title),
            trailer: Trailer::from(video),
        })
    }
}

/// A title with its newest episodes that can be watched. Their price and their regions are not known.
#[derive(Debug, Serialize)]
pub(crate) struct WatchedTitle<'a> {
    entry: Entry<'a>,
    episodes: Vec<WatchedEpisode<'a>>,
    region_locked: bool,
}

#[derive(Debug, Serialize)]
struct WatchedEpisode<'a> {
    mal_id: String,
    url: &'a str,
    title: String,
    premium: bool,
}

impl<'a> WatchedTitle<'a> {
    /// Builds the answer from the episodes that have a number; `None` where there are none.
    pub(crate) fn new(of: &'a TitleVideos) -> Option<Self> {
        let episodes = of.videos.iter().filter_map(|video| {
            Some(WatchedEpisode {
                mal_id: video.episode?.to_string(),
                url: video.url.as_deref().unwrap_or_default(),
                title: label(video),
                premium: false,
            })
        });
        let episodes: Vec<WatchedEpisode<'a>> = episodes.collect();
        (!episodes.is_empty()).then(|| Self {
            entry: Entry::from(&of.title),
            episodes,
            region_locked: false,
        })
    }
}
