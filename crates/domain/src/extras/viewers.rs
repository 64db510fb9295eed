//! How a title's audience at the source counts.

use serde::{Deserialize, Serialize};

/// How many people at the source have a title on their lists, and how they rate it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewerCounts {
    /// Number of people who watch the title.
    pub watching: u32,
    /// Number of people who have completed the title.
    pub completed: u32,
    /// Number of people who have paused the title.
    pub on_hold: u32,
    /// Number of people who have dropped the title.
    pub dropped: u32,
    /// Number of people who plan to watch the title.
    pub plan_to_watch: u32,
    /// Number of people who have the title on a list, as the source says.
    pub total: u32,
    /// Number of votes for each score, from 1 to 10.
    pub scores: [u32; 10],
}

impl ViewerCounts {
    /// Returns the number of people who gave a score.
    pub fn votes(&self) -> u64 {
        self.scores.iter().map(|votes| u64::from(*votes)).sum()
    }

    /// The share of a score from 1 to 10 among those that were given, in percent with one digit behind the point,
    /// as the source rounds it; 0 while there is none.
    pub fn percentage(&self, score: usize) -> f64 {
        let votes = score
            .checked_sub(1)
            .and_then(|place| self.scores.get(place));
        let (votes, all) = (votes.copied().unwrap_or(0), self.votes());
        if all == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "2^53 people have no list")]
        let share = f64::from(votes) * 1_000.0 / all as f64;
        share.round() / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::ViewerCounts;

    #[test]
    fn percentages_are_rounded_as_the_source_does() {
        let counts = ViewerCounts {
            scores: [47, 23, 32, 92, 246, 659, 1848, 2401, 1539, 1448],
            ..ViewerCounts::default()
        };
        let shares: Vec<f64> = (1..=10).map(|score| counts.percentage(score)).collect();
        let expected = [0.6, 0.3, 0.4, 1.1, 3.0, 7.9, 22.2, 28.8, 18.5, 17.4];
        assert!(
            shares
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-9),
            "{shares:?}"
        );
        let nobody = ViewerCounts::default();
        assert!(
            [0, 1, 11]
                .iter()
                .all(|score| nobody.percentage(*score) == 0.0)
        );
    }
}
