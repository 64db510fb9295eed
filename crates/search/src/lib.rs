//! Finds titles by any of their names, as one types, with typing errors, in every script.
//!
//! Each form of each name is an entry of a `tantivy` index, whose terms are runs of three letters
//! (two in scripts like Japanese). The entries that share most with what is looked for are compared
//! with it letter by letter and put into a few [grades](grade::Grade); a title stands where the best
//! of its names stands, and in each grade the more popular come first.
//!
//! **Invariant:** the index is derived data. It may be deleted at any time, and nothing is lost.

mod candidates;
mod fold;
mod grade;
mod grams;
mod index;
mod initials;
mod kana;
mod order;
mod schema;
mod searcher;
mod similarity;
mod table;

pub use index::TitleIndex;
