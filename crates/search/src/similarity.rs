//! How far a text is from what is looked for.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl};

use crate::fold::GAP;

/// The number of a query's letters that are compared; the letters behind them are ignored.
pub(crate) const MAX_LETTERS: usize = 128;

/// A query, prepared to be compared with many texts by the bit-parallel algorithm of Myers (1999) in the form
/// of Hyyrö (2003), in which two swapped letters are one change.
pub(crate) struct Pattern {
    ascii: [u128; 128],
    others: Vec<(char, u128)>,
    length: u32,
}

/// Distances from a query, in letters to change, add, leave out or swap with their neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Distances {
    /// The distance to the whole text.
    pub(crate) whole: u32,
    /// The distance to the nearest beginning of the text.
    pub(crate) beginning: u32,
    /// The distance to the nearest part of the text.
    pub(crate) part: u32,
}

impl Pattern {
    /// Prepares a query's form; spaces do not count.
    pub(crate) fn new(form: &str) -> Self {
        let mut pattern = Self {
            ascii: [0; 128],
            others: Vec::new(),
            length: 0,
        };
        let letters = form.chars().filter(|c| *c != GAP);
        for (at, c) in letters.take(MAX_LETTERS).enumerate() {
            let bit = 1_u128 << at;
            if let Some(places) = pattern.ascii.get_mut(c as usize) {
                *places |= bit;
            } else if let Some((_, places)) = pattern.others.iter_mut().find(|(o, _)| *o == c) {
                *places |= bit;
            } else {
                pattern.others.push((c, bit));
            }
            pattern.length += 1;
        }
        pattern
    }

    /// The number of letters that are compared.
    pub(crate) fn length(&self) -> u32 {
        self.length
    }

    /// The places of the letter `c` in the query, as bits.
    fn positions(&self, c: char) -> u128 {
        if let Some(places) = self.ascii.get(c as usize) {
            return *places;
        }
        let found = self.others.iter().find(|(other, _)| *other == c);
        found.map_or(0, |(_, places)| *places)
    }

    pub(crate) fn distances(&self, text: &str) -> Distances {
        if self.length <= u64::BITS {
            self.compared::<u64>(text)
        } else {
            self.compared::<u128>(text)
        }
    }

    fn compared<B: Bits>(&self, text: &str) -> Distances {
        // Both go on side by side, because neither waits for the other
        let mut begun = State::<B>::new(self.length, true);
        let mut anywhere = State::<B>::new(self.length, false);
        let mut step = |places| {
            begun.step(places);
            anywhere.step(places);
        };
        if text.is_ascii() {
            let letters = text.bytes().filter(|b| *b != b' ');
            letters.for_each(|b| step(B::of(self.ascii[usize::from(b & 127)])));
        } else {
            let letters = text.chars().filter(|c| *c != GAP);
            letters.for_each(|c| step(B::of(self.positions(c))));
        }
        Distances {
            whole: begun.distance,
            beginning: begun.least,
            part: anywhere.least.min(begun.least),
        }
    }
}

/// A row of the table of distances, of what begins where a text begins, or else anywhere: which cells
/// are one more or one less than those beside them.
struct State<B> {
    last: B,
    from_start: B,
    down: B,
    up: B,
    zero: B,
    places_before: B,
    distance: u32,
    least: u32,
}

impl<B: Bits> State<B> {
    /// The row before the first letter of a text, for a query of `length` letters, at least 1.
    fn new(length: u32, from_start: bool) -> Self {
        Self {
            last: B::of(1 << length.saturating_sub(1)),
            from_start: B::of(u128::from(from_start)),
            down: !B::default(),
            up: B::default(),
            zero: B::default(),
            places_before: B::default(),
            distance: length,
            least: length,
        }
    }

    fn step(&mut self, places: B) {
        let swapped = ((!self.zero & places) << 1) & self.places_before;
        let matched = (places & self.down).add(self.down) ^ self.down;
        self.zero = swapped | matched | places | self.up;
        let right = self.up | !(self.zero | self.down);
        let left = self.zero & self.down;
        self.distance += u32::from(right & self.last != B::default());
        self.distance -= u32::from(left & self.last != B::default());
        let right = right << 1 | self.from_start;
        self.down = left << 1 | !(self.zero | right);
        self.up = right & self.zero;
        self.places_before = places;
        self.least = self.least.min(self.distance);
    }
}

/// A row of bits, one for each letter.
trait Bits:
    Copy
    + Default
    + PartialEq
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
{
    /// The low bits of `bits`.
    fn of(bits: u128) -> Self;
    /// The sum without its carry.
    fn add(self, other: Self) -> Self;
}

impl Bits for u64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "used where the letters are so few"
    )]
    fn of(bits: u128) -> Self {
        bits as Self
    }

    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Bits for u128 {
    fn of(bits: u128) -> Self {
        bits
    }

    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn distances(pattern: &str, text: &str) -> (u32, u32, u32) {
        let found = Pattern::new(pattern).distances(text);
        (found.whole, found.beginning, found.part)
    }

    /// The distance by the definition of optimal string alignment.
    fn slow(a: &[char], b: &[char]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i.max(j)
                } else {
                    let change = usize::from(a[i - 1] != b[j - 1]);
                    let mut best = (table[i - 1][j - 1] + change)
                        .min(table[i - 1][j] + 1)
                        .min(table[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(table[i - 2][j - 2] + 1);
                    }
                    best
                };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn edit_distance_counts_changes() {
        assert_eq!(distances("naruto", "naruto"), (0, 0, 0));
        assert_eq!(distances("naurto", "naruto"), (1, 1, 1));
        assert_eq!(distances("narto", "naruto"), (1, 1, 1));
        assert_eq!(distances("death", "death note"), (4, 0, 0));
        assert_eq!(distances("note", "death note").2, 0);
        assert_eq!(distances("deathnote", "death note"), (0, 0, 0));
        assert_eq!(distances("進撃の巨人", "進撃巨人"), (1, 1, 1));
        assert_eq!(distances("naruto", ""), (6, 6, 6));
    }

    #[test]
    fn edit_distance_of_short_words_matches_the_definition() {
        let words: Vec<Vec<char>> = (0..4_usize.pow(4))
            .map(|n| {
                let signs = (0..4).map(|place| [' ', 'a', 'b', 'あ'][n / 4_usize.pow(place) % 4]);
                signs.filter(|c| *c != ' ').collect()
            })
            .collect();
        for a in words.iter().filter(|word| !word.is_empty()) {
            let pattern = Pattern::new(&a.iter().collect::<String>());
            for b in &words {
                let found = pattern.distances(&b.iter().collect::<String>());
                let beginnings = (0..=b.len()).map(|end| slow(a, &b[..end]));
                assert_eq!(found.whole as usize, slow(a, b), "{a:?} {b:?}");
                assert_eq!(Some(found.beginning as usize), beginnings.min());
            }
        }
    }

    #[test]
    fn pattern_of_the_maximum_length_is_compared_whole() {
        let long = "ab".repeat(100);
        let cut = "ab".repeat(64);
        assert_eq!(distances(&long, &cut), (0, 0, 0));
    }
}
