//! Scores, counted.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Side;
use crate::anime_list::{Score, ScoreScale};

/// How often each score was given. As JSON it is an object from scores to numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram(BTreeMap<Score, u32>);

impl Histogram {
    /// Makes the histogram of how often each whole score from 1 to 10 was given.
    pub fn of_bars(bars: [u32; 10]) -> Self {
        let mut scores = Self::default();
        for (whole, times) in (1..).zip(bars) {
            if let Ok(score) = Score::new(10 * whole) {
                scores.add(score, times);
            }
        }
        scores
    }

    /// Counts a score `times` times more.
    pub fn add(&mut self, score: Score, times: u32) {
        if times > 0 {
            let count = self.0.entry(score).or_default();
            *count = count.saturating_add(times);
        }
    }

    /// Counts a score `times` times less.
    pub fn remove(&mut self, score: Score, times: u32) {
        if let Some(count) = self.0.get_mut(&score) {
            *count = count.saturating_sub(times);
            if *count == 0 {
                self.0.remove(&score);
            }
        }
    }

    /// Adds the counts of another histogram.
    pub fn add_all(&mut self, other: &Self) {
        for (score, times) in &other.0 {
            self.add(*score, *times);
        }
    }

    /// Returns each score that was given with how often, from the lowest on.
    pub fn counts(&self) -> impl Iterator<Item = (Score, u32)> {
        self.0.iter().map(|(score, count)| (*score, *count))
    }

    /// Returns the number of scores that were given.
    pub fn raters(&self) -> u32 {
        let counts = self.0.values();
        counts.fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the number of scores at one end of the scale.
    pub fn extreme(&self, side: Side) -> u32 {
        let counts = self.0.iter();
        let counts = counts.filter(|(score, _)| Side::of(**score) == Some(side));
        counts.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Returns the mean score, from 0.1 to 10; `None` where there are no scores.
    pub fn mean(&self) -> Option<f64> {
        let (count, sum, _) = self.moments();
        (count > 0.0).then(|| sum / count)
    }

    /// Returns how often each whole score from 1 to 10 was given, as that scale shows what was given.
    pub fn bars(&self) -> [u32; 10] {
        let mut bars = [0_u32; 10];
        for (score, count) in &self.0 {
            let shown = ScoreScale::Ten.shown(*score);
            let mut whole = (1_u32..).zip(&mut bars);
            let bar = whole.find(|(whole, _)| (f64::from(*whole) - shown).abs() < 0.5);
            if let Some((_, bar)) = bar {
                *bar = bar.saturating_add(*count);
            }
        }
        bars
    }

    /// Returns the number of scores, their sum, and the sum of their squared differences from the mean.
    pub(super) fn moments(&self) -> (f64, f64, f64) {
        let points = |score: &Score| f64::from(score.get()) / 10.0;
        let counts = self.0.iter();
        let (count, sum) = counts.fold((0.0, 0.0), |(all, sum), (score, count)| {
            let count = f64::from(*count);
            (all + count, sum + count * points(score))
        });
        let mean = sum / count;
        let squares = self.0.iter().fold(0.0, |squares, (score, count)| {
            squares + f64::from(*count) * (points(score) - mean).powi(2)
        });
        (count, sum, squares)
    }
}
