//! The state of devices that exchange edits in any order.

use std::fmt;

use proptest::{collection::vec, option, prelude::*};

use super::{
    super::replay::replay_events,
    properties::{any_date, any_edit, any_history, any_plain_edit, any_score, any_tags, title},
    *,
};

/// An edit that a device made while it had no connection.
#[derive(Clone)]
struct Made {
    device: usize,
    hour: i64,
    edit: Edit,
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edit = serde_json::to_string(&self.edit).map_err(|_| fmt::Error)?;
        write!(f, "{} at {}: {edit}", self.device, self.hour)
    }
}

/// Edits of devices, each of which sends its own in their order.
struct Outboxes(Vec<Vec<Made>>);

impl Outboxes {
    fn of(made: &[Made]) -> Self {
        let mut outboxes = vec![Vec::new(); 3];
        for each in made {
            outboxes[each.device].push(each.clone());
        }
        for outbox in &mut outboxes {
            outbox.sort_by_key(|each: &Made| each.hour);
            outbox.reverse();
        }
        Self(outboxes)
    }

    /// Sends all of them, the next device each time as `choice` says; `false` if any was refused.
    fn send(
        &mut self,
        title: &mut Entry,
        bases: [u64; 3],
        mut choice: impl FnMut(&[&Made]) -> usize,
    ) -> bool {
        loop {
            let next: Vec<&Made> = self.0.iter().filter_map(|outbox| outbox.last()).collect();
            if next.is_empty() {
                return true;
            }
            let Made { device, hour, edit } = next[choice(&next)].clone();
            self.0[device].pop();
            let operation = Operation {
                made_at: Some(at("2026-03-01T12:00:00Z") + SignedDuration::from_hours(hour)),
                op_id: format!("device_{device}-{hour}").parse().ok(),
                base_version: Some(bases[device]),
                ..Operation::by_hand(title.moment().now)
            };
            if title.edit_as(operation, &edit).is_err() {
                return false;
            }
        }
    }
}

fn by_hour(next: &[&Made]) -> usize {
    (0..next.len())
        .min_by_key(|index| next[*index].hour)
        .unwrap()
}

/// Returns a choice among devices that is random for a `seed`.
fn by_chance(mut seed: u64) -> impl FnMut(&[&Made]) -> usize {
    move |next| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % next.len()
    }
}

/// What becomes of a title by edits that two devices exchange twice, while a third one sends all of its own with the
/// second; `None` if any was refused, or would be in the order in which they were made.
fn exchanged(
    acts: &[(properties::Act, u64)],
    [first, second]: &[Vec<Made>; 2],
    seed: Option<u64>,
) -> Option<Entry> {
    let mut title = title(acts);
    title.edit(&Edit::default()).unwrap();
    let begun = title.version();
    title.day = Some(40);
    for (phase, made) in [first, second].into_iter().enumerate() {
        let now = title.version();
        let mut outboxes = Outboxes::of(made);
        let bases = [now, now, begun];
        let sent = match seed {
            Some(seed) => outboxes.send(&mut title, bases, by_chance(seed + phase as u64)),
            None => outboxes.send(&mut title, bases, by_hour),
        };
        if !sent {
            return None;
        }
    }
    let exchanged: Vec<ListEvent> = title.events[usize::try_from(begun).unwrap()..].to_vec();
    if exchanged.is_empty() {
        return Some(title);
    }
    replay_events(&exchanged, exchanged.clone(), "").map(|_| title)
}

prop_compose! {
    /// Edits of two devices, and those that all three make afterwards, as far as the third did not make its own before.
    fn any_exchange(edit: fn() -> BoxedStrategy<Edit>)(
        first in vec((0..2_usize, edit()), 1..4), second in vec((0..3_usize, edit()), 1..5),
        early in vec(any::<bool>(), 5),
    ) -> [Vec<Made>; 2] {
        let count = i64::try_from(first.len()).unwrap();
        let made = |(hour, (device, edit)): (i64, (usize, Edit))| Made { device, hour: 10 * hour, edit };
        let first: Vec<Made> = (1..).zip(first).map(made).collect();
        let mut second: Vec<Made> = (count + 1..).zip(second).map(made).collect();
        for (each, early) in second.iter_mut().zip(early) {
            if each.device == 2 && early {
                each.hour = each.hour % (10 * count) + 5;
            }
        }
        let mut hours: Vec<i64> = Vec::new();
        for each in &mut second {
            while hours.contains(&each.hour) {
                each.hour += 1;
            }
            hours.push(each.hour);
        }
        [first, second]
    }
}

fn any_edit_at_all() -> BoxedStrategy<Edit> {
    prop_oneof![9 => any_edit(), 1 => Just(Edit::removal())].boxed()
}

