//! The parameters of browsing: how they are parsed, and their one canonical form.

use domain::{
    anime::Season,
    browse::{Filter, NumberRange, Sort},
};

use super::{BrowseParams, cursor::Cursor};
use crate::dto::names::{STATUSES, name_of, range_text};

const SEASONS: [(&str, Season); 4] = [
    ("fall", Season::Fall),
    ("spring", Season::Spring),
    ("summer", Season::Summer),
    ("winter", Season::Winter),
];
const SORTS: [(&str, Sort); 6] = [
    ("popularity", Sort::Popularity),
    ("score", Sort::Score),
    ("favorites", Sort::Favorites),
    ("newest", Sort::Newest),
    ("oldest", Sort::Oldest),
    ("title", Sort::Title),
];
/// Longest word of a genre, in bytes, as [`domain::slug::words`] makes them.
const MAX_WORD_BYTES: usize = 80;
/// The largest number of words in one filter: there are fewer genres.
const MAX_WORDS: usize = 100;
/// The largest number in a range.
const MAX_NUMBER: u32 = 99_999;

/// The filter and order of browsed titles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BrowseQuery {
    pub(crate) filter: Filter,
    pub(crate) sort: Sort,
}

impl BrowseQuery {
    /// Reads the parameters; the error is the sentence that says what is wrong.
    pub(super) fn read(params: &BrowseParams) -> Result<Self, String> {
        let sort = non_blank(params.sort.as_ref());
        let sort = sort.map(|text| one_of("sort", text, &SORTS)).transpose()?;
        Ok(Self {
            filter: Filter {
                genres: words("genre", params.genre.as_ref())?,
                without: words("without", params.without.as_ref())?,
                kinds: words("type", params.r#type.as_ref())?,
                statuses: several("status", params.status.as_ref(), &STATUSES)?,
                seasons: several("season", params.season.as_ref(), &SEASONS)?,
                years: span("year", params.year.as_ref())?,
                episodes: span("episodes", params.episodes.as_ref())?,
                min_score: score(params.min_score.as_ref())?,
            },
            sort: sort.unwrap_or_default(),
        })
    }

    /// Reads the query of a page's address, with the cursor that it names; `None` if something is wrong with a
    /// filter. A cursor of another list is none.
    pub(crate) fn from_query_string(query: &str) -> Option<(Self, Option<String>)> {
        let mut params = BrowseParams::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let param = match &*name {
                "genre" => &mut params.genre,
                "without" => &mut params.without,
                "type" => &mut params.r#type,
                "status" => &mut params.status,
                "season" => &mut params.season,
                "year" => &mut params.year,
                "episodes" => &mut params.episodes,
                "min_score" => &mut params.min_score,
                "sort" => &mut params.sort,
                "cursor" => &mut params.cursor,
                _ => continue,
            };
            // Given several times, it means what it does with commas.
            match param {
                Some(before) => {
                    before.push(',');
                    before.push_str(&value);
                }
                None => *param = Some(value.into_owned()),
            }
        }
        let read = Self::read(&params).ok()?;
        let query = read.query();
        let cursor = params.cursor;
        let cursor = cursor.filter(|cursor| Cursor::read(cursor, &query).is_some());
        Some((read, cursor))
    }

    /// The query string of the page at a cursor, or of the first page.
    pub(crate) fn query_from(&self, cursor: Option<&str>) -> String {
        let query = self.query();
        match cursor {
            Some(cursor) if query.is_empty() => format!("cursor={cursor}"),
            Some(cursor) => format!("{query}&cursor={cursor}"),
            None => query,
        }
    }

    /// The canonical query string, which the web app writes, too; empty for the default.
    pub(crate) fn query(&self) -> String {
        let Filter {
            genres,
            without,
            kinds,
            statuses,
            seasons,
            years,
            episodes,
            min_score,
        } = &self.filter;
        let score = min_score.map(|score| (f64::from(score) / 100.0).to_string());
        let sort = (self.sort != Sort::default()).then(|| name_of(&SORTS, &self.sort));
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in [
            ("genre", genres.join(",")),
            ("without", without.join(",")),
            ("type", kinds.join(",")),
            ("status", names_of(&STATUSES, statuses)),
            ("season", names_of(&SEASONS, seasons)),
            ("year", range_text(*years)),
            ("episodes", range_text(*episodes)),
            ("min_score", score.unwrap_or_default()),
            ("sort", sort.unwrap_or_default().to_owned()),
        ] {
            if !value.is_empty() {
                query.append_pair(name, &value);
            }
        }
        query.finish()
    }
}

