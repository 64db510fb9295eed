//! Random numbers that pick one of many.

use domain::random::Random;

/// Random numbers that are drawn; if none is an id, there are few, and one is taken by its place.
const DRAWS: usize = 512;
/// Bytes of a random number.
const DRAW_BYTES: usize = size_of::<u32>();

/// As many as a store looks at.
pub(super) fn draws(random: &dyn Random) -> Vec<u32> {
    let mut bytes = [0; DRAWS * DRAW_BYTES];
    random.fill(&mut bytes);
    let (draws, _) = bytes.as_chunks::<DRAW_BYTES>();
    draws.iter().map(|draw| u32::from_ne_bytes(*draw)).collect()
}
