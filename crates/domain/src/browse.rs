//! Browsing: titles by combined filters, and what each further choice would leave.

use jiff::civil::Date;

use crate::{
    anime::{Anime, Broadcast, BroadcastSlot, MalId, Season, Status, TagKind, begun_year},
    rating::Estimate,
};

/// The facts of a title for browsing.
#[derive(Debug, Clone, PartialEq)]
pub struct BrowseFacts {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// The name that a card shows: the English title, else the main one.
    pub title: String,
    /// Form of publication, see [`Anime::kind`].
    pub kind: Option<String>,
    /// The title's airing status.
    pub status: Option<Status>,
    /// First day on which the title airs.
    pub begun: Option<Date>,
    /// Last day on which the title airs.
    pub ended: Option<Date>,
    /// Day of the week on which the title is broadcast.
    pub slot: BroadcastSlot,
    /// Season of the first episode, as the source says.
    pub season: Option<Season>,
    /// Year of the first episode, as the source says.
    pub year: Option<u16>,
    /// Number of episodes.
    pub episodes: Option<u32>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Number of people who have given a score.
    pub scored_by: Option<u32>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// Number of people who have the title on a list.
    pub members: Option<u32>,
    /// Number of people who call the title a favourite.
    pub favorites: Option<u32>,
    /// The title's genres, themes and demographics that have a number on MyAnimeList.
    pub genres: Vec<Genre>,
}

/// A genre, theme or demographic.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genre {
    /// Whether it is a genre, a theme or a demographic.
    pub kind: TagKind,
    /// The genre's English name.
    pub name: String,
}

impl BrowseFacts {
    /// Returns the year in which the title began: the source's, else that of the first day.
    pub fn begun_year(&self) -> Option<u16> {
        begun_year(self.year, self.begun)
    }

    /// Returns the season in which the title began: the source's, else that of the first day.
    pub fn begun_season(&self) -> Option<Season> {
        let day = |day: Date| Season::of_month(day.month());
        self.season.or_else(|| self.begun.map(day))
    }

    /// The lower bound of its mean score, with a probability of 97.5 %: a few tens are less certain than many nines. Where
    /// the source does not tell how many have given a score, it counts as if few had.
    pub fn sure_score(&self) -> Option<f64> {
        let raters = self.scored_by.unwrap_or(0).max(2);
        Some(Estimate::of_mean(self.score?, raters)?.low)
    }
}

impl From<&Anime> for BrowseFacts {
    fn from(anime: &Anime) -> Self {
        let english = anime.title_english.clone().filter(|name| !name.is_empty());
        let numbered = anime.tags.iter().filter(|tag| tag.id.is_some());
        Self {
            mal_id: anime.mal_id,
            title: english.unwrap_or_else(|| anime.title.clone()),
            kind: anime.kind.clone(),
            status: anime.status,
            begun: anime.aired.from,
            ended: anime.aired.to,
            slot: anime
                .broadcast
                .as_ref()
                .map(Broadcast::slot)
                .unwrap_or_default(),
            season: anime.season,
            year: anime.year,
            episodes: anime.episodes,
            score: anime.score,
            scored_by: anime.scored_by,
            popularity: anime.popularity,
            members: anime.members,
            favorites: anime.favorites,
            genres: numbered
                .map(|tag| Genre {
                    kind: tag.kind,
                    name: tag.name.clone(),
                })
                .collect(),
        }
    }
}

/// Which titles are wanted. What is empty does not narrow the choice; what a title does not tell
/// meets no filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// [Words](crate::slug::words) of genres, themes and demographics: one of the genres it has, one
    /// of the themes and one of the demographics. What no title has is none of the three: of such
    /// words alone it has none.
    pub genres: Vec<String>,
    /// [Words](crate::slug::words) of genres, themes and demographics that the title must not have.
    pub without: Vec<String>,
    /// [Words](crate::slug::words) of forms of publication, one of which the title must have.
    pub kinds: Vec<String>,
    /// Airing statuses, one of which the title must have.
    pub statuses: Vec<Status>,
    /// Seasons, in one of which the title must have begun, see [`BrowseFacts::begun_season`].
    pub seasons: Vec<Season>,
    /// Years, in one of which the title must have begun, see [`BrowseFacts::begun_year`].
    pub years: NumberRange,
    /// Numbers of episodes, one of which the title must have.
    pub episodes: NumberRange,
    /// Lowest mean score, in hundredths of a point.
    pub min_score: Option<u32>,
}

/// Whole numbers from one to another, both included; all of them where no end is given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NumberRange {
    /// The smallest number; `None` for no lower end.
    pub from: Option<u32>,
    /// The largest number; `None` for no upper end.
    pub to: Option<u32>,
}

impl NumberRange {
    /// Returns the range from `from` to `to`.
    pub const fn between(from: u32, to: u32) -> Self {
        Self {
            from: Some(from),
            to: Some(to),
        }
    }

    /// Returns the range from `from` on, without an upper end.
    pub const fn since(from: u32) -> Self {
        Self {
            from: Some(from),
            to: None,
        }
    }

