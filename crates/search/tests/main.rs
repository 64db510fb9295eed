//! The index of titles, and how good its results are.

mod index;
mod quality;
