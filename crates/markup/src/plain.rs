//! Trees as plain text.

use crate::{Block, Inline};

/// What people read of a text, each paragraph on a line, with spoilers or without.
pub fn plain(blocks: &[Block], with_spoilers: bool) -> String {
    let mut text = Plain {
        text: String::new(),
        with_spoilers,
    };
    text.blocks(blocks);
    text.text.trim().to_owned()
}

struct Plain {
    text: String,
    with_spoilers: bool,
}

impl Plain {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Paragraph(inlines) => {
                    self.inlines(inlines);
                    self.text.push('\n');
                }
                Block::List { items, .. } => {
                    for item in items {
                        self.blocks(item);
                    }
                }
                Block::Quote(blocks) => self.blocks(blocks),
            }
        }
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.text.push_str(text),
                Inline::Break => self.text.push(' '),
                Inline::Spoiler { .. } if !self.with_spoilers => self.text.push('…'),
                Inline::Emphasis(children)
                | Inline::Strong(children)
                | Inline::Spoiler { children, .. }
                | Inline::Link { children, .. } => self.inlines(children),
            }
        }
    }
}
