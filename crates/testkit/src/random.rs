//! Randomness that repeats itself from run to run.

use std::sync::atomic::{AtomicU64, Ordering};

use domain::random::Random;

/// Gives other bytes at each call, and the same in each run. Fit for tests alone.
#[derive(Debug, Default)]
pub struct MockRandom {
    calls: AtomicU64,
}

impl Random for MockRandom {
    fn fill(&self, bytes: &mut [u8]) {
        // SplitMix64 <https://prng.di.unimi.it/splitmix64.c>
        let mut state = self.calls.fetch_add(1, Ordering::Relaxed) << 32;
        for part in bytes.chunks_mut(8) {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^= z >> 31;
            part.copy_from_slice(&z.to_be_bytes()[..part.len()]);
        }
    }
}
