//! Texts of people who mean no good, and made-up ones.

use std::time::{Duration, Instant};

use markup::{Block, Inline, Links, MAX_DEPTH, cleaned, cleaned_line, plain, read};
use proptest::prelude::*;

/// A debug build on a busy machine, and some.
const PATIENCE: Duration = Duration::from_secs(10);

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
                Inline::Spoiler(children) => self.inlines(children, depth),
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

fn is_turning_or_hidden(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{ad}' | '\u{61c}' | '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

/// What holds for every tree.
fn check(markdown: &str) {
    let begun = Instant::now();
    let clean = cleaned(markdown);
    let blocks = read(&clean, Links::Live);
    let _ = (plain(&blocks, true), plain(&blocks, false));
    let start: String = markdown.chars().take(20).collect();
    assert!(
        begun.elapsed() < PATIENCE,
        "{start:?} {:?}",
        begun.elapsed()
    );
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

#[test]
fn hostile_texts_are_read_in_time_and_bounds() {
    for mark in [
        "*",
        "_",
        "**",
        "`",
        "[",
        "]",
        "![",
        "[](",
        "<",
        ">",
        "> ",
        "- ",
        "* ",
        "1. ",
        "||",
        "| ",
        "\\",
        "&#",
        "<!--",
        "<a ",
        "*a_ ",
        "[a](",
        "[a]: b\n",
        "> - ",
        "||*",
        "``` \n",
        "\t",
        "\n",
        "~~~\n",
        "&quot;",
        "a**b",
        "*a **a ",
        "[[]()",
        "<https://a> ",
        "\u{202e}",
        "\u{200d}",
        "\u{301}",
        "&#769;",
        "&#8238;",
        "*&#769;*",
    ] {
        check(&mark.repeat(100_000 / mark.len()));
        check(&format!("{}a{}", mark.repeat(10_000), mark.repeat(10_000)));
    }
    let nested = (0..300).map(|n| "  ".repeat(n) + "- a\n");
    check(&nested.collect::<String>());
    check(&("*".repeat(10_000) + "a" + &"_".repeat(10_000)));
    check(&"[a](https://example.org) ||b||\n\n".repeat(5_000));
}

#[test]
fn entities_bring_back_nothing_that_was_taken_out() {
    let markdown = "a&#x202E;b&ZeroWidthSpace;c&#xFEFF;d&#0;e&shy;f";
    assert_eq!(plain(&read(markdown, Links::Live), true), "abcd\u{fffd}ef");
    let storm = format!("a{}", "&#769;".repeat(1_000));
    assert!(plain(&read(&storm, Links::Live), true).chars().count() <= 6);
    let apart = format!("a {}", "*&#769;* ".repeat(1_000));
    assert!(!plain(&read(&apart, Links::Live), true).contains('\u{301}'));
}

proptest! {
    #[test]
    fn any_text_becomes_a_tree(text in "(\\PC|[*_>|`\\[\\]()<&;#!\\n\\-\\\\ ]|\\|\\||https://a\\.b){0,200}") {
        check(&text);
    }

    #[test]
    fn clean_text_stays_as_it_is(text in any::<String>()) {
        let clean = cleaned(&text);
        prop_assert_eq!(cleaned(&clean), clean.as_str());
        prop_assert!(!clean.contains(is_turning_or_hidden));
        let line = cleaned_line(&text);
        prop_assert_eq!(cleaned_line(&line), line.as_str());
        prop_assert!(!line.contains('\n'));
    }

    #[test]
    fn plain_words_are_read_as_they_are(words in "[a-zäあ]{1,9}( [a-zäあ]{1,9}){0,9}") {
        prop_assert_eq!(plain(&read(&words, Links::Live), true), words);
    }
}
