//! Readable addresses of titles.

use crate::{
    anime::{Anime, MalId},
    fold::fold,
};

/// Returns the slug that a title has if no other title holds it.
pub fn of_title(anime: &Anime) -> String {
    anime.slug.clone().unwrap_or_else(|| {
        let title = anime.title_english.as_ref().unwrap_or(&anime.title);
        slug(title, anime.mal_id)
    })
}

/// A title's slug: lower-case ASCII letters and digits in words joined by hyphens, at most 80
/// bytes. A title without any such word gets `anime-{id}`; one of digits only gets its id behind
/// it, since a number in an address is always an id.
pub fn slug(title: &str, id: MalId) -> String {
    let slug = words(title);
    if slug.is_empty() {
        format!("anime-{id}")
    } else if slug.bytes().all(|b| b.is_ascii_digit()) {
        with_id(&slug, id)
    } else {
        slug
    }
}

/// The lower-case ASCII words of a name joined by hyphens, at most 80 bytes; empty for a name
/// without any.
pub fn words(name: &str) -> String {
    let mut words = String::new();
    for word in fold(&name.replace(['\'', '’'], "")).split(|c: char| !c.is_ascii_alphanumeric()) {
        if word.is_empty() || words.len() + word.len() + 1 > MAX_BYTES {
            continue;
        }
        if !words.is_empty() {
            words.push('-');
        }
        words.push_str(word);
    }
    words
}

/// Returns the slug of a title whose own slug another title holds.
pub fn with_id(slug: &str, id: MalId) -> String {
    format!("{slug}-{id}")
}

/// Longest slug before an id is put behind it, in bytes.
const MAX_BYTES: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_readable_and_never_numbers() {
        for (title, expected) in [
            ("Attack on Titan", "attack-on-titan"),
            (
                "JoJo's Bizarre Adventure (2012)",
                "jojos-bizarre-adventure-2012",
            ),
            (
                "Re:ZERO -Starting Life in Another World-",
                "re-zero-starting-life-in-another-world",
            ),
            ("86", "86-7"),
            ("進撃の巨人", "anime-7"),
            ("Pokémon", "pokemon"),
            ("", "anime-7"),
        ] {
            assert_eq!(slug(title, MalId::new(7)), expected, "{title:?}");
        }
    }

    #[test]
    fn slugs_stay_short() {
        assert!(slug(&"word ".repeat(60), MalId::new(1)).len() <= MAX_BYTES);
    }
}
