/// Numbers that repeat from run to run: `SplitMix64` <https://prng.di.unimi.it/splitmix64.c>.
pub struct SeededRng(u64);

impl SeededRng {
    /// Makes a generator, whose numbers are others for every seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) >> 33).unwrap_or_default() % bound
    }
}
