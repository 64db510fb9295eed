//! Clients of Jikan-compatible services and of Kitsu, for requests in the background. They never delay
//! a page, never exceed a provider's limits, and always have the last good answer.
//!
//! [`Jikan`] and [`Kitsu`] build addresses and parse answers. Below them is a chain of layers, from the
//! outside in:
//!
//! 1. [`single_flight`]: concurrent callers of one address are one caller for all that
//!    follows. It is outermost so that they also cost one read and one write of the store.
//! 2. [`cache`] — a fresh answer ends here. A failure further in ends here, too, with the stale answer.
//! 3. [`retry`] — outside of the next two, so that each try is a request like any other: it stops when
//!    the breaker opens, and it counts against the limit.
//! 4. [`breaker`] — outside of the limit, so that refused requests do not count.
//! 5. [`rate`] — right before the wire, since its promise is about the wire.
//! 6. [`http`] — timeouts, size limits, meaning of statuses. It validates the body first, so that a
//!    broken one counts as a failure and is never cached.
//!
//! The mirror goes without the first two, and so do requests for extras: the store has the facts of their answers already.
//!
//! Beside them stands [`offline_database`], which reads the records of files.
//!
//! **Invariant:** neither bodies nor search texts are logged.

pub mod breaker;
pub mod cache;
pub mod http;
pub mod jikan;
pub mod kitsu;
pub mod offline_database;
pub mod rate;
pub mod request;
pub mod retry;
pub mod single_flight;

mod config;
#[cfg(test)]
mod fake;
mod fields;
mod tags;
#[cfg(test)]
mod tests;

pub use config::{ConnectError, ProviderConfig};
pub use jikan::Jikan;
pub use kitsu::Kitsu;
