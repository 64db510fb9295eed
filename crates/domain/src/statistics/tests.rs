//! Numbers that were computed by hand, and what holds for every list.

mod properties;
mod year;

use std::sync::Arc;

use jiff::Timestamp;

use super::*;
use crate::{
    anime::MalId,
    anime_list::{ListedTitle, Run, RunDate, Score, ScoreScale},
};

/// A title of 12 episodes of 24 minutes each.
fn series(id: u32, genres: &[&str]) -> ListedTitle {
    ListedTitle {
        genres: genres.iter().map(|it| (*it).to_owned()).collect(),
        kind: Some("TV".into()),
        episodes: Some(12),
        episode_seconds: Some(24 * 60),
        year: Some(2010),
        ..ListedTitle::named(MalId::new(id), format!("Title {id}"))
    }
}

fn item(title: ListedTitle, entry: ListEntry) -> ListItem {
    let title = Arc::new(title);
    ListItem { title, entry }
}

fn planned() -> ListEntry {
    ListEntry::planned(Timestamp::UNIX_EPOCH)
}

/// Returns a run that was watched to the end on this date.
fn done(progress: u16, finished: Option<&str>) -> Run {
    Run {
        state: RunState::Done,
        progress,
        finished: finished.map(|date| RunDate::by_hand(date.parse().unwrap())),
        ..Run::default()
    }
}

fn entry(status: Status, runs: Vec<Run>) -> ListEntry {
    ListEntry {
        status,
        runs,
        ..planned()
    }
}

/// An entry with a score and nothing else.
fn scored(score: u8) -> ListEntry {
    ListEntry {
        score: Some(Score::new(score).unwrap()),
        ..planned()
    }
}

fn watched(title: ListedTitle, entry: ListEntry) -> (u64, u64, u64, u64) {
    let WatchedTime {
        episodes,
        again,
        seconds,
        untimed,
    } = WatchedTime::of(&item(title, entry));
    (episodes, again, seconds / 60, untimed)
}

#[track_caller]
fn near(number: f64, expected: f64) {
    assert!(
        (number - expected).abs() < 1e-9,
        "{number} is not {expected}"
    );
}

#[test]
fn time_is_that_of_the_episodes_seen_each_time() {
    let watching = entry(
        Status::Watching,
        vec![Run {
            progress: 5,
            ..Run::default()
        }],
    );
    assert_eq!(watched(series(1, &[]), planned()), (0, 0, 0, 0));
    assert_eq!(watched(series(1, &[]), watching), (5, 0, 120, 0));
    let twice_and_begun = entry(
        Status::Watching,
        vec![
            done(12, None),
            done(12, None),
            Run {
                progress: 3,
                ..Run::default()
            },
        ],
    );
    assert_eq!(
        watched(series(1, &[]), twice_and_begun),
        (27, 15, 27 * 24, 0)
    );
}

#[test]
fn rewatches_known_by_number_count_all_episodes() {
    let mut rewatched = entry(Status::Completed, vec![done(12, None)]);
    rewatched.extra_runs = 2;
    assert_eq!(watched(series(1, &[]), rewatched), (36, 24, 36 * 24, 0));
    // Being watched a third time: neither the first nor the second has a run
    let mut rewatching = entry(
        Status::Watching,
        vec![Run {
            progress: 4,
            ..Run::default()
        }],
    );
    rewatching.extra_runs = 1;
    assert_eq!(watched(series(1, &[]), rewatching), (28, 16, 28 * 24, 0));
}

#[test]
fn episodes_of_unknown_length_are_counted_apart() {
    let bare = || ListedTitle::named(MalId::new(1), "Bare");
    let completed = |progress| entry(Status::Completed, vec![done(progress, None)]);
    assert_eq!(watched(bare(), completed(7)), (7, 0, 0, 7));
    // One at least was seen
    assert_eq!(watched(bare(), completed(0)), (1, 0, 0, 1));
    assert_eq!(watched(series(1, &[]), completed(0)), (12, 0, 288, 0));
    let given_up = Run {
        state: RunState::Abandoned,
        progress: 3,
        ..Run::default()
    };
    let dropped = entry(Status::Dropped, vec![given_up]);
    assert_eq!(watched(series(1, &[]), dropped), (3, 0, 72, 0));
}

