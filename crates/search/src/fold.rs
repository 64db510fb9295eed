//! Names and queries in one comparable form.

use unicode_normalization::UnicodeNormalization;

/// A space between words; everything else in a form is a letter or a digit.
pub(crate) const GAP: char = ' ';

/// The forms in which `text` is compared: its folded words, and where they say which season is
/// meant or hold a Roman number, the words with plain numbers. Empty where `text` has no letters
/// and digits.
pub(crate) fn forms(text: &str) -> Vec<String> {
    let folded = fold(text);
    if folded.is_empty() {
        return Vec::new();
    }
    let numbered = with_plain_numbers(&folded);
    if numbered.is_empty() || numbered == folded {
        vec![folded]
    } else {
        vec![folded, numbered]
    }
}

/// `text` as typed, apart from case, width and blanks: tells `K-On!!` from `K-On!`.
pub(crate) fn literal(text: &str) -> String {
    let lower = text.nfkc().flat_map(char::to_lowercase);
    lower.filter(|c| !c.is_whitespace()).collect()
}

/// Whether `c` is of a script that writes much with few characters.
pub(crate) fn is_dense(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' | '々' | '〆')
}

/// Folds as the store does, and besides: apostrophes part no words, signs that are read are spelled out,
/// long vowels are short.
fn fold(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    for c in text.nfkc() {
        match c {
            '\'' | '\u{2019}' | '\u{2BC}' => {}
            '&' => spelled.push_str(" and "),
            '×' => spelled.push('x'),
            _ => spelled.push(c),
        }
    }
    let mut folded = Folded::default();
    for c in domain::fold::fold(&spelled).chars().filter(|c| *c != 'ー') {
        folded.push(c);
    }
    folded.text
}

#[derive(Default)]
struct Folded {
    text: String,
    gap: bool,
    /// The letter before, across gaps: typed without spaces, `no uso` is `nouso`.
    last: Option<char>,
}

impl Folded {
    fn push(&mut self, c: char) {
        if !c.is_alphanumeric() {
            self.gap = !self.text.is_empty();
            return;
        }
        // ou, oo and uu are the long vowels that ō and ū stand for
        let lengthens = matches!((self.last, c), (Some('o'), 'o' | 'u') | (Some('u'), 'u'));
        if lengthens {
            return;
        }
        if self.gap {
            self.text.push(GAP);
            self.gap = false;
        }
        self.text.push(c);
        self.last = Some(c);
    }
}

/// `season 2`, `2nd season`, `second season`, `s2` and `第2期` as `2`, the first season as nothing,
/// Roman numbers as Arabic ones.
fn with_plain_numbers(folded: &str) -> String {
    let words: Vec<&str> = folded.split(GAP).collect();
    let mut plain = String::with_capacity(folded.len());
    let mut rest = &words[..];
    while let Some(first) = rest.first() {
        let at_start = rest.len() == words.len();
        let taken = if let Some((number, taken)) = season(rest) {
            if number != "1" {
                push_word(&mut plain, number);
            }
            taken
        } else if let Some((stem, number)) = short_season(first) {
            push_word(&mut plain, stem);
            push_word(&mut plain, number);
            1
        } else {
            let number = roman(first).filter(|_| !at_start);
            push_word(
                &mut plain,
                number.or_else(|| ordinal(first)).unwrap_or(first),
            );
            1
        };
        rest = &rest[taken..];
    }
    plain
}

fn push_word(text: &mut String, word: &str) {
    if !word.is_empty() {
        if !text.is_empty() {
            text.push(GAP);
        }
        text.push_str(word);
    }
}

/// The number in `season N`, `Nth season` and `dai N ki`, and how many words that takes.
fn season<'a>(words: &[&'a str]) -> Option<(&'a str, usize)> {
    match *words {
        ["season" | "しずん", number, ..] => {
            Some((digits(number).or_else(|| roman(number))?, 2))
        }
        [number, "season" | "しずん", ..] => {
            Some((ordinal(number).or_else(|| ordinal_word(number))?, 2))
        }
        ["dai", number, "ki", ..] => Some((digits(number)?, 3)),
        _ => None,
    }
}

