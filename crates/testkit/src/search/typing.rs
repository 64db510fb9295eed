//! How people type: with slips, without signs, with other keyboards.

/// Numbers that look random and are the same for the same seed: `SplitMix64` by Steele, Lea and
/// Flood (2014).
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`, which is at least 1.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or_default()
    }
}

/// `text` with one slip of the hand: a letter left out, doubled, swapped with the next, or another
/// in its place or beside it.
pub(super) fn slip(text: &str, rng: &mut SeededRng) -> String {
    const KEYS: &str = "abcdefghijklmnopqrstuvwxyz";
    let mut letters: Vec<char> = text.chars().collect();
    let places: Vec<usize> = (0..letters.len())
        .filter(|at| letters[*at].is_alphanumeric())
        .collect();
    let at = places[rng.below(places.len())];
    let other = KEYS.as_bytes()[rng.below(KEYS.len())] as char;
    let foreign = !letters[at].is_ascii();
    match rng.below(5) {
        0 if at + 1 < letters.len() => letters.swap(at, at + 1),
        1 => letters.insert(at, letters[at]),
        2 if !foreign => letters[at] = other,
        3 if !foreign => letters.insert(at, other),
        _ => {
            letters.remove(at);
        }
    }
    letters.into_iter().collect()
}

/// Without the signs between letters, or with spaces or hyphens in their place.
pub(super) fn other_signs(text: &str, rng: &mut SeededRng) -> String {
    let sign = ["", " ", "-"][rng.below(3)];
    let mut written = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || c == ' ' || c == 'ー' {
            written.push(c);
        } else {
            written.push_str(sign);
        }
    }
    written
}

/// Returns ASCII letters in the width of Japanese ones.
pub(super) fn wide(text: &str) -> String {
    let wide = |c: char| match c {
        '!'..='~' => char::from_u32(c as u32 + 0xFEE0).unwrap_or(c),
        ' ' => '\u{3000}',
        _ => c,
    };
    text.chars().map(wide).collect()
}

/// Writes long vowels with macrons, or with a single letter.
pub(super) fn other_vowels(text: &str, rng: &mut SeededRng) -> String {
    let (o, u) = [("ō", "ū"), ("o", "u")][rng.below(2)];
    text.replace("ou", o).replace("uu", u).replace("oo", o)
}

/// Writes the season in another spelling; `None` where the text names no season.
pub(super) fn other_season(text: &str, rng: &mut SeededRng) -> Option<String> {
    const SEASONS: [[&str; 4]; 3] = [
        ["2nd Season", "Season 2", "Second Season", "2"],
        ["3rd Season", "Season 3", "Third Season", "3"],
        ["4th Season", "Season 4", "Fourth Season", "4"],
    ];
    for [ordinal, plain, word, number] in SEASONS {
        for said in [ordinal, plain, word] {
            if let Some(start) = text.strip_suffix(said) {
                let short = format!("s{number}");
                let ways = [ordinal, plain, word, number, &short];
                let others: Vec<_> = ways.into_iter().filter(|way| *way != said).collect();
                return Some(format!("{start}{}", others[rng.below(others.len())]));
            }
        }
    }
    None
}

/// Roman numbers as Arabic ones and the other way; `None` where there are none.
pub(super) fn other_number(text: &str) -> Option<String> {
    const NUMBERS: [(&str, &str); 6] = [
        ("II", "2"),
        ("III", "3"),
        ("IV", "4"),
        ("VI", "6"),
        ("VII", "7"),
        ("VIII", "8"),
    ];
    let (start, last) = text.rsplit_once(' ')?;
    let (roman, arabic) = NUMBERS
        .into_iter()
        .find(|(roman, arabic)| [*roman, *arabic].contains(&last))?;
    let other = if last == roman { arabic } else { roman };
    Some(format!("{start} {other}"))
}
