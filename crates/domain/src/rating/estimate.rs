//! A mean score with its uncertainty.
//!
//! Scores lie between two bounds, so that their variance is at most `room = (mean - low) (high - mean)`. What a title's
//! votes have of that is its *spread*, from 0 (all alike) to 1 (all at the bounds). The interval holds every mean that
//! the votes do not contradict: each candidate is judged by the variance that it would have itself, `spread × room`, as
//! in Wilson's interval of a share (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
//! Inference", 1927). So it is skewed as scores near a bound are, and never leaves the scale. In place of the normal
//! quantile it takes Student's, since the spread is estimated, too. `tests/coverage.rs` has how often it holds the
//! truth.

use super::Histogram;

/// The spread of a title of which nothing else is known. It is that of one title, whose distribution of scores was captured
/// of Jikan (variance 2.3 at a mean of 7.9, which leaves room for 14.2).
const CAPTURED_SPREAD: f64 = 0.16;
/// Number of votes that the captured spread counts for beside a title's own.
const PRIOR_VOTES: f64 = 0.2;
/// Lowest and highest score on Mitai's lists.
const OWN_BOUNDS: (f64, f64) = (0.1, 10.0);
/// Lowest and highest score at the sources.
const SOURCE_BOUNDS: (f64, f64) = (1.0, 10.0);

/// A mean score, and where the mean of all who might vote lies with a probability of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean score, up to 10.
    pub mean: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Number of scores behind the mean.
    pub raters: u32,
}

impl Estimate {
    /// Estimates the mean of scores of which each is known; `None` where there are fewer than two.
    pub fn of(scores: &Histogram) -> Option<Self> {
        let (spread, weight) = spread(scores, OWN_BOUNDS)?;
        let mean = scores.mean()?;
        Some(Self::new(mean, scores.raters(), OWN_BOUNDS, spread, weight))
    }

    /// Estimates the mean at a source that tells how often each score was given beside the mean and the number of
    /// scores. The frequencies may be of another day, and the source weighs its mean, so that only the spread is taken
    /// of them. `None` where there are fewer than two scores.
    pub fn of_distribution(mean: f64, raters: u32, scores: &Histogram) -> Option<Self> {
        let (low, high) = SOURCE_BOUNDS;
        if raters < 2 || !(low..=high).contains(&mean) {
            return None;
        }
        let (spread, weight) = spread(scores, SOURCE_BOUNDS)?;
        Some(Self::new(mean, raters, SOURCE_BOUNDS, spread, weight))
    }

    /// Estimates the mean at a source that tells the mean and the number of scores alone: the spread is that of one
    /// other title. Student's quantile is that of as many votes, so that few of them say little. `None` where there are
    /// fewer than two scores.
    pub fn of_mean(mean: f64, raters: u32) -> Option<Self> {
        let (low, high) = SOURCE_BOUNDS;
        if raters < 2 || !(low..=high).contains(&mean) {
            return None;
        }
        let freedom = f64::from(raters) - 1.0;
        Some(Self::new(
            mean,
            raters,
            SOURCE_BOUNDS,
            CAPTURED_SPREAD,
            freedom,
        ))
    }

    fn new(mean: f64, raters: u32, (low, high): (f64, f64), spread: f64, freedom: f64) -> Self {
        let width = high - low;
        let share = (mean - low) / width;
        // So many votes at the bounds would say as much
        let votes = f64::from(raters) / spread;
        let square = student_quantile(freedom).powi(2);
        let centre = (share + square / (2.0 * votes)) / (1.0 + square / votes);
        let deviation = share * (1.0 - share) / votes + square / (4.0 * votes * votes);
        let half = square.sqrt() * deviation.max(0.0).sqrt() / (1.0 + square / votes);
        let score = |share: f64| low + width * share;
        Self {
            mean,
            low: score((centre - half).max(0.0)).min(mean),
            high: score((centre + half).min(1.0)).max(mean),
            raters,
        }
    }

    /// Returns the width of the interval.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// What these scores have of the variance that their mean allows, and how many votes that rests on; `None` where there are
/// fewer than two.
fn spread(scores: &Histogram, (low, high): (f64, f64)) -> Option<(f64, f64)> {
    let (count, sum, squares) = scores.moments();
    if count < 2.0 {
        return None;
    }
    let mean = sum / count;
    let room = (mean - low) * (high - mean);
    // Where all are at a bound, they say nothing of the spread
    let own = if room > 1e-9 {
        squares / room
    } else {
        (count - 1.0) * CAPTURED_SPREAD
    };
    let weight = PRIOR_VOTES + count - 1.0;
    Some(((PRIOR_VOTES * CAPTURED_SPREAD + own) / weight, weight))
}

/// The 97.5 % quantile of Student's distribution with so many degrees of freedom. Right to three digits from
/// three degrees on, by the expansion in M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.7.5.
pub(crate) fn student_quantile(freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_964;
    if freedom < 1.5 {
        return 12.706;
    }
    if freedom < 2.5 {
        return 4.303;
    }
    let (z, square) = (NORMAL, NORMAL * NORMAL);
    let terms = [
        z * (square + 1.0) / 4.0,
        z * ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        z * ((((79.0 * square + 776.0) * square + 1_482.0) * square - 1_920.0) * square - 945.0)
            / 92_160.0,
    ];
    let rest = terms
        .iter()
        .rev()
        .fold(0.0, |sum, term| (sum + term) / freedom);
    z + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, known) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (10.0, 2.228),
            (30.0, 2.042),
            (1e9, 1.960),
        ] {
            let quantile = student_quantile(freedom);
            assert!((quantile - known).abs() < 0.005, "{freedom}: {quantile}");
        }
    }
}