    /// Returns whether the range holds every number.
    pub const fn is_open(self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Returns whether the range holds `number`.
    pub fn holds(self, number: u32) -> bool {
        self.from.is_none_or(|from| from <= number) && self.to.is_none_or(|to| number <= to)
    }
}

/// The orders of browsing. Unknown values come last, equal ones follow by popularity,
/// then by id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Sorted by rank by members, the most popular first.
    #[default]
    Popularity,
    /// Sorted by mean score, the best first by what it is [at least](BrowseFacts::sure_score).
    Score,
    /// Sorted by the number of people whose favourite the title is, the most first.
    Favorites,
    /// Sorted by first day, the latest first.
    Newest,
    /// Sorted by first day, the earliest first.
    Oldest,
    /// Sorted by the name that a card shows, folded.
    Title,
}

impl Sort {
    /// Every order of browsing.
    pub const ALL: [Self; 6] = [
        Self::Popularity,
        Self::Score,
        Self::Favorites,
        Self::Newest,
        Self::Oldest,
        Self::Title,
    ];
}

/// Where a title stands in an order: whatever happens to others, it stays behind those whose place
/// is less. The numbers mean something only together with the [`Sort`] that they were made for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SortKey<T = String> {
    /// The title's sort key, as a rising number.
    pub first: i64,
    /// The tie-breaker of titles with equal sort keys, as a rising number.
    pub second: i64,
    /// The folded title, where the order is by title.
    pub title: T,
    /// The title's id on MyAnimeList, the last tie-breaker.
    pub mal_id: u32,
}

impl SortKey {
    /// Returns the same key with a borrowed title.
    pub fn borrowed(&self) -> SortKey<&str> {
        SortKey {
            first: self.first,
            second: self.second,
            title: &self.title,
            mal_id: self.mal_id,
        }
    }
}

impl SortKey<&str> {
    /// Returns the same key with an owned title.
    pub fn owned(&self) -> SortKey {
        SortKey {
            first: self.first,
            second: self.second,
            title: self.title.to_owned(),
            mal_id: self.mal_id,
        }
    }
}

/// How many titles each choice would leave if it were made, with all filters of other sorts as they
/// are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facets {
    /// Every genre, theme and demographic, by kind and name; each of these kinds is a sort of its
    /// own. For one that is not wanted: as if it were wanted instead.
    pub genres: Vec<GenreChoice>,
    /// Every form of publication, those with most titles first.
    pub kinds: Vec<Choice<String>>,
    /// Choices of airing statuses, from upcoming to finished.
    pub statuses: Vec<Choice<Status>>,
    /// Choices of seasons, from winter to fall.
    pub seasons: Vec<Choice<Season>>,
    /// Choices of years in which any title began, the last first.
    pub years: Vec<Choice<u16>>,
    /// Choices of lowest scores in whole points, the highest first.
    pub scores: Vec<Choice<u32>>,
    /// Choices of usual numbers of episodes.
    pub episodes: Vec<Choice<NumberRange>>,
}

/// A choice of a filter and how many titles it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<T> {
    /// The chosen value.
    pub value: T,
    /// Number of titles that the choice leaves.
    pub titles: u32,
}

/// A choice of a genre, theme or demographic and how many titles it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenreChoice {
    /// The chosen genre, theme or demographic.
    pub genre: Genre,
    /// The genre's word in a [`Filter`].
    pub word: String,
    /// Number of titles that the choice leaves.
    pub titles: u32,
}

/// Numbers of episodes to choose from: a single one, one season of a year, two, four, more.
pub const EPISODES: [NumberRange; 5] = [
    NumberRange::between(1, 1),
    NumberRange::between(2, 13),
    NumberRange::between(14, 26),
    NumberRange::between(27, 52),
    NumberRange::since(53),
];

/// Lowest scores to choose from, in whole points.
pub const SCORES: [u32; 5] = [9, 8, 7, 6, 5];

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn sources_season_outranks_the_first_day() {
        let mut anime = Anime::named(MalId::new(1), "x");
        let begun = |anime: &Anime| {
            let title = BrowseFacts::from(anime);
            (title.begun_year(), title.begun_season())
        };
        assert_eq!(begun(&anime), (None, None));
        anime.aired.from = Some(date(2015, 12, 29));
        assert_eq!(begun(&anime), (Some(2015), Some(Season::Fall)));
        anime.year = Some(2016);
        anime.season = Some(Season::Winter);
        assert_eq!(begun(&anime), (Some(2016), Some(Season::Winter)));
    }

    #[test]
    fn few_perfect_votes_rank_below_many_good_ones() {
        let sure = |score, scored_by| {
            let mut anime = Anime::named(MalId::new(1), "x");
            (anime.score, anime.scored_by) = (score, scored_by);
            BrowseFacts::from(&anime).sure_score()
        };
        assert!(sure(Some(10.0), Some(3)) < sure(Some(8.0), Some(500)));
        assert!(sure(Some(10.0), Some(1)) < sure(Some(8.0), Some(500)));
        assert!(sure(Some(8.5), None) < sure(Some(8.51), None));
        assert!(sure(Some(9.2), None) < sure(Some(7.0), Some(500)));
        assert_eq!(sure(None, Some(500)), None);
    }

    #[test]
    fn span_includes_both_ends() {
        let span = NumberRange::between(2, 13);
        assert!([2, 7, 13].into_iter().all(|number| span.holds(number)));
        assert!(![1, 14].into_iter().any(|number| span.holds(number)));
        assert!(NumberRange::default().is_open() && NumberRange::default().holds(0));
        assert!(NumberRange::since(53).holds(u32::MAX) && !NumberRange::since(53).is_open());
    }
}
