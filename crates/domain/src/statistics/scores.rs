//! The scores that somebody gave.

use crate::{
    anime_list::{Score, ScoreScale},
    rating::{Estimate, Histogram},
};

/// Scores, as they are kept: from 1 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores {
    histogram: Histogram,
    count: u32,
    sum: u64,
    squares: u64,
}

/// One value of a scale, and where it stands among all scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreStep {
    /// The value on its scale.
    pub value: f64,
    /// Number of scores that the scale shows as this value.
    pub count: u32,
    /// Number of scores that are lower.
    pub below: u32,
    /// Number of scores that are higher.
    pub above: u32,
}

impl Scores {
    /// Collects scores.
    pub fn of(scores: impl IntoIterator<Item = Score>) -> Self {
        let mut all = Self {
            histogram: Histogram::default(),
            count: 0,
            sum: 0,
            squares: 0,
        };
        for score in scores {
            let value = u64::from(score.get());
            all.histogram.add(score, 1);
            all.count += 1;
            all.sum += value;
            all.squares += value * value;
        }
        all
    }

    /// Returns the number of scores.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the sum of all scores.
    pub(super) const fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the mean score, from 1 to 100; `None` where there are no scores.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| exact(self.sum.into()) / f64::from(self.count))
    }

    /// Returns where the mean lies with a probability of 95 %, the scores taken as a sample of what their owner
    /// watches; from 1 to 100. `None` where there are fewer than two scores.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let Estimate { low, high, .. } = Estimate::of(&self.histogram)?;
        Some((low * 10.0, high * 10.0))
    }

    /// Returns the scores' standard deviation, that of a sample; `None` where there are fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        let (count, sum) = (i128::from(self.count), i128::from(self.sum));
        // In whole numbers, so that it does not depend on an order
        let scatter = count * i128::from(self.squares) - sum * sum;
        let pairs = count * (count - 1);
        (pairs > 0).then(|| (exact(scatter) / exact(pairs)).sqrt())
    }

    /// Returns each value of a scale that was given, as the scale shows what was given, from the lowest on.
    pub fn steps(&self, scale: ScoreScale) -> Vec<ScoreStep> {
        let mut steps: Vec<ScoreStep> = Vec::new();
        let mut below = 0;
        for (score, count) in self.histogram.counts() {
            let value = scale.shown(score);
            match steps.last_mut() {
                // A scale never shows a higher score as a lower value
                Some(last) if last.value >= value => last.count += count,
                _ => steps.push(ScoreStep {
                    value,
                    count,
                    below,
                    above: 0,
                }),
            }
            below += count;
        }
        for step in &mut steps {
            step.above = self.count - step.below - step.count;
        }
        steps
    }
}

/// A number that is far below 2^53.
#[expect(
    clippy::cast_precision_loss,
    reason = "scores of a list, squared and summed, are far below 2^53"
)]
pub(super) const fn exact(number: i128) -> f64 {
    number as f64
}
