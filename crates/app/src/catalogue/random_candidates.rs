//! Random numbers that may be ids, of which the store picks one.

use domain::random::Random;

/// The number of random numbers; if none is an id, the catalogue is small, and a title is taken by its place.
const CANDIDATES: usize = 512;
/// The number of bytes of a random number.
const NUMBER_BYTES: usize = size_of::<u32>();

/// Returns random numbers, as many as a store looks at.
pub(super) fn random_candidates(random: &dyn Random) -> Vec<u32> {
    let mut bytes = [0; CANDIDATES * NUMBER_BYTES];
    random.fill(&mut bytes);
    let (candidates, _) = bytes.as_chunks::<NUMBER_BYTES>();
    let candidates = candidates.iter();
    candidates.map(|bytes| u32::from_ne_bytes(*bytes)).collect()
}
