//! What holds for the tree of every text. The fuzz target has it, too.

use std::time::{Duration, Instant};

use markup::{Block, Inline, Links, MAX_DEPTH, cleaned, plain, read};

/// A debug build on a busy machine, and some.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The levels of a tree, and its addresses and texts.
#[derive(Default)]
struct Seen {
    depth: usize,
    addresses: Vec<String>,
    texts: Vec<String>,
}

impl Seen {
    fn of(blocks: &[Block]) -> Self {
        let mut seen = Self::default();
        seen.blocks(blocks, 0);
        seen
    }

    fn blocks(&mut self, blocks: &[Block], depth: usize) {
        self.depth = self.depth.max(depth);
        for block in blocks {
            match block {
                Block::Paragraph(inlines) => self.inlines(inlines, depth),
                Block::Quote(blocks) => self.blocks(blocks, depth + 1),
                Block::List { items, .. } => {
                    for item in items {
                        self.blocks(item, depth + 1);
                    }
                }
            }
        }
    }

    fn inlines(&mut self, inlines: &[Inline], depth: usize) {
        self.depth = self.depth.max(depth);
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.texts.push(text.clone()),
                Inline::Break => {}
                Inline::Spoiler { children, .. } => self.inlines(children, depth),
                Inline::Emphasis(children) | Inline::Strong(children) => {
                    self.inlines(children, depth + 1);
                }
                Inline::Link { href, children } => {
                    self.addresses.push(href.clone());
                    self.inlines(children, depth + 1);
                }
            }
        }
    }
}

/// Whether a character turns text, or hides it.
pub(super) fn is_turning_or_hidden(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{ad}' | '\u{61c}' | '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// What holds for every tree.
pub(super) fn check(markdown: &str) {
    let begun = Instant::now();
    let clean = cleaned(markdown);
    let blocks = read(&clean, Links::Live);
    let _ = (plain(&blocks, true), plain(&blocks, false));
    let start: String = markdown.chars().take(20).collect();
    assert!(begun.elapsed() < TIMEOUT, "{start:?} {:?}", begun.elapsed());
    let seen = Seen::of(&blocks);
    assert!(seen.depth <= MAX_DEPTH, "{}", seen.depth);
    for address in &seen.addresses {
        assert!(
            address.starts_with("http://") || address.starts_with("https://"),
            "{address}"
        );
    }
    for text in &seen.texts {
        assert!(
            !text.is_empty() && !text.contains(is_turning_or_hidden),
            "{text:?}"
        );
    }
    let as_text = Seen::of(&read(&clean, Links::Text));
    assert!(as_text.addresses.is_empty());
}
