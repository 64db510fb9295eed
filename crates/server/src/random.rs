//! Randomness of the operating system.

use domain::random::Random;

/// The operating system's source of random bytes.
pub(crate) struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            // A guessable secret would be worse than none
            tracing::error!(%error, "the operating system gives no random bytes");
            std::process::abort();
        }
    }
}