fn names_of<T: PartialEq>(words: &[(&'static str, T)], values: &[T]) -> String {
    let mut found: Vec<&str> = values.iter().map(|value| name_of(words, value)).collect();
    found.sort_unstable();
    found.join(",")
}

fn non_blank(param: Option<&String>) -> Option<&str> {
    let text = param?.trim();
    (!text.is_empty()).then_some(text)
}

/// The words of a parameter, which commas separate, each once and in alphabetical order.
fn parts(name: &str, param: Option<&String>) -> Result<Vec<String>, String> {
    let parts = non_blank(param)
        .unwrap_or_default()
        .split(',')
        .map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    let mut parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
    parts.sort_unstable();
    parts.dedup();
    if parts.len() > MAX_WORDS {
        return Err(format!("Please give at most {MAX_WORDS} words as {name}."));
    }
    Ok(parts)
}

fn words(name: &str, param: Option<&String>) -> Result<Vec<String>, String> {
    let words = parts(name, param)?;
    let is_word = |word: &String| {
        word.len() <= MAX_WORD_BYTES && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    if words.iter().all(is_word) {
        Ok(words)
    } else {
        Err(format!(
            "Please give {name} as words such as slice-of-life, with commas between them."
        ))
    }
}

fn several<T: Copy>(
    name: &str,
    param: Option<&String>,
    words: &[(&str, T)],
) -> Result<Vec<T>, String> {
    let parts = parts(name, param)?;
    parts.iter().map(|part| one_of(name, part, words)).collect()
}

fn one_of<T: Copy>(name: &str, text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let mut known = words.iter();
    let found = known.find(|(word, _)| word.eq_ignore_ascii_case(text));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("Please give {name} as one of {}.", words.join(", "))
    })
}

fn span(name: &str, param: Option<&String>) -> Result<NumberRange, String> {
    let Some(text) = non_blank(param) else {
        return Ok(NumberRange::default());
    };
    let read = || {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let span = NumberRange {
            from: end(from)?,
            to: end(to)?,
        };
        let rises = span.from.unwrap_or(0) <= span.to.unwrap_or(MAX_NUMBER);
        (rises && !span.is_open()).then_some(span)
    };
    read().ok_or_else(|| {
        format!("Please give {name} as a number or a range such as 10-20, 10- or -20.")
    })
}

/// An end of a range, which may be open; `None` if it is no number.
#[expect(
    clippy::option_option,
    reason = "an open end is one, and a wrong one is none"
)]
fn end(text: &str) -> Option<Option<u32>> {
    if text.is_empty() {
        return Some(None);
    }
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| *number <= MAX_NUMBER);
    number.filter(|_| digits).map(Some)
}

/// Reads `min_score`, from 1 to 10, as hundredths.
fn score(param: Option<&String>) -> Result<Option<u32>, String> {
    let Some(text) = non_blank(param) else {
        return Ok(None);
    };
    let sentence = "Please give min_score as a number from 1 to 10, such as 7.5.";
    let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let score: Option<f64> = text.parse().ok().filter(|_| digits);
    let score = score.filter(|score| (1.0..=10.0).contains(score));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 1 and 10"
    )]
    let hundredths = score.map(|score| (score * 100.0).round() as u32);
    hundredths.map(Some).ok_or_else(|| sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use domain::browse::SortKey;

    use super::*;

    #[test]
    fn equal_filters_have_one_canonical_query() {
        for (address, query) in [
            ("", ""),
            ("genre=&year=%20&sort=popularity&unknown=1", ""),
            (
                "sort=score&genre=Sci-Fi,action,,ACTION&without=horror",
                "genre=action%2Csci-fi&without=horror&sort=score",
            ),
            (
                "season=winter,fall&status=upcoming,airing&type=tv-special,tv",
                "type=tv%2Ctv-special&status=airing%2Cupcoming&season=fall%2Cwinter",
            ),
            (
                "genre=drama&genre=action,sci-fi&genre=",
                "genre=action%2Cdrama%2Csci-fi",
            ),
            ("year=2010-2010&episodes=-12", "year=2010&episodes=-12"),
            ("year=2010-&episodes=2-13", "year=2010-&episodes=2-13"),
            ("min_score=7.50", "min_score=7.5"),
            ("min_score=08", "min_score=8"),
        ] {
            let read = BrowseQuery::from_query_string(address);
            let (browse_query, _) = read.unwrap_or_else(|| panic!("{address}"));
            assert_eq!(browse_query.query(), query, "{address}");
            assert_eq!(
                BrowseQuery::from_query_string(query),
                Some((browse_query, None)),
                "{address}"
            );
        }
    }

    #[test]
    fn cursor_of_another_list_is_none() {
        let place = SortKey {
            first: -855,
            second: 0,
            title: "Akira".into(),
            mal_id: 47,
        };
        let cursor = Cursor::from(place).write("sort=score");
        let address = format!("sort=score&cursor={cursor}");
        let (browse_query, read) = BrowseQuery::from_query_string(&address).unwrap();
        assert_eq!(read.as_deref(), Some(&*cursor));
        assert_eq!(browse_query.query_from(Some(&cursor)), address);
        for other in [
            format!("sort=title&cursor={cursor}"),
            format!("cursor={cursor}"),
            format!("{address}&cursor={cursor}"),
            "sort=score&cursor=x".into(),
        ] {
            let (_, read) = BrowseQuery::from_query_string(&other).unwrap();
            assert_eq!(read, None, "{other}");
        }
    }

    #[test]
    fn invalid_filters_are_refused() {
        let many: Vec<String> = (0..=MAX_WORDS).map(|n| n.to_string()).collect();
        for address in [
            "genre=%3F",
            "genre=a%20b",
            &format!("without={}", many.join(",")),
            &format!("type={}", "x".repeat(81)),
            "status=cancelled",
            "season=autumn,fall",
            "year=-",
            "year=2020-2010",
            "year=%2B2010",
            "year=x",
            "episodes=1-2-3",
            "episodes=100000",
            "min_score=0.9",
            "min_score=10.1",
            "min_score=NaN",
            "min_score=1e1",
            "sort=random",
            "year=2010&year=2012",
            "sort=score&sort=title",
        ] {
            assert_eq!(BrowseQuery::from_query_string(address), None, "{address}");
        }
    }
}
