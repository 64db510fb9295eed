//! Addresses at MyAnimeList as Jikan writes them.
//!
//! The number in an address leads to the page; the name behind it is decoration, made by MyAnimeList's rule.

use std::fmt::Write as _;

use domain::extras::in_reading_order;

const HOME: &str = "https://myanimelist.net";

/// The address of a title's page.
pub(super) fn title(id: u32, name: &str) -> String {
    format!("{HOME}/anime/{id}/{}", tail(name))
}

/// The address of a related work's page; `sort` is `anime` or `manga`.
pub(super) fn work(sort: &str, id: u32, name: &str) -> String {
    format!("{HOME}/{sort}/{id}/{}", tail(name))
}

/// The address of a person's page, with the name in reading order.
pub(super) fn person(id: u32, name: &str) -> String {
    format!("{HOME}/people/{id}/{}", tail(&in_reading_order(name)))
}

/// The address of a character's page, with the name in reading order.
pub(super) fn character(id: u32, name: &str) -> String {
    format!("{HOME}/character/{id}/{}", tail(&in_reading_order(name)))
}

/// The address of the page with the recommendations of one title for another.
pub(super) fn recommendation(one: u32, other: u32) -> String {
    format!("{HOME}/recommendations/anime/{}", pair(one, other))
}

/// The name of a pair of titles: their ids, the smaller one first.
pub(super) fn pair(one: u32, other: u32) -> String {
    format!("{}-{}", one.min(other), one.max(other))
}

/// The address of the page of a genre, theme or demographic.
pub(crate) fn genre(id: u32, name: &str) -> String {
    format!("{HOME}/anime/genre/{id}/{}", encoded(&tail(name)))
}

/// The address of a company's page.
pub(super) fn company(id: u32, name: &str) -> String {
    format!("{HOME}/anime/producer/{id}/{}", encoded(&tail(name)))
}

/// The name's part of an address: blanks and signs that join become underscores, other ASCII signs vanish.
fn tail(name: &str) -> String {
    let sign = |c: char| match c {
        ' ' | ':' | '/' | '&' | '+' | ';' | '=' => Some('_'),
        '-' | '_' => Some(c),
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => None,
        c => Some(c),
    };
    name.chars().filter_map(sign).collect()
}

/// Percent-encodes what is not ASCII, as MyAnimeList does in addresses of companies and genres, but not of titles.
fn encoded(tail: &str) -> String {
    let mut encoded = String::with_capacity(tail.len());
    for byte in tail.bytes() {
        if byte.is_ascii() {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::{character, company, person, recommendation, title, work};

    #[test]
    fn addresses_spell_names_as_myanimelist_does() {
        for (name, tail) in [
            (
                "Cowboy Bebop: Tengoku no Tobira",
                "Cowboy_Bebop__Tengoku_no_Tobira",
            ),
            ("Shingeki! Kyojin Chuugakkou", "Shingeki_Kyojin_Chuugakkou"),
            ("Fate/Zero (2011) \"x\" + y", "Fate_Zero_2011_x___y"),
            ("Prétear ☆ 2nd-Half", "Prétear_☆_2nd-Half"),
        ] {
            assert_eq!(
                title(7, name),
                format!("https://myanimelist.net/anime/7/{tail}")
            );
        }
        assert_eq!(work("manga", 1, "K."), "https://myanimelist.net/manga/1/K");
        assert_eq!(
            company(13, "Studio 4°C"),
            "https://myanimelist.net/anime/producer/13/Studio_4%C2%B0C"
        );
        for name in ["Kamiya, Hiroshi", "Hiroshi Kamiya"] {
            let tail = "Hiroshi_Kamiya";
            assert_eq!(
                person(118, name),
                format!("https://myanimelist.net/people/118/{tail}")
            );
            assert_eq!(
                character(118, name),
                format!("https://myanimelist.net/character/118/{tail}")
            );
        }
        assert_eq!(
            recommendation(33263, 5081),
            "https://myanimelist.net/recommendations/anime/5081-33263"
        );
    }
}
