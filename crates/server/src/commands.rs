//! The commands of the binary.

pub(crate) mod config;
pub(crate) mod db;
pub(crate) mod import;
pub(crate) mod mirror;
pub(crate) mod serve;
pub(crate) mod user;
