//! How often the interval holds the truth.

use proptest::{collection::vec, prelude::*};

use super::Seeded;
use crate::{
    anime_list::Score,
    rating::{Estimate, Histogram},
};

/// Distributions of the scores 1 to 10 among all who might vote.
const TRUTHS: [(&str, [f64; 10]); 8] = [
    // As a title has them at the source
    (
        "captured",
        [
            47.0, 23.0, 32.0, 92.0, 246.0, 659.0, 1848.0, 2401.0, 1539.0, 1448.0,
        ],
    ),
    (
        "acclaimed",
        [1.0, 0.3, 0.3, 0.5, 1.0, 2.0, 6.0, 17.0, 32.0, 40.0],
    ),
    (
        "middling",
        [2.0, 2.0, 4.0, 8.0, 18.0, 26.0, 24.0, 11.0, 3.0, 2.0],
    ),
    (
        "disliked",
        [22.0, 12.0, 14.0, 16.0, 15.0, 11.0, 6.0, 2.0, 1.0, 1.0],
    ),
    (
        "polarised",
        [20.0, 6.0, 5.0, 5.0, 6.0, 7.0, 9.0, 12.0, 12.0, 18.0],
    ),
    (
        "narrow",
        [0.0, 0.0, 0.0, 0.0, 2.0, 10.0, 40.0, 38.0, 9.0, 1.0],
    ),
    ("uniform", [1.0; 10]),
    (
        "fans",
        [1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 5.0, 15.0, 26.0, 50.0],
    ),
];
const SIZES: [u32; 8] = [5, 6, 8, 12, 20, 50, 100, 300];
const VOTINGS: u32 = 1_500;

fn score(hundredths: usize) -> Score {
    Score::new(u8::try_from(hundredths).unwrap()).unwrap()
}

/// A score that somebody gives who gives this whole one on the scale of 10.
type ScoreSource = fn(usize, &mut Seeded) -> Score;

fn whole(place: usize, _: &mut Seeded) -> Score {
    score(10 * (place + 1))
}

/// The same on the scale of 100: anything that is rounded up to it.
fn fine(place: usize, random: &mut Seeded) -> Score {
    score(10 * place + 1 + random.place(&[1.0; 10]))
}

/// How many of the votings of one size have an interval with the true mean.
fn covered(
    weights: &[f64; 10],
    size: u32,
    source: ScoreSource,
    truth: f64,
    random: &mut Seeded,
) -> u32 {
    let voting = |random: &mut Seeded| {
        let mut scores = Histogram::default();
        for _ in 0..size {
            let place = random.place(weights);
            scores.add(source(place, random), 1);
        }
        let estimate = Estimate::of(&scores).unwrap();
        estimate.low - 1e-9 <= truth && truth <= estimate.high + 1e-9
    };
    (0..VOTINGS).map(|_| u32::from(voting(random))).sum()
}

#[test]
fn intervals_hold_the_truth_in_93_to_97_percent_of_votings() {
    let scales: [(ScoreSource, f64); 2] = [(whole, 0.0), (fine, 0.45)];
    for (source, below) in scales {
        let mut random = Seeded(23);
        let mut by_size = [0; SIZES.len()];
        for (name, weights) in &TRUTHS {
            let sum: f64 = weights.iter().sum();
            let mean = (1_u32..)
                .zip(weights)
                .map(|(score, weight)| f64::from(score) * weight);
            let truth = mean.sum::<f64>() / sum - below;
            let mut all = 0;
            for (size, by_size) in SIZES.iter().zip(&mut by_size) {
                let held = covered(weights, *size, source, truth, &mut random);
                let share = f64::from(held) / f64::from(VOTINGS);
                // Five votes take few values, and means near a bound have room on one side alone
                assert!((0.925..=0.992).contains(&share), "{name}, {size}: {share}");
                (all, *by_size) = (all + held, *by_size + held);
            }
            let share = f64::from(all) / f64::from(VOTINGS) / 8.0;
            assert!((0.93..=0.97).contains(&share), "{name}: {share}");
        }
        for (size, held) in SIZES.iter().zip(by_size) {
            let share = f64::from(held) / f64::from(VOTINGS) / 8.0;
            assert!((0.93..=0.97).contains(&share), "{size} votes: {share}");
        }
    }
}

#[test]
fn interval_is_known_where_it_can_be_worked_out() {
    let mut alike = Histogram::default();
    alike.add(score(100), 5);
    let best = Estimate::of(&alike).unwrap();
    assert!((best.mean - 10.0).abs() < 1e-9 && (best.high - 10.0).abs() < 1e-9);
    assert!((8.0..8.6).contains(&best.low), "{best:?}");
    assert_eq!(Estimate::of(&Histogram::default()), None);
    // Wilson's interval of a share: 0.2 of 100 is 0.133 to 0.289
    let shares = Estimate::of_mean(1.0 + 9.0 * 0.2, 100).unwrap();
    assert!(shares.low > 1.0 + 9.0 * 0.133 && shares.high < 1.0 + 9.0 * 0.289);
}

