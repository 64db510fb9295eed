//! Clients of Jikan-compatible services and of Kitsu, for asking in the background: never in the
//! way of a page, never above what a provider allows, and never without the last good copy.
//!
//! [`Jikan`] and [`Kitsu`] build addresses and read answers. Between them and the wire stands a
//! chain with one link for each job, from the outside in:
//!
//! 1. [`coalesce`] — a thousand callers with one wish are one caller for all that follows. It is
//!    outermost so that they also cost one look into the store and one write.
//! 2. [`cache`] — a fresh answer ends here; a failure further in ends here too, with the stale
//!    answer.
//! 3. [`retry`] — outside of the next two, so that each try is a request like any other: it stops
//!    when the breaker opens and counts against the limit.
//! 4. [`breaker`] — outside of the limit, so that what it refuses uses up nothing of it.
//! 5. [`rate`] — right before the wire, since what it promises is about the wire.
//! 6. [`http`] — time-outs, size limits, meaning of statuses. It checks the body before anyone
//!    else sees it, so that a broken one counts as a failure and is never kept.
//!
//! The mirror asks without the first two: the store has the facts of its answers already, and would hold
//! all of them once more.
//!
//! Beside them stands [`offline_database`], which reads the records of files.
//!
//! **Invariant:** neither bodies nor search texts are logged.

pub mod ask;
pub mod breaker;
pub mod cache;
pub mod coalesce;
pub mod http;
pub mod jikan;
pub mod kitsu;
pub mod offline_database;
pub mod rate;
pub mod retry;

mod config;
#[cfg(test)]
mod fake;
mod fields;
#[cfg(test)]
mod tests;

pub use config::{ConnectError, ProviderConfig};
pub use jikan::Jikan;
pub use kitsu::Kitsu;
