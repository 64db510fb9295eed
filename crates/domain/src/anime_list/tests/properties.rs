//! Properties of any sequence of changes.

use proptest::{collection::vec, option, prelude::*, sample::select};

use super::{
    super::fields::{entry, fields},
    *,
};

/// An edit of an entry, and how many of the last changes its client had not seen.
#[derive(Debug, Clone)]
pub(super) enum Act {
    Edit(Edit),
    Remove,
    Undo(usize),
}

fn any_status() -> impl Strategy<Value = Status> {
    select(vec![
        Status::Planned,
        Status::Watching,
        Status::Completed,
        Status::Paused,
        Status::Dropped,
    ])
}

pub(super) fn any_date() -> impl Strategy<Value = PartialDate> {
    select(vec!["2019", "2019-04", "2019-04-05", "2026-03-02"]).prop_map(day)
}

pub(super) fn any_score() -> impl Strategy<Value = Score> {
    (1..=100_u8).prop_map(|score| Score::new(score).unwrap())
}

pub(super) fn any_tags() -> impl Strategy<Value = BTreeSet<String>> {
    vec(select(vec!["a", "b", "c"]), 0..3).prop_map(|all| tags(&all))
}

prop_compose! {
    fn any_run()(
        done in any::<bool>(), progress in 0..=12_u32,
        started in option::of(any_date()), finished in option::of(any_date()),
        score in option::of(any_score()),
    ) -> RunEdit {
        let state = if done { RunState::Done } else { RunState::Abandoned };
        RunEdit { state, progress, started, finished, score }
    }
}

prop_compose! {
    pub(super) fn any_edit()(
        status in option::weighted(0.3, any_status()),
        progress in option::weighted(0.6, 0..=12_u32),
        score in option::weighted(0.2, option::of(any_score())),
        started in option::weighted(0.2, option::of(any_date())),
        finished in option::weighted(0.2, option::of(any_date())),
        notes in option::weighted(0.2, "[a-c]{0,3}"),
        tags in option::weighted(0.2, any_tags()),
        add_tags in any_tags(),
        remove_tags in any_tags(),
        private in option::weighted(0.2, any::<bool>()),
        rewatch in prop::bool::weighted(0.2),
        runs in option::weighted(0.1, vec(any_run(), 1..4)),
        run_score in option::weighted(0.2, option::of(any_score())),
    ) -> Edit {
        Edit {
            status, progress, score, started, finished, notes, tags, add_tags, remove_tags, private,
            rewatch, runs, run_score, ..Edit::default()
        }
    }
}

prop_compose! {
    /// One that is refused nowhere, and takes no tag that another may add.
    pub(super) fn any_plain_edit()(
        status in option::weighted(0.4, any_status()),
        progress in option::weighted(0.5, 0..=12_u32),
        score in option::weighted(0.4, option::of(any_score())),
        started in option::weighted(0.3, option::of(any_date())),
        finished in option::weighted(0.3, option::of(any_date())),
        notes in option::weighted(0.4, "[a-c]{0,2}"),
        tags in option::weighted(0.2, any_tags()),
        add_tags in any_tags(),
        remove_tags in any_tags(),
        private in option::weighted(0.2, any::<bool>()),
        run_score in option::weighted(0.3, option::of(any_score())),
    ) -> Edit {
        Edit {
            status, progress, score, started, finished, notes, tags, add_tags, remove_tags, private,
            run_score, ..Edit::default()
        }
    }
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => any_edit().prop_map(Act::Edit),
        1 => Just(Act::Remove),
        2 => any::<usize>().prop_map(Act::Undo),
    ]
}

/// A title after what people did, each of whom had not seen some of the last changes.
pub(super) fn title(acts: &[(Act, u64)]) -> Entry {
    acted(Entry::finished(12), acts)
}

fn acted(mut title: Entry, acts: &[(Act, u64)]) -> Entry {
    for (act, unseen) in acts {
        let base = title.version().saturating_sub(*unseen);
        match act {
            // A refused edit changes nothing
            Act::Edit(edit) => drop(title.edit_from(base, edit)),
            Act::Remove => title.remove_from(base),
            Act::Undo(_) if title.events.is_empty() => {}
            Act::Undo(n) => drop(title.undo(1 + *n as u64 % title.version())),
        }
    }
    title
}

/// A title of which an import knows by number alone how often it was watched again.
fn watched_by_number(status: Status, progress: u16) -> Entry {
    let mut title = Entry::finished(12);
    let imported = ImportedEntry {
        status: Some(status),
        progress: Some(progress),
        rewatches: 2,
        ..ImportedEntry::default()
    };
    let entry = imported.entry(Some(&title.facts), title.moment().now);
    title.put(restore(Some(&entry)), Cause::Import("1".into()));
    title
}