#[test]
fn interval_of_a_source_follows_from_its_distribution_where_that_is_known() {
    // Half gave a 6, half an 8: a variance of 1 of the 18 that a mean of 7 leaves room for. Student's quantile of 99 is
    // 1.984, so the mean is sure to 1.984 / 10.
    let scores = Histogram::of_bars([0, 0, 0, 0, 0, 50, 0, 50, 0, 0]);
    let by = |mean, raters| Estimate::of_distribution(mean, raters, &scores);
    let known = by(7.0, 100).unwrap();
    assert!((known.low - 6.797).abs() < 1e-3, "{known:?}");
    assert!((known.high - 7.196).abs() < 1e-3, "{known:?}");
    // That of the one that was captured is the estimate of all others
    let captured = Histogram::of_bars([47, 23, 32, 92, 246, 659, 1848, 2401, 1539, 1448]);
    let known = Estimate::of_distribution(7.9, 8_335, &captured).unwrap();
    let estimated = Estimate::of_mean(7.9, 8_335).unwrap();
    assert!((known.low - estimated.low).abs() < 1e-3, "{known:?}");
    // Of scores that came since, the spread is that of the others
    assert!(by(7.5, 400).is_some_and(|it| it.raters == 400 && it.low > 7.39 && it.low < 7.41));
    for (mean, raters) in [(7.0, 1), (0.0, 9), (f64::NAN, 9)] {
        assert_eq!(by(mean, raters), None);
    }
    for few in [
        Histogram::default(),
        Histogram::of_bars([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
    ] {
        assert_eq!(Estimate::of_distribution(7.0, 100, &few), None);
    }
    // Two that agree do not make the mean of many sure
    let two = Histogram::of_bars([0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    assert!(Estimate::of_distribution(7.0, 100, &two).unwrap().width() > 0.5);
}

#[test]
fn few_perfect_votes_do_not_outrank_many_good_ones() {
    let lower = |mean, raters| Estimate::of_mean(mean, raters).unwrap().low;
    assert!(lower(10.0, 3) < lower(7.0, 1_000));
    assert!(lower(10.0, 2) < lower(5.0, 1_000));
    assert!(lower(9.1, 100_000) > lower(9.3, 60));
    assert_eq!(Estimate::of_mean(10.0, 1), None);
    assert_eq!(Estimate::of_mean(0.0, 9), None);
    assert_eq!(Estimate::of_mean(f64::NAN, 9), None);
}

/// Mean and number of a title's scores, and that of one person.
type Voting = (f64, u32, f64);

fn votings() -> impl Strategy<Value = Voting> {
    (1.0..10.0_f64, 1_000_u32..1_000_000, 1.0..10.0_f64)
}

/// The lower bound once this person has shifted the score, on the scale.
fn low_after((mean, raters, score): Voting, by: f64) -> f64 {
    let moved = (score + by).clamp(1.0, 10.0) - score;
    let mean = (mean + moved / f64::from(raters)).clamp(1.0, 10.0);
    Estimate::of_mean(mean, raters).unwrap().low
}

proptest! {
    #[test]
    fn vote_at_the_mean_narrows_the_interval(scores in vec(1_u8..=100, 5..80)) {
        let mut histogram = Histogram::default();
        for hundredths in &scores {
            histogram.add(Score::new(*hundredths).unwrap(), 1);
        }
        let before = Estimate::of(&histogram).unwrap();
        let mean = (1_u8..=100).min_by(|one, other| {
            let far = |it: &u8| (f64::from(*it) / 10.0 - before.mean).abs();
            far(one).total_cmp(&far(other))
        });
        histogram.add(Score::new(mean.unwrap()).unwrap(), 1);
        let after = Estimate::of(&histogram).unwrap();
        prop_assert!(after.width() < before.width(), "{before:?} {after:?}");
        prop_assert!(before.low <= before.mean && before.mean <= before.high);
        prop_assert!(before.low >= 0.1 - 1e-9 && before.high <= 10.0 + 1e-9);
        prop_assert_eq!(after.raters, before.raters + 1);
    }

    #[test]
    fn lower_bound_rises_with_the_mean_and_with_the_votes(
        mean in 1.0..10.0_f64, more in 0.01..1.0_f64, raters in 2_u32..1_000_000,
    ) {
        let low = |mean, raters| Estimate::of_mean(mean, raters).unwrap().low;
        prop_assert!(low((mean + more).min(10.0), raters) >= low(mean, raters));
        prop_assert!(low(mean, raters + 1) >= low(mean, raters) - 1e-9);
    }

    #[test]
    fn order_by_the_lower_bound_outlasts_one_persons_shift(
        one in votings(), other in votings(), by in -9.0..9.0_f64,
    ) {
        let before = [one, other].map(|it| low_after(it, 0.0));
        let after = [one, other].map(|it| low_after(it, by));
        // One person moves a mean by the whole scale of one vote at most, and the bound by twice that
        let most = [one, other].map(|(_, raters, _)| 2.0 * 9.0 / f64::from(raters));
        for ((after, before), most) in after.iter().zip(before).zip(most) {
            prop_assert!((after - before).abs() <= most + 1e-9);
        }
        prop_assume!((before[0] - before[1]).abs() > most[0] + most[1]);
        prop_assert_eq!(before[0] < before[1], after[0] < after[1]);
    }

    #[test]
    fn histogram_removes_what_was_added(scores in vec((1_u8..=100, 0_u32..9), 0..20)) {
        let mut histogram = Histogram::default();
        let known: Vec<(Score, u32)> =
            scores.iter().map(|(it, times)| (Score::new(*it).unwrap(), *times)).collect();
        for (score, times) in &known {
            histogram.add(*score, *times);
        }
        let json = serde_json::to_string(&histogram).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Histogram>(&json).unwrap(), &histogram);
        prop_assert_eq!(histogram.bars().iter().sum::<u32>(), histogram.raters());
        for (score, times) in &known {
            histogram.remove(*score, *times);
        }
        prop_assert_eq!(histogram, Histogram::default());
    }
}
