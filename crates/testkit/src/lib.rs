//! What tests of several crates share: databases that clean up after themselves, a clock that
//! stands still, builders of titles, and the contract that a store keeps on every engine.
//!
//! A development dependency only.

pub mod anime;
mod clock;
pub mod contract;
pub mod extras;
pub mod foreign;
mod mail_sink;
mod outage;
pub mod picture_host;
pub mod pictures;
pub mod program;
mod random;
pub mod remote;
pub mod search;
mod sign_in_provider;
mod silent_proxy;
pub mod store_contract;
pub mod stub_provider;
mod test_app;
mod test_db;

pub use clock::MockClock;
pub use mail_sink::MailSink;
pub use outage::Outage;
pub use random::MockRandom;
pub use sign_in_provider::SignInProvider;
pub use silent_proxy::SilentProxy;
pub use test_app::{Answer, Browser, Event, Events, TestApp};
pub use test_db::{TestAddress, TestDb, TextRow};
