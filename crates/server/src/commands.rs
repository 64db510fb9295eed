//! The commands of the binary.

pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod db;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod mirror;
pub(crate) mod rating;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod user;
