//! Texts that people write for one another: cleaned of what hides or turns text, and read as a tree of the Markdown that
//! is allowed. Whatever else Markdown has stays as its text.
//!
//! **Invariant:** a tree holds no markup of any kind, only texts and addresses of the web. It has at most [`MAX_DEPTH`]
//! levels and some [`MAX_PARTS`] parts, and to read it takes time in proportion to the text.

mod address;
mod clean;
mod plain;
mod tree;

pub use clean::{cleaned, cleaned_line};
pub use plain::plain;
pub use tree::{MAX_DEPTH, MAX_PARTS, read};

/// A part of a text that stands on lines of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list.
    List {
        /// The number of its first item, if its items have numbers.
        start: Option<u32>,
        /// Its items.
        items: Vec<Vec<Self>>,
    },
    /// What somebody else has said.
    Quote(Vec<Self>),
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text as it is read.
    Text(String),
    /// The end of a line.
    Break,
    /// It is emphasised.
    Emphasis(Vec<Self>),
    /// It is important.
    Strong(Vec<Self>),
    /// It tells what happens, and waits until somebody wants to know.
    Spoiler {
        /// Those of one number are one spoiler, which reaches over several paragraphs.
        number: u32,
        /// What it hides.
        children: Vec<Self>,
    },
    /// It leads elsewhere.
    Link {
        /// An address that begins with `http://` or `https://`.
        href: String,
        /// What is read of it.
        children: Vec<Self>,
    },
}

/// What becomes of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Links.
    Live,
    /// The text that is read of them.
    Text,
}
