//! Queries made from the names of a catalogue.

use domain::anime::Anime;

use super::{
    Query,
    fair::{Names, by_popularity},
    typing::{SeededRng, other_number, other_season, other_signs, other_vowels, slip, wide},
};

/// The number of queries of each class.
const EACH: usize = 150;
/// Half of the queries are for one of so many titles that most people look for.
const WELL_KNOWN: usize = 5_000;
/// The number of titles that are tried for a query before its rare class is abandoned.
const TRIES: usize = 200_000;

/// Makes a query of a name, or nothing where the name does not lend itself.
type Make = fn(&str, &mut SeededRng) -> Option<String>;

/// Chooses the names of a title that a class is made from.
type Choose = fn(&Anime) -> Vec<&str>;

const CLASSES: [(&str, Choose, Make); 17] = [
    ("romaji", main, as_it_is),
    ("english", english, as_it_is),
    ("japanese", japanese, as_it_is),
    ("synonym", synonyms, as_it_is),
    ("abbreviation", synonyms, abbreviation),
    ("one typo", latin, one_typo),
    ("two typos", latin, two_typos),
    ("japanese typo", japanese, japanese_typo),
    ("missing spaces", latin, without_spaces),
    ("prefix", latin, beginning),
    ("japanese prefix", japanese, beginning),
    ("season", latin, |name, rng| other_season(name, rng)),
    ("numerals", latin, |name, _| other_number(name)),
    ("punctuation", latin, punctuation),
    ("width", latin, |name, _| Some(wide(name))),
    ("case", latin, other_case),
    ("macron", main, macron),
];

/// About 150 queries of each class. They are the same for the same titles and `seed`.
pub fn generate(titles: &[Anime], seed: u64) -> Vec<Query> {
    let titles = by_popularity(titles);
    let names = Names::new(&titles);
    let mut queries = Vec::new();
    for (at, (class, choose, make)) in CLASSES.into_iter().enumerate() {
        let mut rng = SeededRng::new(seed.wrapping_mul(1_000).wrapping_add(at as u64));
        let mut made = 0;
        for _ in 0..TRIES {
            if made == EACH {
                break;
            }
            let among = if made % 2 == 0 {
                WELL_KNOWN.min(titles.len())
            } else {
                titles.len()
            };
            let possible = choose(titles[rng.below(among)]);
            if possible.is_empty() {
                continue;
            }
            let name = possible[rng.below(possible.len())];
            let Some(text) = make(name, &mut rng) else {
                continue;
            };
            let meant = if class.ends_with("prefix") {
                names.intended_by_prefix(&text)
            } else {
                names.intended(&text, name)
            };
            if let Some(mal_id) = meant {
                let class = class.to_owned();
                queries.push(Query {
                    class,
                    text,
                    mal_id,
                });
                made += 1;
            }
        }
    }
    queries
}

fn main(title: &Anime) -> Vec<&str> {
    vec![&title.title]
}

fn english(title: &Anime) -> Vec<&str> {
    title.title_english.as_deref().into_iter().collect()
}

fn japanese(title: &Anime) -> Vec<&str> {
    let name = title.title_japanese.as_deref().into_iter();
    name.filter(|name| !name.is_ascii()).collect()
}

fn synonyms(title: &Anime) -> Vec<&str> {
    title.synonyms.iter().map(String::as_str).collect()
}

fn latin(title: &Anime) -> Vec<&str> {
    let names = main(title).into_iter().chain(english(title));
    names.filter(|name| name.is_ascii()).collect()
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

fn as_it_is(name: &str, _: &mut SeededRng) -> Option<String> {
    (letters(name) > 0).then(|| name.to_owned())
}

fn abbreviation(name: &str, _: &mut SeededRng) -> Option<String> {
    let short = (2..=6).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
    let capitals = name.bytes().filter(u8::is_ascii_uppercase).count();
    (short && capitals > 1).then(|| name.to_lowercase())
}

fn one_typo(name: &str, rng: &mut SeededRng) -> Option<String> {
    (letters(name) >= 5).then(|| slip(name, rng))
}

fn two_typos(name: &str, rng: &mut SeededRng) -> Option<String> {
    (letters(name) >= 9).then(|| slip(&slip(name, rng), rng))
}

fn japanese_typo(name: &str, rng: &mut SeededRng) -> Option<String> {
    (letters(name) >= 4).then(|| slip(name, rng))
}

fn without_spaces(name: &str, _: &mut SeededRng) -> Option<String> {
    name.contains(' ').then(|| name.replace(' ', ""))
}

/// Cuts a name, to between a third of it and all but its last letter.
fn beginning(name: &str, rng: &mut SeededRng) -> Option<String> {
    let length = name.chars().count();
    let least = (length / 3).max(if name.is_ascii() { 4 } else { 2 });
    let cut = (least < length).then(|| least + rng.below(length - least))?;
    let text: String = name.chars().take(cut).collect();
    (letters(&text) >= 2).then_some(text)
}

fn punctuation(name: &str, rng: &mut SeededRng) -> Option<String> {
    let text = other_signs(name, rng);
    (text != name && letters(name) > 2).then_some(text)
}

fn other_case(name: &str, rng: &mut SeededRng) -> Option<String> {
    let text = match rng.below(2) {
        0 => name.to_uppercase(),
        _ => name.to_lowercase(),
    };
    (text != name).then_some(text)
}

fn macron(name: &str, rng: &mut SeededRng) -> Option<String> {
    let text = other_vowels(name, rng);
    (text != name).then_some(text)
}