#[test]
fn titles_are_counted_by_status_year_and_kind() {
    let movie = ListedTitle {
        kind: Some("Movie".into()),
        year: Some(2001),
        ..series(3, &[])
    };
    let rewatched = vec![
        done(12, Some("2019-04-05")),
        done(12, Some("2026-01")),
        done(12, Some("2026-11-01")),
    ];
    let again = vec![done(12, None), Run::default()];
    let items = [
        item(series(1, &[]), entry(Status::Completed, rewatched)),
        item(series(2, &[]), entry(Status::Watching, again)),
        item(movie, entry(Status::Completed, vec![done(1, None)])),
        item(ListedTitle::named(MalId::new(4), "Bare"), planned()),
        item(series(5, &[]), entry(Status::Paused, vec![Run::default()])),
        item(series(6, &[]), entry(Status::Dropped, vec![Run::default()])),
    ];
    let statistics = Statistics::of(&items);
    assert_eq!(statistics.titles, 6);
    let statuses: Vec<_> = statistics.statuses.into_iter().collect();
    assert_eq!(
        statuses,
        [
            (Status::Planned, 1),
            (Status::Watching, 1),
            (Status::Completed, 2),
            (Status::Paused, 1),
            (Status::Dropped, 1)
        ]
    );
    assert_eq!(
        statistics.years.known,
        [(2001, 1), (2010, 4)].into_iter().collect()
    );
    assert_eq!(statistics.years.unknown, 1);
    // Twice in 2026 is once; two were finished nobody knows when
    assert_eq!(
        statistics.finished.known,
        [(2019, 1), (2026, 1)].into_iter().collect()
    );
    assert_eq!(statistics.finished.unknown, 2);
    assert_eq!(statistics.kinds.known["TV"], 4);
    let Completion {
        completed,
        paused,
        dropped,
    } = statistics.completion;
    // What is being watched again was completed
    assert_eq!((completed, paused, dropped), (3, 1, 1));
    near(statistics.completion.share().unwrap(), 0.6);
}

#[test]
fn statistics_of_an_empty_list_are_empty() {
    let statistics = Statistics::of([]);
    assert_eq!((statistics.titles, statistics.scores.count()), (0, 0));
    assert_eq!(statistics.scores.mean(), None);
    assert_eq!(statistics.scores.interval(), None);
    assert_eq!(statistics.scores.deviation(), None);
    assert_eq!(statistics.completion.share(), None);
    assert!(statistics.scores.steps(ScoreScale::Ten).is_empty());
    assert!(statistics.genres.is_empty());
}

#[test]
fn mean_and_deviation_are_those_of_the_sample() {
    let scores = [70, 70, 80, 100].map(|it| Score::new(it).unwrap());
    let scores = Scores::of(scores);
    near(scores.mean().unwrap(), 80.0);
    let (low, high) = scores.interval().unwrap();
    assert!(
        1.0 < low && low < 80.0 && 80.0 < high && high < 100.0,
        "{low} {high}"
    );
    // Squared differences 100, 100, 0, 400: 600 / 3
    near(scores.deviation().unwrap(), 200_f64.sqrt());
    assert_eq!(Scores::of(Score::new(70)).deviation(), None);
}

#[test]
fn each_value_of_a_scale_has_counts_below_at_and_above() {
    let scores = [64, 65, 70, 74, 75, 90].map(|it| Score::new(it).unwrap());
    let scores = Scores::of(scores);
    let steps = |scale| {
        let steps = scores.steps(scale).into_iter();
        steps
            .map(|it| (it.value.to_string(), it.below, it.count, it.above))
            .collect::<Vec<_>>()
    };
    let place = |value: &str, below, count, above| (value.to_owned(), below, count, above);
    assert_eq!(
        steps(ScoreScale::Ten),
        [
            place("6", 0, 1, 5),
            place("7", 1, 3, 2),
            place("8", 4, 1, 1),
            place("9", 5, 1, 0)
        ]
    );
    assert_eq!(steps(ScoreScale::ThreeFaces), [place("3", 0, 6, 0)]);
    assert_eq!(steps(ScoreScale::Hundred).len(), 6);
}

#[test]
fn lift_compares_the_mean_of_a_genre_with_the_mean_of_all_titles() {
    let drama = [90_u8, 90, 80, 90, 100].map(|score| (score, "Drama"));
    let comedy = [50, 60, 60, 70, 60].map(|score| (score, "Comedy"));
    let both = drama.into_iter().chain(comedy);
    let mut items: Vec<ListItem> = both
        .zip(1..)
        .map(|((score, genre), id)| item(series(id, &["All", genre]), scored(score)))
        .collect();
    items.push(item(series(11, &["Drama"]), planned()));
    items.push(item(series(12, &["Gourmet"]), scored(75)));
    let genres = Statistics::of(&items).genres;
    let names: Vec<_> = genres.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["All", "Comedy", "Drama", "Gourmet"]);
    // The mean of all 11 is 75, their squared differences are 2,650 together; the quantile of 10 degrees is 2.228
    let drama = &genres[2];
    assert_eq!((drama.titles, drama.scored), (6, 5));
    let lift = drama.lift.unwrap();
    near(lift.points, 15.0);
    let margin = 2.228 * (265.0_f64 / 5.0 * (1.0 - 5.0 / 11.0)).sqrt();
    assert!((lift.margin - margin).abs() < 0.01, "{}", lift.margin);
    assert_eq!(lift.liking(), Liking::More);
    assert_eq!(genres[1].lift.unwrap().liking(), Liking::Less);
    let all = genres[0].lift.unwrap();
    near(all.points, 0.0);
    assert_eq!(all.liking(), Liking::Unclear);
    assert_eq!((genres[3].scored, genres[3].lift), (1, None));
}

#[test]
fn equal_scores_give_every_genre_an_unclear_lift() {
    let items: Vec<_> = (1..=12)
        .map(|id| {
            let genre = if id % 2 == 0 { "Drama" } else { "Comedy" };
            item(series(id, &[genre]), scored(70))
        })
        .collect();
    for genre in Statistics::of(&items).genres {
        let lift = genre.lift.unwrap();
        assert_eq!(lift.liking(), Liking::Unclear, "{lift:?}");
    }
}
