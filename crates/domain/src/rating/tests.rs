//! Tests of ratings by simulation: seeded, so that each run is the same.

mod bursts;
mod coverage;
mod privacy;

/// Random numbers that are the same in each run.
pub(crate) struct Seeded(pub(crate) u64);

impl Seeded {
    /// Returns a random number from 0 to 1.
    pub(crate) fn draw(&mut self) -> f64 {
        // SplitMix64 <https://prng.di.unimi.it/splitmix64.c>
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let high = u32::try_from(z >> 32).unwrap();
        f64::from(high) / (f64::from(u32::MAX) + 1.0)
    }

    /// The place of one of these weights, each as probable as it is heavy.
    fn place(&mut self, weights: &[f64]) -> usize {
        let mut left = self.draw() * weights.iter().sum::<f64>();
        let place = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        place.unwrap_or(weights.len() - 1)
    }

    /// Returns how many of `of` say yes, each with the probability `chance`.
    fn binomial(&mut self, of: u32, chance: f64) -> u32 {
        (0..of).map(|_| u32::from(self.draw() < chance)).sum()
    }
}
