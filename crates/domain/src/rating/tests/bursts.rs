//! Which bursts are found, and how often there is none.

use super::Seeded;
use crate::rating::{BURST_DAYS, ExtremeVotes, History, MIN_BURST, burst::probability, is_burst};

const fn votes(votes: u32, extreme: u32) -> ExtremeVotes {
    ExtremeVotes { votes, extreme }
}

/// A title of which each day so many vote, with a catalogue in which one vote of six is extreme.
const fn history(days: u32, title: ExtremeVotes) -> History {
    let others = votes(60_000, 10_000);
    History {
        title,
        days,
        others,
    }
}

#[test]
fn bursts_are_found() {
    // A quiet title
    assert!(is_burst(votes(32, 30), &history(300, votes(600, 90))));
    // A new one
    assert!(is_burst(votes(25, 25), &history(0, votes(0, 0))));
    // A loved one: half of its votes are tens
    assert!(is_burst(votes(220, 200), &history(100, votes(1_000, 500))));
}

#[test]
fn usual_voting_is_not_a_burst() {
    // Fewer than a burst has
    assert!(!is_burst(
        votes(19, MIN_BURST - 1),
        &history(0, votes(0, 0))
    ));
    // Many vote at once, as they have before
    assert!(!is_burst(votes(2_000, 340), &history(100, votes(600, 100))));
    // The others stay away, and as many extreme ones come as ever
    assert!(!is_burst(
        votes(40, 40),
        &history(100, votes(10_000, 2_000))
    ));
    // Nothing came before
    assert!(!is_burst(votes(40, 10), &history(0, votes(0, 0))));
    assert!(!is_burst(votes(40, 10), &History::default()));
}

/// Titles on which votes come as they always have: the least probability that was found of each.
fn usual_days(random: &mut Seeded, share: f64, a_day: u32, days: u32) -> f64 {
    let many = |random: &mut Seeded, days: u32| {
        // Each of many people comes with a small chance, so that their number is nearly Poisson's
        let all = random.binomial(days * a_day * 8, 0.125);
        votes(all, random.binomial(all, share))
    };
    let before = history(days, many(random, days));
    let recent = many(random, u32::from(BURST_DAYS));
    if recent.extreme < MIN_BURST {
        return 1.0;
    }
    probability(recent, &before)
}

#[test]
fn usual_votes_are_rarely_taken_for_a_burst() {
    let mut random = Seeded(7);
    let (mut tested, mut unusual, mut bursts) = (0, 0, 0);
    for _ in 0..600 {
        for (share, a_day, days) in [
            (0.05, 100, 20),
            (0.2, 40, 3),
            (0.2, 100, 15),
            (0.5, 20, 30),
            (0.5, 40, 1),
            (0.7, 30, 10),
        ] {
            let found = usual_days(&mut random, share, a_day, days);
            tested += u32::from(found < 1.0);
            unusual += u32::from(found <= 0.01);
            bursts += u32::from(found <= 1e-5);
        }
    }
    assert!(tested > 600, "{tested} say something");
    // The probabilities are what they say: at most one of a hundred is at most 0.01
    assert!(f64::from(unusual) <= 0.01 * 3_600.0, "{unusual}");
    assert_eq!(bursts, 0);
}
