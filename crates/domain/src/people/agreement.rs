//! How far two people's scores agree, and how sure that is.

use crate::rating::student_quantile;

/// Fewest titles that both have scored for anything to be said.
pub const MIN_SHARED: usize = 10;
/// What a correlation counts as at most where its interval is made: scores are steps, so that those who differ by less
/// than one give the same.
const MAX_SURE: f64 = 0.99;
/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// A value with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The estimated value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// How far the scores of two people agree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Number of titles that both people have scored.
    pub scored: usize,
    /// Pearson's correlation: from -1, where each likes what the other does not, over 0 to 1, where both like the same. Its
    /// interval is R. A. Fisher's ("On the Probable Error of a Coefficient of Correlation", 1921). `None` where fewer
    /// than [`MIN_SHARED`] are scored, or one of both has given the same score to all.
    pub correlation: Option<Interval>,
    /// By how many points of 100 the first scores higher than the second. `None` where fewer than [`MIN_SHARED`] are
    /// scored.
    pub difference: Option<Interval>,
}

impl Agreement {
    /// Returns the agreement of pairs of scores from 1 to 100.
    pub fn of(pairs: &[(u8, u8)]) -> Self {
        let pairs: Vec<(f64, f64)> = pairs
            .iter()
            .map(|(a, b)| ((*a).into(), (*b).into()))
            .collect();
        let enough = pairs.len() >= MIN_SHARED;
        Self {
            scored: pairs.len(),
            correlation: enough.then(|| correlation(&pairs)).flatten(),
            difference: enough.then(|| difference(&pairs)),
        }
    }
}

fn correlation(pairs: &[(f64, f64)]) -> Option<Interval> {
    let count = count(pairs);
    let mean_a = pairs.iter().map(|(a, _)| a).sum::<f64>() / count;
    let mean_b = pairs.iter().map(|(_, b)| b).sum::<f64>() / count;
    let sum = |of: fn(f64, f64) -> f64| -> f64 {
        let each = pairs.iter().map(|(a, b)| of(a - mean_a, b - mean_b));
        each.sum()
    };
    let squares = sum(|a, _| a * a) * sum(|_, b| b * b);
    // Scores are whole, so that any spread is far more than this
    if squares < 1e-6 {
        return None;
    }
    let value = (sum(|a, b| a * b) / squares.sqrt()).clamp(-1.0, 1.0);
    let (centre, half) = (
        value.clamp(-MAX_SURE, MAX_SURE).atanh(),
        NORMAL / (count - 3.0).sqrt(),
    );
    Some(Interval {
        value,
        low: (centre - half).tanh().min(value),
        high: (centre + half).tanh().max(value),
    })
}

fn difference(pairs: &[(f64, f64)]) -> Interval {
    let count = count(pairs);
    let value = pairs.iter().map(|(a, b)| a - b).sum::<f64>() / count;
    let squares = pairs.iter().map(|(a, b)| (a - b - value).powi(2));
    let freedom = count - 1.0;
    let error = (squares.sum::<f64>() / freedom / count).sqrt();
    let half = student_quantile(freedom) * error;
    Interval {
        value,
        low: value - half,
        high: value + half,
    }
}

fn count(pairs: &[(f64, f64)]) -> f64 {
    f64::from(u32::try_from(pairs.len()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn agreement_needs_ten_shared_scores() {
        let pairs: Vec<(u8, u8)> = (1..10).map(|n| (n * 10, n * 10)).collect();
        let agreement = Agreement::of(&pairs);
        assert_eq!(agreement.scored, MIN_SHARED - 1);
        assert_eq!((agreement.correlation, agreement.difference), (None, None));
    }

    #[test]
    fn known_correlation_has_its_known_interval() {
        // Of 28 pairs 20 agree and 8 do not
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for (pair, times) in [((40, 40), 10), ((60, 60), 10), ((40, 60), 4), ((60, 40), 4)] {
            pairs.extend(std::iter::repeat_n(pair, times));
        }
        let found = Agreement::of(&pairs).correlation.unwrap();
        assert!(close(found.value, 12.0 / 28.0), "{found:?}");
        // By R: tanh(atanh(12/28) + c(-1, 1) * qnorm(0.975) / sqrt(25))
        assert!((found.low - 0.066_056).abs() < 1e-5, "{found:?}");
        assert!((found.high - 0.691_142).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn same_score_for_all_has_no_correlation_but_a_difference() {
        let pairs: Vec<(u8, u8)> = (1..=10).map(|n| (70, n * 10)).collect();
        let agreement = Agreement::of(&pairs);
        assert_eq!(agreement.correlation, None);
        assert!(close(agreement.difference.unwrap().value, 15.0));
    }

    #[test]
    fn perfect_correlation_has_an_interval() {
        let pairs: Vec<(u8, u8)> = (1..=10).map(|n| (n * 10, n * 10)).collect();
        let found = Agreement::of(&pairs).correlation.unwrap();
        assert!(close(found.value, 1.0) && close(found.high, 1.0));
        assert!(found.low > 0.9 && found.low < 0.99, "{found:?}");
    }

    fn scores() -> impl Strategy<Value = Vec<(u8, u8)>> {
        prop::collection::vec((1..=100_u8, 1..=100_u8), 0..60)
    }

    proptest! {
        #[test]
        fn values_are_within_their_intervals_and_bounds(pairs in scores()) {
            let Agreement { scored, correlation, difference } = Agreement::of(&pairs);
            prop_assert_eq!(scored, pairs.len());
            prop_assert_eq!(difference.is_some(), scored >= MIN_SHARED);
            for it in correlation.iter().chain(&difference) {
                prop_assert!(it.low <= it.value && it.value <= it.high, "{:?}", it);
            }
            if let Some(it) = correlation {
                prop_assert!(it.low >= -1.0 && it.high <= 1.0, "{:?}", it);
            }
        }

        #[test]
        fn agreement_is_symmetric(pairs in scores()) {
            let turned: Vec<(u8, u8)> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
            let (mine, theirs) = (Agreement::of(&pairs), Agreement::of(&turned));
            if let (Some(one), Some(other)) = (mine.correlation, theirs.correlation) {
                prop_assert!(close(one.value, other.value) && close(one.low, other.low));
            }
            if let (Some(one), Some(other)) = (mine.difference, theirs.difference) {
                prop_assert!(close(one.value, -other.value) && close(one.low, -other.high));
            }
        }

        #[test]
        fn order_of_titles_makes_no_difference(pairs in scores()) {
            let mut turned = pairs.clone();
            turned.reverse();
            let (one, other) = (Agreement::of(&pairs), Agreement::of(&turned));
            if let (Some(one), Some(other)) = (one.correlation, other.correlation) {
                prop_assert!(close(one.value, other.value));
            }
            prop_assert_eq!(one.correlation.is_some(), other.correlation.is_some());
        }

        #[test]
        fn raising_all_scores_of_one_changes_the_difference_alone(
            pairs in prop::collection::vec((1..=50_u8, 1..=100_u8), 10..60),
            by in 0..=50_u8,
        ) {
            let raised: Vec<(u8, u8)> = pairs.iter().map(|(a, b)| (a + by, *b)).collect();
            let (one, other) = (Agreement::of(&pairs), Agreement::of(&raised));
            if let (Some(one), Some(other)) = (one.correlation, other.correlation) {
                prop_assert!(close(one.value, other.value));
            }
            let (one, other) = (one.difference.unwrap(), other.difference.unwrap());
            prop_assert!(close(one.value + f64::from(by), other.value));
        }
    }
}
