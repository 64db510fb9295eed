//! The forms in which the product API shows things. Field names are part of the contract.

pub(crate) mod account;
pub(crate) mod activity;
pub(crate) mod anime;
pub(crate) mod anime_list;
pub(crate) mod browse;
pub(crate) mod credits;
pub(crate) mod export;
pub(crate) mod exported_list;
pub(crate) mod extras;
pub(crate) mod given;
pub(crate) mod hero;
pub(crate) mod imports;
pub(crate) mod library;
pub(crate) mod list_edit;
pub(crate) mod mentions;
pub(crate) mod names;
mod parts;
pub(crate) mod people;
pub(crate) mod preferences;
pub(crate) mod ratings;
pub(crate) mod reviews;
pub(crate) mod statistics;
pub(crate) mod suggestions;
pub(crate) mod title;
pub(crate) mod v4;
pub(crate) mod videos;
pub(crate) mod viewer_counts;
