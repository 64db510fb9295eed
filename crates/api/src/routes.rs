//! The handlers, by area.

pub(crate) mod account;
pub(crate) mod art;
pub(crate) mod assets;
pub(crate) mod catalogue;
pub(crate) mod health;
pub(crate) mod img;
pub(crate) mod library;
pub(crate) mod metrics;
pub(crate) mod people;
pub(crate) mod reviews;
pub(crate) mod v4;
