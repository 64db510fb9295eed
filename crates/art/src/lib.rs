//! Drawn posters, banners and avatars, for where there is no picture.
//!
//! Each is one SVG document made from an id and a few words, with colours by genre and traditional Japanese patterns.
//!
//! ```
//! use art::{Poster, leading_genre, poster};
//!
//! let svg = poster(&Poster {
//!     id: 5114,
//!     title: "Fullmetal Alchemist: Brotherhood",
//!     native_title: Some("鋼の錬金術師"),
//!     genre: leading_genre(&["Action", "Fantasy"]),
//!     caption: Some("2009 · TV"),
//! });
//! assert!(svg.starts_with("<svg"));
//! ```
//!
//! **Invariant:** equal input gives equal bytes on every machine: all geometry is in whole numbers.
//!
//! **Invariant:** a document is shown through `<img>`, so it refers to nothing outside itself and has no script; posters, banners
//! and avatars are under 8 kB.

mod avatar;
mod banner;
mod card;
mod face;
mod font;
mod icon;
mod land;
mod lettering;
mod look;
mod outline;
mod palette;
mod pattern;
mod picture;
mod poster;
mod scene;
mod seeded_rng;
mod svg;
#[cfg(test)]
mod tests;
mod typeset;
mod year;

pub use avatar::{Avatar, avatar};
pub use banner::{Banner, banner};
pub use card::{CARD_HEIGHT, CARD_WIDTH, Card, card};
pub use icon::{IconShape, icon};
pub use palette::leading_genre;
pub use picture::{NotDrawn, png};
pub use poster::{Poster, poster};
pub use year::{YearCard, YearShape, YearTitle, year};
