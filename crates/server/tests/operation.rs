//! What operators do with the real binary: configure, watch, back up, stop.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod backup;
mod closed_stdout;
mod config;
mod copy;
mod deploy;
mod kitsu;
mod logs;
mod metrics;
mod mitai;
mod starting;
mod stopping;
