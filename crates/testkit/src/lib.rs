//! What tests of several crates share: databases that clean up after themselves, a clock that
//! stands still, builders of titles, and the contract that a store keeps on every engine.
//!
//! A development dependency only.

pub mod anime;
mod clock;
mod contract;
mod outage;
pub mod store_contract;
pub mod stub_provider;
mod test_app;
mod test_db;

pub use clock::MockClock;
pub use outage::Outage;
pub use test_app::{Answer, TestApp};
pub use test_db::TestDb;
