//! Texts of people who mean no good, and made-up ones.

mod invariants;

use markup::{Links, cleaned, cleaned_line, plain, read};
use proptest::prelude::*;

use self::invariants::{check, is_turning_or_hidden};

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
fn entities_do_not_bring_back_removed_characters() {
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
    fn plain_words_stay_unchanged(words in "[a-zäあ]{1,9}( [a-zäあ]{1,9}){0,9}") {
        prop_assert_eq!(plain(&read(&words, Links::Live), true), words);
    }
}
