//! Scores, kept on one fine scale and shown on the one that the owner chose.

use serde::{Deserialize, Serialize};

/// A user's score of a title, from 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Score(u8);

/// Error: a number is no [`Score`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a score from 1 to 100, or 0 for none.")]
pub struct NoScore;

impl Score {
    /// A score of so many hundredths.
    ///
    /// # Errors
    /// [`NoScore`] unless it is from 1 to 100.
    pub const fn new(hundredths: u8) -> Result<Self, NoScore> {
        match hundredths {
            1..=100 => Ok(Self(hundredths)),
            _ => Err(NoScore),
        }
    }

    /// Returns the score, from 1 to 100.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the score from 1 to 10, rounded half up.
    pub fn out_of_ten(self) -> u8 {
        ((self.0 + 5) / 10).max(1)
    }
}

impl TryFrom<u8> for Score {
    type Error = NoScore;

    fn try_from(hundredths: u8) -> Result<Self, NoScore> {
        Self::new(hundredths)
    }
}

impl From<Score> for u8 {
    fn from(score: Score) -> Self {
        score.0
    }
}

/// A scale on which scores are shown and entered. What is stored does not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ScoreScale {
    /// Whole points from 1 to 100.
    #[serde(rename = "100")]
    Hundred,
    /// Tenths of a point from 0.1 to 10.0.
    #[serde(rename = "10_decimal")]
    TenDecimal,
    /// Whole points from 1 to 10.
    #[default]
    #[serde(rename = "10")]
    Ten,
    /// Stars from a half to five, in halves.
    #[serde(rename = "5_stars")]
    FiveStars,
    /// Faces: 1 (sad), 2 (neither) and 3 (glad).
    #[serde(rename = "3_faces")]
    ThreeFaces,
}

/// The scores that the three faces are stored as, each the highest that its face shows but for the last.
const FACES: [u8; 3] = [35, 60, 85];

impl ScoreScale {
    /// Returns a score as this scale shows it. Between two steps it is rounded half up, never below the first.
    pub fn shown(self, score: Score) -> f64 {
        let tenths = f64::from(score.out_of_ten());
        match self {
            Self::Hundred => score.0.into(),
            Self::TenDecimal => f64::from(score.0) / 10.0,
            Self::Ten => tenths,
            Self::FiveStars => tenths / 2.0,
            Self::ThreeFaces if score.0 <= FACES[0] => 1.0,
            Self::ThreeFaces if score.0 <= FACES[1] => 2.0,
            Self::ThreeFaces => 3.0,
        }
    }

    /// The score that a value of this scale is stored as, to the nearest hundredth.
    ///
    /// # Errors
    /// [`NoScore`] if the scale has no such value.
    pub fn stored(self, value: f64) -> Result<Score, NoScore> {
        let hundredths = match self {
            Self::Hundred => value,
            Self::TenDecimal | Self::Ten => value * 10.0,
            Self::FiveStars => value * 20.0,
            Self::ThreeFaces => {
                let face = [1.0, 2.0, 3.0].into_iter().zip(FACES);
                let face = face
                    .into_iter()
                    .find(|(face, _)| (face - value).abs() < 0.5);
                return Score::new(face.map_or(0, |(_, score)| score));
            }
        };
        let nearest = (1..=100).find(|it| (f64::from(*it) - hundredths).abs() <= 0.5);
        Score::new(nearest.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(shown: f64, expected: f64) {
        assert!((shown - expected).abs() < 1e-9, "{shown} is not {expected}");
    }

    fn all() -> impl Iterator<Item = Score> {
        (1..=100).map(|score| Score::new(score).unwrap())
    }

    #[test]
    fn half_star_round_trip() {
        for halves in 1..=10_u8 {
            let stars = f64::from(halves) / 2.0;
            let score = ScoreScale::FiveStars.stored(stars).unwrap();
            assert_eq!(score.get(), halves * 10);
            same(ScoreScale::FiveStars.shown(score), stars);
        }
    }

    #[test]
    fn score_rounding_documented() {
        for (score, ten, stars, face) in [
            (1, 1.0, 0.5, 1.0),
            (14, 1.0, 0.5, 1.0),
            (15, 2.0, 1.0, 1.0),
            (35, 4.0, 2.0, 1.0),
            (36, 4.0, 2.0, 2.0),
            (60, 6.0, 3.0, 2.0),
            (61, 6.0, 3.0, 3.0),
            (74, 7.0, 3.5, 3.0),
            (75, 8.0, 4.0, 3.0),
            (94, 9.0, 4.5, 3.0),
            (95, 10.0, 5.0, 3.0),
            (100, 10.0, 5.0, 3.0),
        ] {
            let score = Score::new(score).unwrap();
            same(ScoreScale::Ten.shown(score), ten);
            same(ScoreScale::FiveStars.shown(score), stars);
            same(ScoreScale::ThreeFaces.shown(score), face);
        }
    }

    #[test]
    fn fine_scales_keep_scores_and_coarse_ones_their_steps() {
        for score in all() {
            for scale in [ScoreScale::Hundred, ScoreScale::TenDecimal] {
                assert_eq!(scale.stored(scale.shown(score)), Ok(score));
            }
            for scale in [
                ScoreScale::Ten,
                ScoreScale::FiveStars,
                ScoreScale::ThreeFaces,
            ] {
                let shown = scale.shown(score);
                same(scale.shown(scale.stored(shown).unwrap()), shown);
            }
        }
    }

    #[test]
    fn value_outside_its_scale_is_refused() {
        for (scale, value) in [
            (ScoreScale::Hundred, 0.0),
            (ScoreScale::Hundred, 101.0),
            (ScoreScale::TenDecimal, 10.1),
            (ScoreScale::Ten, 11.0),
            (ScoreScale::FiveStars, 0.0),
            (ScoreScale::FiveStars, 5.5),
            (ScoreScale::ThreeFaces, 4.0),
            (ScoreScale::Ten, f64::NAN),
            (ScoreScale::Ten, -1.0),
        ] {
            assert_eq!(scale.stored(value), Err(NoScore), "{scale:?} {value}");
        }
    }
}
