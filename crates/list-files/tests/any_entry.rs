//! Entries as edits can lead to them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use domain::anime_list::{ListEntry, PartialDate, Run, RunDate, RunState, Score, Status};
use jiff::Timestamp;
use proptest::{
    collection::{btree_map, btree_set, vec},
    option,
    prelude::*,
    sample::select,
};

fn any_score() -> impl Strategy<Value = Option<Score>> {
    option::of((1..=100_u8).prop_map(|score| Score::new(score).unwrap()))
}

prop_compose! {
    fn any_date()(
        year in 1900..=2200_i16, month in 0..=12_i8, day in 0..=28_i8, by_rule in any::<bool>(),
    ) -> RunDate {
        let month = (month > 0).then_some(month);
        let day = month.and((day > 0).then_some(day));
        RunDate { date: PartialDate::new(year, month, day).unwrap(), by_rule }
    }
}

prop_compose! {
    fn any_run(states: &'static [RunState])(
        state in select(states), progress in 0..=9_999_u16, started in option::of(any_date()),
        finished in option::of(any_date()), score in any_score(),
    ) -> Run {
        Run { state, progress, started, finished, score }
    }
}

/// Any status, and runs that go with it.
fn any_watching() -> impl Strategy<Value = (Status, Vec<Run>)> {
    use RunState::{Abandoned, Done, Open};
    let currents: Vec<(Status, &[RunState])> = vec![
        (Status::Planned, &[Open]),
        (Status::Watching, &[Open]),
        (Status::Paused, &[Open]),
        (Status::Completed, &[Done]),
        (Status::Dropped, &[Done, Abandoned]),
    ];
    select(currents).prop_flat_map(|(status, states)| {
        let before = vec(any_run(&[Done, Abandoned]), 0..4);
        let after = vec(any_run(&[Abandoned]), 0..2);
        let runs = (before, any_run(states), after);
        runs.prop_map(move |(before, current, after)| {
            (
                status,
                [before, std::vec::from_elem(current, 1), after].concat(),
            )
        })
    })
}

/// Any characters, of which the awkward ones are frequent.
fn any_text(length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let awkward = select(
        "\r\n\t ,;'\"&<>=+-@]\u{0}\u{1b}\u{fffe}\u{ffff}"
            .chars()
            .collect::<Vec<_>>(),
    );
    let words = select(vec![
        "]]>",
        "<br />",
        "&lt;",
        "&amp;",
        "&#039;",
        "\r\n",
        "終",
        "</anime>\n<anime><![CDATA[",
    ]);
    let part = prop_oneof![
        awkward.prop_map(String::from),
        words.prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    vec(part, length).prop_map(|parts| parts.concat())
}

prop_compose! {
    pub(crate) fn any_entry()(
        (status, runs) in any_watching(),
        score in any_score(),
        notes in any_text(0..20),
        tags in btree_set("[^\\pC]{1,50}", 0..4),
        private in any::<bool>(),
        extra_runs in 0..100_u16,
        foreign_fields in btree_map("[a-z]{1,10}", any_text(0..5), 0..3),
        (second, nanosecond) in (0..4_000_000_000_i64, 0..1_000_000_000_i32),
    ) -> ListEntry {
        let foreign_fields: BTreeMap<String, String> = foreign_fields;
        let tags: BTreeSet<String> = tags;
        let added_at = Timestamp::new(second, nanosecond).unwrap();
        let entry = ListEntry { status, score, notes, tags, private, runs, extra_runs, foreign_fields, added_at };
        assert!(entry.is_possible(), "{entry:?}");
        entry
    }
}
