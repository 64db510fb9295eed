//! Connections to the store, for monitoring.

/// The usage of a pool of connections, each lent to one user at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// Name of what the pool is for.
    pub name: &'static str,
    /// The largest number of connections of the pool.
    pub most: usize,
    /// Number of connections in use.
    pub in_use: usize,
    /// Number of users that wait for a connection.
    pub waiting: usize,
}

/// A store that tells how its connections are used.
pub trait Pools: Send + Sync {
    /// Returns the usage of all pools of the store.
    fn pools(&self) -> Vec<PoolUsage>;
}
