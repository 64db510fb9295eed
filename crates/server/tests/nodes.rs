//! Several servers of one PostgreSQL: the real binary, several times, while lines are cut, servers are
//! killed and the database moves.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod nodes {
    mod cluster;
    mod convergence;
    mod dumped;
    mod encrypted;
    mod failover;
    mod killed;
    mod leading;
    mod limits;
    mod node;
    mod silence;
    mod stopped;
    mod upgrading;
    mod writer;
}