proptest! {
    #[test]
    fn devices_that_change_different_fields_end_equal_in_any_order(
        acts in any_history(), order in Just([0, 1, 2, 3, 4, 5]).prop_shuffle(),
        episodes in 0..=12_u32, score in option::of(any_score()), text in "[a-c]{0,3}",
        private in any::<bool>(), added in any_tags(), date in option::of(any_date()),
    ) {
        let edits = [
            // Whoever raises the progress dates the run, so that another date is a hand's
            Edit { progress: Some(episodes), ..status(Status::Watching) },
            Edit { score: Some(score), ..Edit::default() },
            notes(&text),
            Edit { private: Some(private), ..Edit::default() },
            Edit { add_tags: added, ..Edit::default() },
            Edit { finished: Some(date), ..Edit::default() },
        ];
        let ends = [[0, 1, 2, 3, 4, 5], order].map(|order| {
            let mut title = title(&acts);
            title.edit(&Edit::default()).unwrap();
            let base = title.version();
            for at in order {
                title.edit_from(base, &edits[at]).unwrap();
            }
            title.now.map(|mut entry| {
                // Dates set by rules depend on the day
                entry.runs.iter_mut().for_each(|run| run.started = None);
                entry
            })
        });
        prop_assert_eq!(&ends[0], &ends[1]);
    }

    #[test]
    fn devices_that_exchange_the_same_edits_in_any_order_end_equal(
        acts in any_history(), edits in vec(any_plain_edit(), 2..6), order in any::<u64>(),
    ) {
        let mut orders = vec![(0..edits.len()).collect::<Vec<_>>(); 3];
        orders[1].reverse();
        let left = usize::try_from(order % edits.len() as u64).unwrap();
        orders[2].rotate_left(left);
        orders[2].swap(0, edits.len() - 1);
        let ends = orders.into_iter().map(|order| {
            let mut title = title(&acts);
            title.edit(&Edit::default()).unwrap();
            let base = title.version();
            for at in order {
                title.day = Some(40);
                title.edit_late(base, i64::try_from(at).unwrap(), &edits[at]).unwrap();
            }
            for event in title.events.clone().iter().rev() {
                prop_assert_eq!(&title.now, &event.after);
                title.undo(event.version);
                prop_assert_eq!(&title.now, &event.before);
            }
            Ok(title.events.iter().rfind(|event| event.cause == Cause::Hand).unwrap().after.clone())
        });
        let ends = ends.collect::<std::result::Result<Vec<_>, TestCaseError>>()?;
        prop_assert_eq!(&ends[0], &ends[1]);
        prop_assert_eq!(&ends[0], &ends[2]);
    }

    #[test]
    fn greatest_progress_wins_in_any_order(
        raised in Just(vec![3_u32, 5, 7, 9]).prop_shuffle(), tagged in vec(any_tags(), 4),
    ) {
        let mut title = Entry::finished(12);
        title.edit(&progress(2)).unwrap();
        let base = title.version();
        for (episodes, add_tags) in raised.iter().zip(&tagged) {
            let add_tags = add_tags.clone();
            title.edit_from(base, &Edit { add_tags, ..progress(*episodes) }).unwrap();
        }
        prop_assert_eq!(title.run().progress, 9);
        let all: BTreeSet<String> = tagged.into_iter().flatten().collect();
        prop_assert_eq!(&title.entry().tags, &all);
    }

    #[test]
    fn devices_that_exchange_any_edits_twice_end_equal(
        acts in any_history(), exchange in any_exchange(any_edit_at_all), seed in any::<u32>(),
    ) {
        let ends = [None, Some(seed.into())].map(|seed| exchanged(&acts, &exchange, seed));
        if let [Some(one), Some(other)] = ends {
            let end = |title: Entry| title.now.map(|entry| ListEntry { added_at: at("2026-03-01T12:00:00Z"), ..entry });
            prop_assert_eq!(end(one), end(other));
        }
    }

    #[test]
    fn undoing_the_last_edit_equals_never_making_it(
        acts in any_history(), edits in vec(any_plain_edit(), 2..5), seed in any::<u32>(),
    ) {
        let made = |(hour, edit): (i64, &Edit)| Made { device: usize::try_from(hour).unwrap() % 3, hour, edit: edit.clone() };
        let all: Vec<Made> = (1..).zip(&edits).map(made).collect();
        let (last, others) = all.split_last().unwrap();
        let after = |made: &[Made], seed| {
            let mut title = title(&acts);
            title.edit(&Edit::default()).unwrap();
            title.day = Some(40);
            let base = title.version();
            Outboxes::of(made).send(&mut title, [base; 3], by_chance(seed));
            title
        };
        let without = after(others, 0).now;
        let mut title = after(&all, seed.into());
        let before = title.now.clone();
        let op_id = format!("device_{}-{}", last.device, last.hour);
        let winner = title.events.iter().find(|event| event.op_id.as_ref().is_some_and(|it| it.as_str() == op_id));
        if let Some(winner) = winner.cloned() {
            let stayed = title.undo(winner.version);
            // Identical concurrent edits are not a conflict
            if before != without {
                prop_assert_eq!(stayed, Vec::<String>::new());
                prop_assert_eq!(title.now, without);
            }
        }
    }
}
