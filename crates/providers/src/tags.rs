//! MyAnimeList's genres, themes and demographics, found among words that anybody wrote.

use std::collections::HashSet;

use domain::anime::{Tag, TagKind};

/// Words that MyAnimeList's Hentai and Erotica, or the restrictions of other sites, stand for.
const ADULT: [&str; 6] = [
    "hentai",
    "erotica",
    "18 restricted",
    "pornography",
    "pornographic",
    "porn",
];

/// The tags of MyAnimeList's lists without the explicit ones, each with its number there.
const LISTED: &[(TagKind, u32, &str)] = &[
    (TagKind::Genre, 1, "Action"),
    (TagKind::Genre, 2, "Adventure"),
    (TagKind::Genre, 5, "Avant Garde"),
    (TagKind::Genre, 46, "Award Winning"),
    (TagKind::Genre, 28, "Boys Love"),
    (TagKind::Genre, 4, "Comedy"),
    (TagKind::Genre, 8, "Drama"),
    (TagKind::Genre, 10, "Fantasy"),
    (TagKind::Genre, 26, "Girls Love"),
    (TagKind::Genre, 47, "Gourmet"),
    (TagKind::Genre, 14, "Horror"),
    (TagKind::Genre, 7, "Mystery"),
    (TagKind::Genre, 22, "Romance"),
    (TagKind::Genre, 24, "Sci-Fi"),
    (TagKind::Genre, 36, "Slice of Life"),
    (TagKind::Genre, 30, "Sports"),
    (TagKind::Genre, 37, "Supernatural"),
    (TagKind::Genre, 41, "Suspense"),
    (TagKind::Genre, 9, "Ecchi"),
    (TagKind::Theme, 50, "Adult Cast"),
    (TagKind::Theme, 51, "Anthropomorphic"),
    (TagKind::Theme, 52, "CGDCT"),
    (TagKind::Theme, 53, "Childcare"),
    (TagKind::Theme, 54, "Combat Sports"),
    (TagKind::Theme, 81, "Crossdressing"),
    (TagKind::Theme, 55, "Delinquents"),
    (TagKind::Theme, 39, "Detective"),
    (TagKind::Theme, 56, "Educational"),
    (TagKind::Theme, 57, "Gag Humor"),
    (TagKind::Theme, 58, "Gore"),
    (TagKind::Theme, 35, "Harem"),
    (TagKind::Theme, 59, "High Stakes Game"),
    (TagKind::Theme, 13, "Historical"),
    (TagKind::Theme, 60, "Idols (Female)"),
    (TagKind::Theme, 61, "Idols (Male)"),
    (TagKind::Theme, 62, "Isekai"),
    (TagKind::Theme, 63, "Iyashikei"),
    (TagKind::Theme, 64, "Love Polygon"),
    (TagKind::Theme, 65, "Magical Sex Shift"),
    (TagKind::Theme, 66, "Mahou Shoujo"),
    (TagKind::Theme, 17, "Martial Arts"),
    (TagKind::Theme, 18, "Mecha"),
    (TagKind::Theme, 67, "Medical"),
    (TagKind::Theme, 38, "Military"),
    (TagKind::Theme, 19, "Music"),
    (TagKind::Theme, 6, "Mythology"),
    (TagKind::Theme, 68, "Organized Crime"),
    (TagKind::Theme, 69, "Otaku Culture"),
    (TagKind::Theme, 20, "Parody"),
    (TagKind::Theme, 70, "Performing Arts"),
    (TagKind::Theme, 71, "Pets"),
    (TagKind::Theme, 40, "Psychological"),
    (TagKind::Theme, 3, "Racing"),
    (TagKind::Theme, 72, "Reincarnation"),
    (TagKind::Theme, 73, "Reverse Harem"),
    (TagKind::Theme, 74, "Romantic Subtext"),
    (TagKind::Theme, 21, "Samurai"),
    (TagKind::Theme, 23, "School"),
    (TagKind::Theme, 75, "Showbiz"),
    (TagKind::Theme, 29, "Space"),
    (TagKind::Theme, 11, "Strategy Game"),
    (TagKind::Theme, 31, "Super Power"),
    (TagKind::Theme, 76, "Survival"),
    (TagKind::Theme, 77, "Team Sports"),
    (TagKind::Theme, 78, "Time Travel"),
    (TagKind::Theme, 32, "Vampire"),
    (TagKind::Theme, 79, "Video Game"),
    (TagKind::Theme, 80, "Visual Arts"),
    (TagKind::Theme, 48, "Workplace"),
    (TagKind::Theme, 82, "Urban Fantasy"),
    (TagKind::Demographic, 43, "Josei"),
    (TagKind::Demographic, 15, "Kids"),
    (TagKind::Demographic, 42, "Seinen"),
    (TagKind::Demographic, 25, "Shoujo"),
    (TagKind::Demographic, 27, "Shounen"),
];

/// Whether `word` says that a title is for adults.
pub(crate) fn is_adult(word: &str) -> bool {
    ADULT.iter().any(|adult| adult.eq_ignore_ascii_case(word))
}

/// The tags of MyAnimeList's lists that are among `words`, in the order of the lists.
pub(crate) fn known(words: &[String]) -> Vec<Tag> {
    let words: HashSet<String> = words.iter().map(|word| letters(word)).collect();
    let known = LISTED
        .iter()
        .filter(|(_, _, name)| words.contains(&letters(name)));
    known
        .map(|(kind, id, name)| Tag {
            kind: *kind,
            id: Some(*id),
            name: (*name).into(),
        })
        .collect()
}

/// The letters and digits of a tag in small letters: sites write `sci-fi`, `sci fi` and `Sci-Fi`.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_listed_once() {
        for (place, (_, id, name)) in LISTED.iter().enumerate() {
            let twice = LISTED[..place]
                .iter()
                .any(|other| other.1 == *id || other.2 == *name);
            assert!(!twice, "{name}");
            assert!(!is_adult(name), "{name}");
        }
    }

    #[test]
    fn unlisted_tags_are_left_out() {
        let words = ["schools", "school life", "tag 1", "", "unusual weapons"].map(str::to_owned);
        assert_eq!(known(&words), []);
    }
}
