//! Randomness as a dependency, so that tests can repeat it.

/// Gives random bytes fit for secrets.
pub trait Random: Send + Sync {
    /// Fills `bytes` with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}
