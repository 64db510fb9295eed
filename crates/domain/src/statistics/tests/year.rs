//! A year in review.

use super::*;

#[test]
fn year_counts_runs_finished_in_it() {
    let mut best = entry(Status::Completed, vec![done(12, Some("2026-03-14"))]);
    best.score = Score::new(100).ok();
    let mut movie = series(2, &["Drama", "Romance"]);
    (movie.episodes, movie.episode_seconds) = (Some(1), Some(2 * 3_600));
    let mut loved = entry(Status::Completed, vec![done(1, Some("2026-01-02"))]);
    loved.score = Score::new(90).ok();
    // Its first run has the score of then, its second one is of this year
    let mut runs = vec![done(12, Some("2019")), done(12, Some("2026-11"))];
    runs[0].score = Score::new(50).ok();
    let mut again = entry(Status::Completed, runs);
    again.score = Score::new(80).ok();
    let before = entry(Status::Completed, vec![done(12, Some("2025-12-31"))]);
    let items = [
        item(series(1, &["Drama"]), best),
        item(movie, loved),
        item(series(3, &["Comedy"]), again),
        item(series(4, &["Comedy"]), before),
        item(series(5, &["Comedy"]), planned()),
    ];
    let review = YearInReview::of(&items, 2026);
    assert_eq!((review.titles, review.again), (3, 1));
    let WatchedTime {
        episodes,
        again,
        seconds,
        untimed,
    } = review.watched;
    assert_eq!((episodes, again, untimed), (25, 12, 0));
    assert_eq!(seconds, 2 * 12 * 24 * 60 + 2 * 3_600);
    assert_eq!(review.months, [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(review.monthless, 0);
    assert_eq!(review.scores.mean(), Some(90.0));
    assert_eq!(
        review.genres,
        [
            ("Drama".to_owned(), 2),
            ("Comedy".to_owned(), 1),
            ("Romance".to_owned(), 1)
        ]
    );
    let id = |highlight: &Highlight| highlight.title.mal_id.get();
    assert_eq!(review.best.iter().map(id).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(review.longest.as_ref().map(id), Some(1));
    assert_eq!(review.first.as_ref().map(id), Some(2));
    // Of the one in November nobody knows the day
    assert_eq!(review.last.as_ref().map(id), Some(1));
}

#[test]
fn title_watched_twice_in_a_year_is_one_title() {
    let runs = vec![done(12, Some("2026-01-01")), done(12, Some("2026-12-31"))];
    let items = [item(series(1, &["Drama"]), entry(Status::Completed, runs))];
    let review = YearInReview::of(&items, 2026);
    assert_eq!((review.titles, review.again), (1, 1));
    assert_eq!((review.watched.episodes, review.watched.again), (24, 12));
    assert_eq!(review.genres, [("Drama".to_owned(), 1)]);
    let date = |highlight: &Option<Highlight>| highlight.as_ref().unwrap().finished.to_string();
    assert_eq!(date(&review.first), "2026-01-01");
    assert_eq!(date(&review.last), "2026-12-31");
    let empty = YearInReview::of(&items, 2025);
    assert_eq!(
        (empty.titles, &empty.first, &empty.best),
        (0, &None, &vec![])
    );
}

#[test]
fn at_most_five_are_best_and_the_later_ones_first() {
    let items: Vec<_> = (1..=7)
        .map(|id| {
            let finished = format!("2026-0{id}-01");
            let mut entry = entry(Status::Completed, vec![done(12, Some(&finished))]);
            entry.score = Score::new(if id == 1 { 90 } else { 80 }).ok();
            item(series(id, &[]), entry)
        })
        .collect();
    let best = YearInReview::of(&items, 2026).best;
    let ids: Vec<_> = best.iter().map(|it| it.title.mal_id.get()).collect();
    assert_eq!(ids, [1, 7, 6, 5, 4]);
}
