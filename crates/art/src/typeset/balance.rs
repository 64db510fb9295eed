//! Line breaks that make lines as even as they get.

use super::{Line, Unit};

/// Words that are better off at the beginning of a line than at its end.
const WEAK: [&str; 28] = [
    "a", "an", "and", "as", "at", "by", "de", "for", "from", "ga", "in", "is", "my", "ni", "no",
    "of", "on", "or", "the", "to", "with", "your", "la", "le", "wa", "wo", "its", "&",
];

impl Line {
    /// Where `rows` lines begin whose widths differ least: the sum of their squares is smallest.
    pub(super) fn balance(&self, units: &[Unit], rows: usize) -> Vec<usize> {
        // By the number of lines and the place of their end: their smallest cost, and where the last line begins
        let mut best = vec![vec![(i64::MAX, 0); units.len() + 1]; rows + 1];
        best[0][0].0 = 0;
        for row in 1..=rows {
            for end in 1..=units.len() {
                for begin in (0..end).rev() {
                    let width = self.measure(&units[begin..end]);
                    if width > self.limit {
                        break;
                    }
                    let before = best[row - 1][begin].0;
                    let cost = before.saturating_add(self.cost(units, width, end));
                    if cost < best[row][end].0 {
                        best[row][end] = (cost, begin);
                    }
                }
            }
        }
        let mut end = units.len();
        let mut starts: Vec<usize> = (1..=rows)
            .rev()
            .map(|row| {
                end = best[row][end].1;
                end
            })
            .collect();
        starts.reverse();
        starts
    }

    /// The cost of a line of this width that ends before the unit at `end`.
    fn cost(&self, units: &[Unit], width: i32, end: usize) -> i64 {
        let square = |width: i32| i64::from(width) * i64::from(width);
        let is_weak = end < units.len()
            && units[end].spaced
            && WEAK
                .iter()
                .any(|weak| units[end - 1].text.eq_ignore_ascii_case(weak));
        // A weak end costs as much as a line of a third of the measure
        square(width) + if is_weak { square(self.limit / 3) } else { 0 }
    }
}
