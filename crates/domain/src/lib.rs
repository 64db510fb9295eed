//! What Mitai is about, free of HTTP, SQL and foreign formats: types, rules, errors with stable
//! codes, and the ports that the outer layers implement.
//!
//! **Invariant:** this crate depends on no other crate of the workspace and does no input or output.

pub mod account;
pub mod anime;
pub mod anime_list;
pub mod browse;
pub mod budget;
pub mod catalogue;
pub mod clock;
pub mod cluster;
pub mod error;
pub mod extras;
pub mod fold;
pub mod franchise;
pub mod hero;
pub mod identity;
pub mod json;
pub mod library;
pub mod mirror;
pub mod people;
pub mod picture;
pub mod pool;
pub mod provenance;
pub mod provider;
pub mod random;
pub mod rating;
pub mod render;
pub mod review;
pub mod search;
pub mod selection;
pub mod slice;
pub mod slug;
pub mod statistics;

pub use error::{Code, Error, Result, whole_seconds};
