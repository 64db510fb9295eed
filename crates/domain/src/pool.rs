//! Connections to the store, for monitoring.

/// Connections that are lent to one user at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// What they are for.
    pub name: &'static str,
    /// Most of them.
    pub most: usize,
    /// Those in use.
    pub in_use: usize,
    /// Who waits for one.
    pub waiting: usize,
}

/// A store that tells how its connections are used.
pub trait Pools: Send + Sync {
    /// All of its pools.
    fn pools(&self) -> Vec<PoolUsage>;
}
