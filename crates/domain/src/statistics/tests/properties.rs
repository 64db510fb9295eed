//! Properties of every list.

use proptest::{collection::vec, prelude::*, sample::select};

use super::*;

const GENRES: [&str; 4] = ["Action", "Comedy", "Drama", "Horror"];
const STATUSES: [Status; 5] = [
    Status::Planned,
    Status::Watching,
    Status::Completed,
    Status::Paused,
    Status::Dropped,
];

fn run(state: RunState) -> impl Strategy<Value = Run> {
    let date =
        (2_000_i16..2_005, 1_i8..13, 0_usize..4).prop_map(|(year, month, known)| match known {
            0 => None,
            1 => Some(format!("{year}")),
            2 => Some(format!("{year}-{month:02}")),
            _ => Some(format!("{year}-{month:02}-15")),
        });
    (0_u16..30, date).prop_map(move |(progress, date)| Run {
        state,
        ..done(progress, date.as_deref())
    })
}

/// An entry with scores from 20 to 80, which leaves room for shifting them.
fn an_entry() -> impl Strategy<Value = ListEntry> {
    let state = select(vec![RunState::Open, RunState::Done, RunState::Abandoned]);
    let runs = (vec(run(RunState::Done), 0..3), state.prop_flat_map(run));
    let score = proptest::option::of(20_u8..=80);
    (select(&STATUSES[..]), runs, score, 0_u16..3).prop_map(
        |(status, (mut runs, last), score, extra_runs)| {
            runs.push(last);
            ListEntry {
                score: score.and_then(|score| Score::new(score).ok()),
                extra_runs,
                ..entry(status, runs)
            }
        },
    )
}

fn a_title() -> impl Strategy<Value = ListedTitle> {
    let genres = proptest::sample::subsequence(&GENRES[..], 0..=GENRES.len());
    let numbers = (
        proptest::option::of(1_u16..30),
        proptest::option::of(60_u32..9_000),
        proptest::option::of(1_960_u16..2_030),
    );
    (genres, numbers).prop_map(|(genres, (episodes, episode_seconds, year))| ListedTitle {
        episodes,
        episode_seconds,
        year,
        ..series(1, &genres)
    })
}

/// Generates a list in which each title has its own number.
fn a_list() -> impl Strategy<Value = Vec<ListItem>> {
    vec((a_title(), an_entry()), 0..40).prop_map(|all| {
        let titles = (1..).zip(all);
        titles
            .map(|(id, (title, entry))| {
                let mal_id = MalId::new(id);
                item(ListedTitle { mal_id, ..title }, entry)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn sums_add_up(items in a_list()) {
        let it = Statistics::of(&items);
        prop_assert_eq!(it.statuses.values().sum::<u32>(), it.titles);
        prop_assert_eq!(it.years.known.values().sum::<u32>() + it.years.unknown, it.titles);
        prop_assert_eq!(it.kinds.known.values().sum::<u32>() + it.kinds.unknown, it.titles);
        prop_assert!(it.watched.again <= it.watched.episodes);
        prop_assert!(it.watched.untimed <= it.watched.episodes);
        for scale in [ScoreScale::Hundred, ScoreScale::Ten, ScoreScale::FiveStars, ScoreScale::ThreeFaces] {
            let steps = it.scores.steps(scale);
            prop_assert!(steps.is_sorted_by(|one, next| one.value < next.value));
            prop_assert_eq!(steps.iter().map(|step| step.count).sum::<u32>(), it.scores.count());
            for step in steps {
                prop_assert_eq!(step.below + step.count + step.above, it.scores.count());
            }
        }
        for genre in &it.genres {
            prop_assert!(genre.scored <= genre.titles && genre.titles <= it.titles);
            prop_assert_eq!(genre.lift.is_some(), genre.scored >= MIN_IN_GENRE);
        }
    }

    #[test]
    fn years_add_up_to_the_whole(items in a_list()) {
        let whole = Statistics::of(&items);
        let reviews = (1_999..2_006).map(|year| YearInReview::of(&items, year));
        let (mut watched, mut known) = (WatchedTime::default(), 0);
        for review in reviews {
            let titles = whole.finished.known.get(&review.year).copied().unwrap_or(0);
            prop_assert_eq!(review.titles, titles);
            prop_assert!(review.months.iter().sum::<u32>() + review.monthless >= titles);
            prop_assert!(review.again <= titles);
            known += titles;
            watched = watched + review.watched;
        }
        prop_assert_eq!(known, whole.finished.known.values().sum::<u32>());
        prop_assert!(watched.episodes <= whole.watched.episodes);
        prop_assert!(watched.seconds <= whole.watched.seconds);
    }

    #[test]
    fn shifted_scores_have_a_shifted_mean_and_the_same_lifts(items in a_list(), by in 1_u8..=20) {
        let mut shifted = items.clone();
        for ListItem { entry, .. } in &mut shifted {
            entry.score = entry.score.and_then(|score| Score::new(score.get() + by).ok());
        }
        let (before, after) = (Statistics::of(&items), Statistics::of(&shifted));
        if let (Some(before), Some(after)) = (before.scores.mean(), after.scores.mean()) {
            near(after - before, by.into());
        }
        prop_assert_eq!(before.scores.deviation(), after.scores.deviation());
        prop_assert_eq!(before.genres, after.genres);
    }

    #[test]
    fn order_of_entries_does_not_matter(items in a_list(), turned in 0_usize..40) {
        let mut others = items.clone();
        others.reverse();
        let length = others.len().max(1);
        others.rotate_left(turned.min(items.len()) % length);
        prop_assert_eq!(Statistics::of(&items), Statistics::of(&others));
        prop_assert_eq!(YearInReview::of(&items, 2_002), YearInReview::of(&others, 2_002));
    }
}
