//! A year in review.

use domain::{anime_list::Score, statistics};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WatchedTime;
use crate::{dto::anime_list::english, pictures::Pictures};

/// A year for which a review can be made.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(try_from = "i16")]
#[schema(value_type = i32, minimum = 1900, maximum = 2200, example = 2026)]
pub(crate) struct Year(i16);

impl TryFrom<i16> for Year {
    type Error = &'static str;

    fn try_from(year: i16) -> Result<Self, Self::Error> {
        match year {
            1900..=2200 => Ok(Self(year)),
            _ => Err("no year from 1900 to 2200"),
        }
    }
}

impl Year {
    /// The year as a number.
    pub(crate) const fn get(self) -> i16 {
        self.0
    }
}

/// The titles that were watched to the end in a year. A title that was so twice is one title; its watched episodes
/// count twice.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct YearInReview {
    year: i32,
    titles: u32,
    /// The number of those titles that had been watched to the end before.
    again: u32,
    watched: WatchedTime,
    /// The number of watchings by the month in which they ended, from January on.
    #[schema(min_items = 12, max_items = 12)]
    months: Vec<u32>,
    /// The number of watchings of which only the year is known.
    monthless: u32,
    /// The number of titles with a score.
    scored: u32,
    /// The mean score of the titles, from 1 to 100; `null` where none has a score.
    #[schema(required)]
    mean: Option<f64>,
    /// The lower end of the mean's 95 % interval, the scores taken as a sample; `null` where fewer than two titles have
    /// a score.
    #[schema(required)]
    mean_low: Option<f64>,
    /// The upper end of the same interval; `null` where `mean_low` is.
    #[schema(required)]
    mean_high: Option<f64>,
    /// The genres of the titles, the most frequent first.
    genres: Vec<GenreCount>,
    /// The titles with the highest scores, the highest first: at most 5.
    best: Vec<ReviewedTitle>,
    /// The title that took the most time; `null` where no length is known.
    #[schema(required)]
    longest: Option<ReviewedTitle>,
    /// The title that was watched to the end first, of those whose day is known; `null` where none is.
    #[schema(required)]
    first: Option<ReviewedTitle>,
    /// The title that was watched to the end last, of those whose day is known; `null` where none is.
    #[schema(required)]
    last: Option<ReviewedTitle>,
}

/// The number of titles of one genre.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GenreCount {
    name: String,
    titles: u32,
}

/// A title that was watched to the end in the year. Its page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewedTitle {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// When the title was watched to the end: `2026`, `2026-04` or `2026-04-12`.
    finished: String,
    /// The score of that watching, else of the title, from 1 to 100; `null` where neither has one.
    #[schema(required)]
    score: Option<u8>,
    watched: WatchedTime,
}

impl YearInReview {
    /// Builds the answer from the year's statistics.
    pub(crate) fn new(of: &statistics::YearInReview, pictures: &Pictures) -> Self {
        let title = |highlight: &statistics::Highlight| ReviewedTitle::new(highlight, pictures);
        let genres = of.genres.iter().map(|(name, titles)| GenreCount {
            name: name.clone(),
            titles: *titles,
        });
        let interval = of.scores.interval();
        Self {
            year: of.year.into(),
            titles: of.titles,
            again: of.again,
            watched: of.watched.into(),
            months: of.months.to_vec(),
            monthless: of.monthless,
            scored: of.scores.count(),
            mean: of.scores.mean(),
            mean_low: interval.map(|(low, _)| low),
            mean_high: interval.map(|(_, high)| high),
            genres: genres.collect(),
            best: of.best.iter().map(title).collect(),
            longest: of.longest.as_ref().map(title),
            first: of.first.as_ref().map(title),
            last: of.last.as_ref().map(title),
        }
    }
}

impl ReviewedTitle {
    fn new(of: &statistics::Highlight, pictures: &Pictures) -> Self {
        let title = &of.title;
        Self {
            mal_id: title.mal_id.get(),
            title: title.title.clone(),
            title_english: english(title),
            title_japanese: title.title_japanese.clone(),
            image_url: pictures.poster(title.mal_id, title.image_url.as_deref(), None),
            finished: of.finished.to_string(),
            score: of.score.map(Score::get),
            watched: of.watched.into(),
        }
    }
}
