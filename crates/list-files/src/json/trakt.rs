//! Trakt's history and watched shows. A history has a row for each watching of an episode: all of a season are one entry.
//! Titles are proposed by name, for there are no numbers of MyAnimeList; seasons after the first by the name that they
//! mostly have there.

use std::collections::{BTreeMap, HashMap};

use domain::anime_list::{ImportedTitle, Status};
use jiff::{Timestamp, tz::TimeZone};

use super::{RawRow, date, others::titled, raw_title};
use crate::{
    FileEntry, Remark, Row, RowError,
    date::{instant, timestamp},
    fields::{self, Object},
};

/// A season or a film, with what the rows read so far say of it.
struct Seen {
    title: ImportedTitle,
    is_film: bool,
    /// The number of times that each episode was watched, by the episode's number.
    plays: BTreeMap<i64, i64>,
    /// The first and the last instant, as the file writes them; `None` if no row has one.
    times: Option<(String, String)>,
    rows: usize,
}

/// A watching of an episode in one row.
struct Watching<'a> {
    season: i64,
    episode: i64,
    plays: i64,
    at: &'a str,
}

/// The seasons and films in the order in which the file has them first, and the rows that were refused.
type Seasons<'a> = Vec<Result<Seen, (RowError, Option<&'a RawRow>)>>;

/// Reads the rows of seasons and films, in the order in which the file has them first.
pub(super) fn rows(found: &[RawRow], zone: &TimeZone) -> Vec<Row> {
    let mut seasons: Seasons<'_> = Vec::new();
    let mut places: HashMap<ImportedTitle, usize> = HashMap::new();
    for row in found {
        if let Err(error) = take(row, &mut seasons, &mut places) {
            seasons.push(Err((error, Some(row))));
        }
    }
    let row = |(place, seen): (usize, Result<Seen, (RowError, Option<&RawRow>)>)| {
        let (content, refused) = match seen {
            Ok(seen) => (Ok(seen.entry(zone)), None),
            Err((error, found)) => (Err(error), found),
        };
        let object = refused.and_then(RawRow::object);
        Row::new(place, content, || {
            object.as_ref().map(raw_title).unwrap_or_default()
        })
    };
    seasons.into_iter().enumerate().map(row).collect()
}

fn take(
    found: &RawRow,
    seasons: &mut Seasons<'_>,
    places: &mut HashMap<ImportedTitle, usize>,
) -> Result<(), RowError> {
    let row = found.object().ok_or_else(|| found.no_object())?;
    let shows = ["show", "movie"].map(|name| fields::object(&row, name));
    let [is_show, is_film] = shows.map(|show| !show.is_empty());
    let show = if is_show { shows[0] } else { shows[1] };
    let title = titled(
        fields::id(fields::object(show, "ids"), "mal"),
        fields::text(show, "title"),
    )?;
    let is_film = is_film && !is_show;
    let mut watched: Vec<Watching<'_>> = watched(&row);
    if watched.is_empty() {
        return Err(RowError::Shape("it names no episode".into()));
    }
    watched.sort_by_key(|it| (it.season, it.episode));
    for watchings in watched.chunk_by(|a, b| a.season == b.season) {
        let season = watchings.first().map_or(1, |it| it.season);
        let title = if is_film {
            title.clone()
        } else {
            of_season(&title, season)
        };
        let place = *places.entry(title.clone()).or_insert_with(|| {
            seasons.push(Ok(Seen {
                title,
                is_film,
                plays: BTreeMap::new(),
                times: None,
                rows: 0,
            }));
            seasons.len() - 1
        });
        if let Some(Ok(seen)) = seasons.get_mut(place) {
            seen.rows += 1;
            for watching in watchings {
                seen.add(watching);
            }
        }
    }
    Ok(())
}

/// The title of a season; the first season has its show's.
fn of_season(show: &ImportedTitle, season: i64) -> ImportedTitle {
    let named = |name: &String| match season {
        0 => format!("{name} Specials"),
        1 => name.clone(),
        _ => format!("{name} Season {season}"),
    };
    ImportedTitle {
        mal_id: show.mal_id.filter(|_| season == 1),
        name: show.name.as_ref().map(named),
        ..ImportedTitle::default()
    }
}

/// The watchings that a row of a history, or of watched shows and films, tells of.
fn watched(row: &Object) -> Vec<Watching<'_>> {
    let text = |of, name| fields::text(of, name).unwrap_or_default();
    let episode = |of, season, at| Watching {
        season,
        episode: fields::number(of, "number").unwrap_or(1),
        plays: fields::number(of, "plays").unwrap_or(1).max(1),
        at,
    };
    let seasons = row.get("seasons").and_then(|it| it.as_array());
    let last = text(row, "last_watched_at");
    let Some(seasons) = seasons else {
        let of = fields::object(row, "episode");
        let season = fields::number(of, "season").unwrap_or(1);
        let at = if last.is_empty() {
            text(row, "watched_at")
        } else {
            last
        };
        let plays = fields::number(row, "plays").unwrap_or(1).max(1);
        return vec![Watching {
            plays,
            ..episode(of, season, at)
        }];
    };
    let mut watched = Vec::new();
    for season in seasons.iter().filter_map(|it| it.as_object()) {
        let number = fields::number(season, "number").unwrap_or(1);
        let episodes = season.get("episodes").and_then(|it| it.as_array());
        let episodes = episodes
            .into_iter()
            .flatten()
            .filter_map(|it| it.as_object());
        watched.extend(episodes.map(|of| {
            let own = text(of, "last_watched_at");
            episode(of, number, if own.is_empty() { last } else { own })
        }));
    }
    watched
}

impl Seen {
    fn add(&mut self, watching: &Watching<'_>) {
        *self.plays.entry(watching.episode).or_default() += watching.plays;
        if watching.at.is_empty() {
            return;
        }
        let at = || watching.at.to_owned();
        let (first, last) = self.times.get_or_insert_with(|| (at(), at()));
        let is_before = |a: &str, b: &str| timestamp(a) < timestamp(b);
        if is_before(watching.at, first) {
            *first = at();
        }
        if is_before(last, watching.at) {
            *last = at();
        }
    }

    fn entry(self, zone: &TimeZone) -> FileEntry {
        let status = if self.is_film {
            Status::Completed
        } else {
            Status::Watching
        };
        let mut entry = FileEntry::new(self.title, status);
        if self.rows > 1 {
            entry.remarks.push(Remark::Together(self.rows));
        }
        entry.set_progress(i64::try_from(self.plays.len()).ok());
        // All of it was watched as often as the episode that was watched least
        let times = self.plays.values().min();
        entry.set_rewatches(times.map(|times| times - 1));
        if let Some((first, last)) = &self.times {
            entry.imported.started = date(instant(first, zone), first, &mut entry);
            if self.is_film {
                entry.imported.finished = entry.imported.started;
            }
            entry.imported.updated_at = timestamp(last).filter(|at| *at > Timestamp::UNIX_EPOCH);
        }
        entry
    }
}