/// What stands before the number, and the number, in `season2`, `s2`, `2ndシーズン` and `第2期`.
fn short_season(word: &str) -> Option<(&str, &str)> {
    for before in ["season", "s"] {
        let number = word.strip_prefix(before).and_then(digits);
        if let Some(number) = number.filter(|number| number.len() < 3) {
            return Some(("", number));
        }
    }
    if let Some(number) = word.strip_suffix("しずん") {
        return Some(("", ordinal(number)?));
    }
    let word = word.strip_suffix('期')?;
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = digits(&word[stem.len()..])?;
    Some((stem.strip_suffix('第').unwrap_or(stem), number))
}

/// `word` if it is a number in digits.
fn digits(word: &str) -> Option<&str> {
    (!word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())).then_some(word)
}

/// The number in `1st`, `2nd` and so on.
fn ordinal(word: &str) -> Option<&str> {
    ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .and_then(digits)
}

fn ordinal_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "first" => "1",
        "second" => "2",
        "third" => "3",
        // "Fourth", since long vowels are short here
        "forth" => "4",
        "fifth" => "5",
        "sixth" => "6",
        "seventh" => "7",
        "eighth" => "8",
        _ => return None,
    })
}

/// The number of a Roman numeral. Single letters are none: they are words or initials more often.
fn roman(word: &str) -> Option<&'static str> {
    Some(match word {
        "ii" => "2",
        "iii" => "3",
        "iv" => "4",
        "vi" => "6",
        "vii" => "7",
        "viii" => "8",
        "ix" => "9",
        "xi" => "11",
        "xii" => "12",
        "xiii" => "13",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{forms, literal};

    #[test]
    fn spelling_variants_fold_to_one_form() {
        for (texts, form) in [
            (
                &["Ｆａｔｅ／Zero", "fate zero", "FATE-ZERO"][..],
                "fate zero",
            ),
            (&["Shōjo", "Shoujo", "SHOJO", "shoojo"], "shojo"),
            (&["ナルト", "なると"], "なると"),
            (&["ガンダム", "がんだむ"], "がんだむ"),
            (&["ハイキュー", "ハイキュ"], "はいきゅ"),
            (&["JoJo's", "jojos", "JoJo’s"], "jojos"),
            (&["Hunter × Hunter", "HUNTER x HUNTER"], "hunter x hunter"),
            (&["Pokémon"], "pokemon"),
            (&["Time & Tide"], "time and tide"),
        ] {
            for text in texts {
                assert_eq!(forms(text)[0], form, "{text}");
            }
        }
        for nothing in ["", "   ", "!?★", "\u{0}"] {
            assert!(forms(nothing).is_empty(), "{nothing:?}");
        }
    }

    #[test]
    fn season_names_fold_to_one_form() {
        for text in [
            "Overlord 2",
            "Overlord II",
            "Overlord Ⅱ",
            "Overlord 2nd Season",
            "Overlord Season 2",
            "Overlord Second Season",
            "overlord s2",
            "Overlord SEASON2",
            "Overlord 2期",
            "Overlord 第２期",
            "Overlord season II",
            "Overlord 2nd シーズン",
            "Overlord 2ndシーズン",
            "Overlord Dai 2-ki",
        ] {
            let forms = forms(text);
            assert_eq!(forms.last().unwrap(), "overlord 2", "{text}");
        }
        assert_eq!(forms("約束の第2期").last().unwrap(), "約束の 2");
        assert_eq!(forms("Overlord Season 1").last().unwrap(), "overlord");
        assert_eq!(forms("Overlord Season").len(), 1);
        assert_eq!(forms("Season 1").len(), 1);
        assert_eq!(forms("Fourth Season").last().unwrap(), "4");
        assert_eq!(forms("Hunter x Hunter").len(), 1);
    }

    #[test]
    fn literal_form_keeps_signs() {
        assert_eq!(literal("Ｋ-On !!"), "k-on!!");
        assert_ne!(literal("K-On!"), literal("K-On!!"));
    }
}
