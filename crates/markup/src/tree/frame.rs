//! Parts of a text that have begun, and what becomes of a line.

use crate::{Block, Inline, clean::cleaned_part};

/// A part that has begun.
pub(super) enum Frame {
    /// The whole text, a quotation or an item.
    Blocks {
        is_quote: bool,
        blocks: Vec<Block>,
        /// The paragraph so far.
        line: Vec<Piece>,
        scope: Scope,
    },
    List {
        start: Option<u32>,
        items: Vec<Vec<Block>>,
    },
    Inlines {
        kind: Kind,
        children: Vec<Piece>,
        scope: Scope,
    },
    /// So many, one in the other, of which nothing but their content is kept. There may be very many.
    Dropped(usize),
}

/// What a part of a line is.
pub(super) enum Kind {
    Emphasis,
    Strong,
    Link(String),
}

/// A part of a line, and the number of the spoiler that hides it.
pub(super) type Piece = (Inline, Option<u32>);

/// Where spoilers begin and end.
pub(super) struct Scope {
    pub(super) number: usize,
    /// The number of the spoiler that has begun.
    pub(super) open: Option<u32>,
}

impl Frame {
    /// Whether it is one of the levels of a tree.
    pub(super) const fn is_level(&self) -> bool {
        match self {
            Self::Blocks { is_quote, .. } => *is_quote,
            Self::List { .. } | Self::Inlines { .. } => true,
            Self::Dropped(_) => false,
        }
    }

    /// Where spoilers begin and end in it, if they do.
    pub(super) const fn scope_mut(&mut self) -> Option<&mut Scope> {
        match self {
            Self::Blocks { scope, .. } | Self::Inlines { scope, .. } => Some(scope),
            Self::List { .. } | Self::Dropped(_) => None,
        }
    }
}

/// A paragraph of a line, if there is anything to read.
pub(super) fn paragraph(mut line: Vec<Piece>) -> Option<Block> {
    let is_break = |piece: &Piece| piece.0 == Inline::Break;
    while line.last().is_some_and(is_break) {
        line.pop();
    }
    let first = line.iter().position(|piece| !is_break(piece))?;
    let inlines = grouped(line.split_off(first));
    (!inlines.is_empty()).then_some(Block::Paragraph(inlines))
}

/// Parts of a line, with those that are hidden as spoilers.
pub(super) fn grouped(pieces: Vec<Piece>) -> Vec<Inline> {
    let mut grouped: Vec<Inline> = Vec::new();
    for (inline, spoiler) in pieces {
        let inline = match inline {
            Inline::Text(text) => match cleaned_part(&text) {
                text if text.is_empty() => continue,
                text => Inline::Text(text),
            },
            other => other,
        };
        match (grouped.last_mut(), spoiler) {
            (Some(Inline::Spoiler { number, children }), Some(spoiler)) if *number == spoiler => {
                children.push(inline);
            }
            (_, Some(number)) => grouped.push(Inline::Spoiler {
                number,
                children: vec![inline],
            }),
            (_, None) => grouped.push(inline),
        }
    }
    grouped
}