pub(super) fn any_history() -> impl Strategy<Value = Vec<(Act, u64)>> {
    vec((any_act(), 0..4_u64), 1..24)
}

proptest! {
    #[test]
    fn undoing_in_reverse_order_restores_each_former_state(acts in any_history()) {
        let mut title = title(&acts);
        for event in title.events.clone().iter().rev() {
            prop_assert_eq!(&title.now, &event.after);
            let stayed = title.undo(event.version);
            prop_assert_eq!(stayed, Vec::<String>::new());
            prop_assert_eq!(&title.now, &event.before);
        }
        prop_assert_eq!(&title.now, &None);
    }

    #[test]
    fn each_former_state_comes_back_where_runs_are_known_by_number(
        status in any_status(), progress in 0..=12_u16, acts in any_history(),
    ) {
        let mut title = acted(watched_by_number(status, progress), &acts);
        for event in title.events.clone().iter().rev() {
            if let Some(entry) = &event.after {
                prop_assert!(entry.has_possible_runs());
                prop_assert!(entry.status != Status::Completed || entry.current_run().state == RunState::Done);
            }
            title.undo(event.version);
            prop_assert_eq!(&title.now, &event.before);
        }
    }

    #[test]
    fn undoing_an_undo_restores_the_change(acts in any_history()) {
        let mut title = title(&acts);
        let last = title.now.clone();
        if let Some(event) = title.events.last().cloned() {
            title.undo(event.version);
            let undone = title.version();
            title.undo(undone);
            prop_assert_eq!(&title.now, &last);
        }
    }

    #[test]
    fn any_undo_leaves_a_valid_entry(acts in any_history(), n in any::<usize>()) {
        let mut title = title(&acts);
        if !title.events.is_empty() {
            let version = 1 + n as u64 % title.version();
            let event = title.event(version);
            let before = title.now.clone();
            let stayed = title.undo(version);
            // What is not named is as it was before the event, if that has overruled nothing; a run's state follows
            // the status
            let came_late = |other: &ListEvent| other.base_version.is_some_and(|base| base < version);
            let has_overruled = title.events.iter().any(|it| it.version > version && came_late(it));
            for change in event.changes() {
                if has_overruled || matches!(change.field, Field::Run(_, RunField::State)) {
                    continue;
                }
                let is_named = stayed.contains(&change.field.to_string());
                let now = fields(title.now.as_ref()).remove(&change.field);
                let kept = fields(before.as_ref()).remove(&change.field);
                prop_assert!(is_named || now == change.old || now == kept, "{change:?}");
            }
        }
    }

    #[test]
    fn every_entry_keeps_its_invariants(acts in any_history()) {
        let title = title(&acts);
        for entry in title.events.iter().filter_map(|event| event.after.as_ref()) {
            prop_assert!(!entry.runs.is_empty());
            let current = usize::from(entry.current_number());
            for (number, run) in (1..).zip(&entry.runs) {
                prop_assert!(run.state != RunState::Open || number == current);
                prop_assert!(run.progress <= 12);
            }
            let state = entry.current_run().state;
            let is_open = matches!(entry.status, Status::Planned | Status::Watching | Status::Paused);
            prop_assert_eq!(state == RunState::Open, is_open);
            prop_assert!(state == RunState::Done || entry.status != Status::Completed);
        }
    }

    #[test]
    fn fields_and_json_round_trip(acts in any_history()) {
        for event in title(&acts).events {
            for it in [&event.before, &event.after].into_iter().flatten() {
                prop_assert_eq!(entry(&fields(Some(it))), Some(it.clone()));
                let json = serde_json::to_string(it).unwrap();
                prop_assert_eq!(&serde_json::from_str::<ListEntry>(&json).unwrap(), it);
            }
            if let (Some(before), Some(after)) = (&event.before, &event.after) {
                let json = serde_json::to_string(&FormerFields::of(before, after)).unwrap();
                let former: FormerFields = serde_json::from_str(&json).unwrap();
                prop_assert_eq!(former.before(after), Some(before.clone()));
            }
        }
    }

    #[test]
    fn rules_are_named_only_for_changed_fields(acts in any_history()) {
        for event in title(&acts).events {
            let changed: BTreeSet<Field> =
                event.changes().into_iter().map(|change| change.field).collect();
            prop_assert!(event.by_rule.is_subset(&changed));
        }
    }
}
