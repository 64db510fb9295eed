//! When a title that had not begun was to begin.

use jiff::civil::Date;

use super::{Anime, Season, Status};

/// When a title was to begin, as exactly as its facts tell.
///
/// Sources correct a state late or never, so "not yet aired" is what they said, and no more than
/// that once the day has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The expected time in words: `on Oct 3, 2026`, `in Oct 2026`, `in fall 2026`, `in 2026`.
    pub text: String,
    /// The last day that the expected time may mean.
    pub last_day: Date,
}

impl Expected {
    /// Reads when an upcoming title is expected; `None` if it is not upcoming or its source does not say.
    pub fn of(anime: &Anime) -> Option<Self> {
        if anime.status != Some(Status::Upcoming) {
            return None;
        }
        let season = anime.season.zip(anime.year);
        match (
            anime.aired.from.map(|day| (exactness(anime, day), day)),
            season,
        ) {
            (Some((Exactness::Day, day)), _) => Some(Self {
                text: day.strftime("on %b %-d, %Y").to_string(),
                last_day: day,
            }),
            (Some((Exactness::Month, day)), _) => Some(Self {
                text: day.strftime("in %b %Y").to_string(),
                last_day: day.last_of_month(),
            }),
            (_, Some((season, year))) => Self::season(season, year),
            (Some((Exactness::Year, day)), None) => Self::year(day.year()),
            (None, None) => Self::year(i16::try_from(anime.year?).ok()?),
        }
    }

    fn season(season: Season, year: u16) -> Option<Self> {
        let last_month = season.first_month() + 2;
        let month = Date::new(i16::try_from(year).ok()?, last_month, 1).ok()?;
        Some(Self {
            text: format!("in {} {year}", season.as_str()),
            last_day: month.last_of_month(),
        })
    }

    fn year(year: i16) -> Option<Self> {
        Some(Self {
            text: format!("in {year}"),
            last_day: Date::new(year, 12, 31).ok()?,
        })
    }
}

enum Exactness {
    Day,
    Month,
    Year,
}

/// How exactly the first day is known. The text tells: it names as much as the source does. Where
/// there is none, a first of a month or of a year may stand for all of it.
fn exactness(anime: &Anime, day: Date) -> Exactness {
    let text = anime.aired.text.as_deref().unwrap_or_default();
    let begin = text.split(" to ").next().unwrap_or_default();
    match (begin.split_whitespace().count(), day.month(), day.day()) {
        (3.., _, _) | (0, _, 2..) => Exactness::Day,
        (2, _, _) | (0, 2.., _) => Exactness::Month,
        _ => Exactness::Year,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::anime::MalId;

    fn expected(change: impl FnOnce(&mut Anime)) -> Option<(String, Date)> {
        let mut anime = Anime::named(MalId::new(1), "x");
        anime.status = Some(Status::Upcoming);
        change(&mut anime);
        Expected::of(&anime).map(|expected| (expected.text, expected.last_day))
    }

    /// The texts are those that sources give.
    #[test]
    fn expected_start_is_as_exact_as_the_source() {
        for (text, from, words, last_day) in [
            (
                "Oct 1, 2026 to ?",
                date(2026, 10, 1),
                "on Oct 1, 2026",
                date(2026, 10, 1),
            ),
            (
                "Dec 5, 2025",
                date(2025, 12, 5),
                "on Dec 5, 2025",
                date(2025, 12, 5),
            ),
            (
                "Feb 2024",
                date(2024, 2, 1),
                "in Feb 2024",
                date(2024, 2, 29),
            ),
            (
                "Apr, 2021 to ?",
                date(2021, 4, 1),
                "in Apr 2021",
                date(2021, 4, 30),
            ),
            ("2027 to ?", date(2027, 1, 1), "in 2027", date(2027, 12, 31)),
            ("", date(2026, 10, 2), "on Oct 2, 2026", date(2026, 10, 2)),
            ("", date(2026, 10, 1), "in Oct 2026", date(2026, 10, 31)),
            ("", date(2026, 1, 1), "in 2026", date(2026, 12, 31)),
        ] {
            let known = expected(|anime| {
                anime.aired.from = Some(from);
                anime.aired.text = Some(text.into()).filter(|text: &String| !text.is_empty());
            });
            assert_eq!(known, Some((words.into(), last_day)), "{text} {from}");
        }
    }

    #[test]
    fn expected_start_without_a_day_is_a_season_or_a_year() {
        let fall = Some(("in fall 2026".to_owned(), date(2026, 12, 31)));
        let known = expected(|anime| {
            anime.aired.text = Some("Not available".into());
            (anime.season, anime.year) = (Some(Season::Fall), Some(2026));
        });
        assert_eq!(known, fall);
        let known = expected(|anime| {
            (anime.aired.from, anime.aired.text) =
                (Some(date(2026, 1, 1)), Some("2026 to ?".into()));
            (anime.season, anime.year) = (Some(Season::Fall), Some(2026));
        });
        assert_eq!(known, fall);
        let known = expected(|anime| anime.year = Some(2025));
        assert_eq!(known, Some(("in 2025".into(), date(2025, 12, 31))));
        assert_eq!(expected(|_| ()), None);
    }

    #[test]
    fn title_that_has_begun_has_no_expected_start() {
        for status in [Some(Status::Airing), Some(Status::Finished), None] {
            let known = expected(|anime| {
                anime.aired.from = Some(date(2026, 10, 3));
                anime.status = status;
            });
            assert_eq!(known, None);
        }
    }
}
