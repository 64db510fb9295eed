//! Repeatable choices: the same seed gives the same picture on every machine.

/// A splitmix64 generator (Steele, Lea and Flood, 2014): integers only, so equal everywhere.
#[derive(Clone)]
pub(crate) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Seeds from text by FNV-1a.
    pub(crate) fn from_text(text: &str) -> Self {
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` up to and including `high`.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::from(high.abs_diff(low)) + 1;
        low.saturating_add(i32::try_from(self.next() % span).unwrap_or_default())
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.between(0, 1) == 1
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let index = self.next() % of.len() as u64;
        &of[usize::try_from(index).unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use super::SeededRng;

    #[test]
    fn follows_the_published_sequence() {
        let mut rng = SeededRng::new(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }
}
