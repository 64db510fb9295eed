//! What becomes of Markdown.

use markup::{Block, Inline, Links, plain, read};

fn text(text: &str) -> Inline {
    Inline::Text(text.into())
}

fn paragraph(children: Vec<Inline>) -> Block {
    Block::Paragraph(children)
}

fn spoiler(number: u32, hidden: &str) -> Inline {
    Inline::Spoiler {
        number,
        children: vec![text(hidden)],
    }
}

fn live(markdown: &str) -> Vec<Block> {
    read(markdown, Links::Live)
}

/// The one paragraph that a text is.
fn line(markdown: &str) -> Vec<Inline> {
    match <[Block; 1]>::try_from(live(markdown)) {
        Ok([Block::Paragraph(children)]) => children,
        other => panic!("{markdown}: {other:?}"),
    }
}

#[test]
fn allowed_markup_is_read() {
    let read = live("One *two* **three**\nfour\n\n> five\n\n- six\n- seven\n\n3. eight\n");
    let item = |word| vec![paragraph(vec![text(word)])];
    assert_eq!(
        read,
        [
            paragraph(vec![
                text("One "),
                Inline::Emphasis(vec![text("two")]),
                text(" "),
                Inline::Strong(vec![text("three")]),
                Inline::Break,
                text("four"),
            ]),
            Block::Quote(item("five")),
            Block::List {
                start: None,
                items: vec![item("six"), item("seven")],
            },
            Block::List {
                start: Some(3),
                items: vec![item("eight")],
            },
        ]
    );
}

#[test]
fn unsupported_markup_becomes_text() {
    for (markdown, read) in [
        ("# Heading", "Heading"),
        ("Heading\n===", "Heading"),
        ("`code`", "code"),
        ("```rust\nlet x = 1;\n```", "let x = 1;"),
        ("    indented", "indented"),
        ("![a picture](https://example.org/x.png)", "a picture"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\n\n---\n\nb", "a\nb"),
        ("~~struck~~ :smile: [^1]", "~~struck~~ :smile: [^1]"),
        ("|a|b|\n|-|-|\n|1|2|", "|a|b| |-|-| |1|2|"),
        ("<!-- comment -->", "<!-- comment -->"),
        ("&lt;b&gt; &amp;amp;", "<b> &amp;"),
    ] {
        assert_eq!(plain(&live(markdown), true), read, "{markdown}");
    }
    assert_eq!(live("<p>a</p>\n\nb").len(), 2);
    assert_eq!(live(" \n\n&nbsp;\n"), [paragraph(vec![text("\u{a0}")])]);
}

#[test]
fn links_lead_to_the_web_alone() {
    let link = |href: &str, read: &str| Inline::Link {
        href: href.into(),
        children: vec![text(read)],
    };
    assert_eq!(
        line("[a](http://example.org/x)"),
        [link("http://example.org/x", "a")]
    );
    assert_eq!(
        line("<https://example.org>"),
        [link("https://example.org/", "https://example.org")]
    );
    assert_eq!(
        line("[](https://example.org)"),
        [text("https://example.org/")]
    );
    for markdown in [
        "[a](javascript:alert(1))",
        "[a](JAVASCRIPT:alert(1))",
        "[a](&#106;avascript:alert(1))",
        "[a](&#x6A;&#x61;vascript&colon;alert(1))",
        "[a](<java\tscript:alert(1)>)",
        "[a](< javascript:alert(1)>)",
        "[a](\\javascript:alert(1))",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "[a](vbscript:x)",
        "[a](//example.org)",
        "[a](/account)",
        "[a](https://known.example@other.example)",
        "[a][b]\n\n[b]: javascript:alert(1)",
    ] {
        let read = live(markdown);
        assert!(
            !format!("{read:?}").contains("Link"),
            "{markdown}: {read:?}"
        );
        assert!(plain(&read, true).starts_with('a'), "{markdown}: {read:?}");
    }
    for markdown in ["<javascript:alert(1)>", "<asuna@example.org>"] {
        let read = line(markdown);
        assert!(
            matches!(&read[..], [Inline::Text(_)]),
            "{markdown}: {read:?}"
        );
    }
}

#[test]
fn links_of_new_accounts_are_text() {
    let markdown = "[*read* me](https://example.org) <https://example.com>";
    let read = read(markdown, Links::Text);
    assert!(!format!("{read:?}").contains("Link"), "{read:?}");
    assert_eq!(plain(&read, true), "read me https://example.com");
}

#[test]
fn spoilers_are_parsed() {
    for (markdown, children) in [
        ("a ||b|| c", vec![text("a "), spoiler(1, "b"), text(" c")]),
        (
            "||a|| ||b||",
            vec![spoiler(1, "a"), text(" "), spoiler(2, "b")],
        ),
        ("||a||||b||", vec![spoiler(1, "a"), spoiler(2, "b")]),
        // The last one of an odd number is text
        ("a || b", vec![text("a || b")]),
        ("||a|| || b", vec![spoiler(1, "a"), text(" || b")]),
        ("**||a||**", vec![Inline::Strong(vec![spoiler(1, "a")])]),
        (
            "||*a*\nb||",
            vec![Inline::Spoiler {
                number: 1,
                children: vec![Inline::Emphasis(vec![text("a")]), Inline::Break, text("b")],
            }],
        ),
        ("\\|\\|a\\|\\|", vec![text("||a||")]),
        ("`||a||`", vec![spoiler(1, "a")]),
        // Of two scopes
        (
            "||a *b|| c*",
            vec![text("||a "), Inline::Emphasis(vec![text("b|| c")])],
        ),
    ] {
        assert_eq!(line(markdown), children, "{markdown}");
    }
    let hidden = "<b>||x||</b>";
    assert_eq!(plain(&live(hidden), false), "<b>…</b>");
}

#[test]
fn spoiler_may_span_paragraphs() {
    let read = live("a ||b\n\n> c\n\n- d\n  - ||e||\n\nf|| g");
    assert_eq!(plain(&read, false), "a …\n…\n…\n…\n… g");
    assert_eq!(plain(&read, true), "a b\nc\nd\ne\nf g");
    // All of it is one, and what follows another
    let read = live("||a\n\nb||\n\n||c||");
    assert_eq!(
        read,
        [spoiler(1, "a"), spoiler(1, "b"), spoiler(2, "c")].map(|it| paragraph(vec![it]))
    );
    // One of a quotation ends there
    let read = live("> ||a\n\nb||");
    assert_eq!(plain(&read, false), "||a\nb||");
}
