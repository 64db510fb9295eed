//! Private entries leave no trace in public numbers.

use jiff::civil::date;
use proptest::{collection::vec, option, prelude::*, sample::select};

use crate::{
    anime_list::{Score, Status},
    rating::{MIN_SHOWN, ShownRatings, StoredVote, TitleTally, Vote},
};

/// A title with the votes of people by number.
#[derive(Clone, Default)]
struct World {
    votes: Vec<Option<StoredVote>>,
    tally: TitleTally,
}

impl World {
    fn vote(&mut self, who: usize, now: Option<Vote>) {
        if self.votes.len() <= who {
            self.votes.resize(who + 1, None);
        }
        let before = self.votes[who].take();
        let after =
            StoredVote::changed(before.as_ref(), now, date(2026, 11, 1), |_| None, |_| None);
        self.tally.replace(before.as_ref(), after.as_ref());
        self.votes[who] = after;
        self.publish();
    }

    fn leave(&mut self, who: usize) {
        if let Some(vote) = self.votes.get_mut(who).and_then(Option::take) {
            self.tally.forget(&vote);
            self.publish();
        }
    }

    fn publish(&mut self) {
        if self.tally.is_due() {
            self.tally.publish();
            for vote in &mut self.votes {
                *vote = vote.filter(|it| it.vote.is_some());
                if let Some(vote) = vote {
                    vote.is_unpublished = false;
                }
            }
        }
    }

    fn shown(&self) -> ShownRatings {
        self.tally.shown()
    }
}

fn any_vote() -> impl Strategy<Value = Vote> {
    let status = select(vec![Status::Planned, Status::Watching, Status::Completed]);
    (status, option::weighted(0.8, 1_u8..=100), any::<bool>()).prop_map(
        |(status, score, is_private)| Vote {
            status,
            score: score.map(|it| Score::new(it).unwrap()),
            is_private,
        },
    )
}

fn private(score: u8) -> Vote {
    Vote {
        status: Status::Completed,
        score: Some(Score::new(score).unwrap()),
        is_private: true,
    }
}

fn public(score: u8) -> Vote {
    Vote {
        is_private: false,
        ..private(score)
    }
}

proptest! {
    /// Whatever others have done, one private entry changes no answer until four others have changed theirs.
    #[test]
    fn one_private_entry_changes_nothing(
        before in vec((0_usize..30, option::weighted(0.8, any_vote())), 0..80),
        mut secret in any_vote(),
        after in vec((0_usize..30, option::weighted(0.8, any_vote())), 0..60),
    ) {
        secret.is_private = true;
        let mut worlds = [World::default(), World::default()];
        for (who, vote) in &before {
            for world in &mut worlds {
                world.vote(*who, *vote);
            }
        }
        if worlds[0].tally.unpublished >= MIN_SHOWN - 1 {
            return Ok(());
        }
        worlds[0].vote(99, Some(secret));
        prop_assert_eq!(worlds[0].shown(), worlds[1].shown());
        for (who, vote) in &after {
            let mut next = worlds[1].clone();
            next.vote(*who, *vote);
            if next.tally.unpublished == MIN_SHOWN - 1 {
                break;
            }
            for world in &mut worlds {
                world.vote(*who, *vote);
            }
            prop_assert_eq!(worlds[0].shown(), worlds[1].shown());
        }
        // Nor does it show that it goes again, or its owner
        worlds[0].vote(99, None);
        prop_assert_eq!(worlds[0].shown(), worlds[1].shown());
        worlds[0].leave(99);
        prop_assert_eq!(worlds[0].shown(), worlds[1].shown());
    }

    /// The numbers are those of the votes, in whatever order these came.
    #[test]
    fn numbers_are_those_of_the_votes(
        changes in vec((0_usize..12, option::weighted(0.8, any_vote())), 0..100),
    ) {
        let mut world = World::default();
        for (who, vote) in &changes {
            world.vote(*who, *vote);
        }
        let mut anew = TitleTally::default();
        for vote in &world.votes {
            anew.replace(None, vote.as_ref());
        }
        prop_assert_eq!(&world.tally.public, &anew.public);
        prop_assert_eq!(&world.tally.private, &anew.private);
        prop_assert_eq!(world.tally.unpublished, anew.unpublished);
        // Shown numbers lag by less than one group
        let people = |tally: &TitleTally| tally.published.people();
        let behind = people(&world.tally).abs_diff(world.tally.private.people());
        let left = world.tally.private.people();
        prop_assert!(behind <= world.tally.unpublished);
        prop_assert!(world.tally.unpublished < MIN_SHOWN || (1..MIN_SHOWN).contains(&left));
    }
}

#[test]
fn five_are_shown_and_four_are_not() {
    let mut world = World::default();
    for who in 0..4 {
        world.vote(who, Some(public(80)));
        assert_eq!(world.shown(), ShownRatings::default());
    }
    world.vote(4, Some(public(60)));
    let shown = world.shown();
    assert!((shown.score.unwrap().mean - 7.6).abs() < 1e-9);
    assert_eq!(shown.bars.unwrap()[7], 4);
    assert_eq!(shown.statuses.get(&Status::Completed), Some(&5));
    world.vote(4, None);
    assert_eq!(world.shown(), ShownRatings::default());
}

#[test]
fn private_votes_count_once_five_have_changed() {
    let mut world = World::default();
    for who in 0..4 {
        world.vote(who, Some(private(80)));
        // Who changes a vote again is still one
        world.vote(0, Some(private(70 + u8::try_from(who).unwrap())));
        assert_eq!(world.shown(), ShownRatings::default());
    }
    world.vote(4, Some(private(80)));
    assert_eq!(world.shown().score.unwrap().raters, 5);
    for who in 0..5 {
        assert_eq!(world.shown().score.unwrap().raters, 5);
        world.leave(who);
    }
    assert_eq!(world.shown(), ShownRatings::default());
}
