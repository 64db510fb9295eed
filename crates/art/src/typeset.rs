//! Setting titles: line breaks, balance and size.

mod balance;

use crate::face::{
    Face, is_barred_from_line_end, is_barred_from_line_start, is_ideographic, is_joined,
};
use crate::font::{Cut, EM, JOINER, clusters};
use crate::svg::is_unprintable;

/// The smallest piece of text that is never broken.
#[derive(Clone, Debug)]
struct Unit {
    text: String,
    /// The width in thousandths of an em, as are the next three measures.
    width: i32,
    /// The part of the width that hangs out to the left where the unit begins a line.
    hangs_left: i32,
    /// The part of the width that hangs out to the right where the unit ends a line.
    hangs_right: i32,
    /// The width of the space before the unit, unless it begins a line.
    gap: i32,
    /// Whether a space stands before the unit.
    spaced: bool,
}

impl Unit {
    fn new(text: String, spaced: bool) -> Self {
        Self {
            text,
            width: 0,
            hangs_left: 0,
            hangs_right: 0,
            gap: 0,
            spaced,
        }
    }

    fn measure(&mut self, cut: &Cut) {
        self.width = cut.width(&self.text);
        self.hangs_left = hangs_left(&self.text, cut);
        self.hangs_right = hangs_right(&self.text, cut);
        self.gap = if self.spaced { cut.advance(' ') } else { 0 };
    }
}

/// The shares of opening marks that hang out to the left, in hundredths.
const OPENING: [(&str, i32); 3] = [("“‘\"'«‹", 100), ("-–—¿¡", 60), ("([{", 40)];
/// The shares of closing marks that hang out to the right, in hundredths.
const CLOSING: [(&str, i32); 3] = [(".,”’\"'»›-", 100), ("…:;", 60), ("!?)]}", 30)];

fn hanging(c: Option<char>, shares: &[(&str, i32)], cut: &Cut) -> i32 {
    let c = c.unwrap_or(' ');
    let share = shares.iter().find(|(marks, _)| marks.contains(c));
    share.map_or(0, |(_, share)| cut.advance(c) * share / 100)
}

/// The width of a text's first mark that hangs out to the left, in thousandths of an em.
fn hangs_left(text: &str, cut: &Cut) -> i32 {
    hanging(text.chars().next(), &OPENING, cut)
}

/// The width of a text's last mark that hangs out to the right, in thousandths of an em.
fn hangs_right(text: &str, cut: &Cut) -> i32 {
    hanging(text.chars().next_back(), &CLOSING, cut)
}

/// More characters than this never fit into a block, so they are not looked at.
const MAX_CHARS: usize = 320;

fn start(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_CHARS);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Words of more characters than this may be broken after their own hyphens.
const LONG_WORD: usize = 14;

fn units(text: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for word in text.split_whitespace() {
        let mut last = None;
        let hyphens_break = word.chars().count() > LONG_WORD;
        for c in word.chars().filter(|c| !is_unprintable(*c)) {
            let breaks = last.is_none_or(|last| {
                if last == '-' && hyphens_break {
                    return true;
                }
                (is_ideographic(c) || is_ideographic(last))
                    && !is_barred_from_line_start(c)
                    && !is_barred_from_line_end(last)
                    && last != JOINER
            });
            match units.last_mut().filter(|_| !breaks) {
                Some(unit) => unit.text.push(c),
                None => units.push(Unit::new(c.into(), last.is_none() && !units.is_empty())),
            }
            last = Some(c);
        }
    }
    units
}

/// Breaks units that are wider than a whole line, anywhere but inside a cluster.
fn split_wide(units: Vec<Unit>, cut: &Cut, limit: i32) -> Vec<Unit> {
    let mut narrow = Vec::with_capacity(units.len());
    for unit in units {
        if unit.width <= limit {
            narrow.push(unit);
            continue;
        }
        let mut piece = Unit::new(String::new(), unit.spaced);
        piece.gap = unit.gap;
        let mut joined = false;
        for c in unit.text.chars() {
            let width = cut.advance(c);
            if piece.width.saturating_add(width) > limit && !joined && !is_joined(c) {
                narrow.push(piece);
                piece = Unit::new(String::new(), false);
            }
            joined = c == JOINER;
            piece.text.push(c);
            piece.width = piece.width.saturating_add(width);
        }
        narrow.push(piece);
    }
    narrow
}

/// The texts of the lines that begin with the units at `starts`.
fn lines(units: &[Unit], starts: &[usize]) -> Vec<String> {
    let ends = starts.iter().skip(1).copied().chain([units.len()]);
    let line = |(start, end): (&usize, usize)| {
        units[*start..end]
            .iter()
            .enumerate()
            .fold(String::new(), |mut line, (i, unit)| {
                if i > 0 && unit.spaced {
                    line.push(' ');
                }
                line.push_str(&unit.text);
                line
            })
    };
    starts.iter().zip(ends).map(line).collect()
}

/// The room for a block of text, in user units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) lines: usize,
    /// The width that punctuation may hang out on either side.
    pub(crate) overhang: i32,
}

/// A text that has found its size and its lines.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) face: Face,
    pub(crate) size: i32,
    pub(crate) lines: Vec<String>,
    overhang: i32,
}

impl Block {
    pub(crate) fn cut(&self) -> &'static Cut {
        Cut::of(self.face, self.size)
    }

    /// Sets text in one line at a size, cut with an ellipsis where it is wider than `width`.
    pub(crate) fn line(text: &str, face: Face, size: i32, width: i32) -> Self {
        let cut = Cut::of(face, size);
        let limit = width * EM / size;
        let text = start(text);
        let line = if cut.width(text) > limit {
            shorten(text, cut, limit)
        } else {
            text.into()
        };
        Self {
            face,
            size,
            lines: vec![line],
            overhang: 0,
        }
    }

    fn is_tall(&self) -> bool {
        self.lines.iter().any(|line| is_tall(line))
    }

    /// The distance between baselines, in user units.
    pub(crate) fn leading(&self) -> i32 {
        leading(self.size, self.is_tall())
    }

    /// The distance from the top of the block to the first baseline, in user units.
    pub(crate) fn baseline(&self) -> i32 {
        self.size * if self.is_tall() { 88 } else { 77 } / 100
    }

    /// The width of a line in user units.
    pub(crate) fn width(&self, line: &str) -> i32 {
        self.cut().width(line) * self.size / EM
    }

    /// The width of a line's first mark that hangs out to the left, in thousandths of an em.
    pub(crate) fn hang(&self, line: &str) -> i32 {
        hangs_left(line, self.cut()).min(self.overhang * EM / self.size.max(1))
    }

    /// Whether no line is much shorter than the others.
    fn is_even(&self) -> bool {
        let widths = self.lines.iter().map(|line| self.width(line));
        let (shortest, longest) = (widths.clone().min(), widths.max());
        shortest.unwrap_or_default() * 100 >= longest.unwrap_or_default() * 42
    }

    pub(crate) fn height(&self) -> i32 {
        self.leading() * i32::try_from(self.lines.len()).unwrap_or(i32::MAX)
    }
}

/// Whether text has characters that fill their em, so that lines need more space.
fn is_tall(text: &str) -> bool {
    text.chars()
        .any(|c| c > '\u{36f}' && !is_joined(c) && !"‘’“”…–—".contains(c))
}

fn leading(size: i32, tall: bool) -> i32 {
    size * if tall { 110 } else { 98 } / 100
}

/// Sets `text` in the largest of `sizes` (falling) at which it fits into the room; at the smallest, words are broken and
/// the end is cut with an ellipsis.
pub(crate) fn fit(text: &str, face: Face, room: Room, sizes: &[i32]) -> Block {
    let text = start(text);
    let mut units = units(text);
    let mut cut = None;
    let mut ragged: Option<Block> = None;
    let mut smallest = Line::new(text, face, room, 1);
    for size in sizes {
        if let Some(block) = ragged.take_if(|block| size * 10 < block.size * 8) {
            return block;
        }
        let line = Line::new(text, face, room, *size);
        if !cut.is_some_and(|cut| std::ptr::eq(cut, line.cut)) {
            for unit in &mut units {
                unit.measure(line.cut);
            }
            cut = Some(line.cut);
        }
        if let Some(starts) = line.fill(&units) {
            let block = line.block(lines(&units, &starts));
            if block.is_even() {
                return block;
            }
            ragged.get_or_insert(block);
        }
        smallest = line;
    }
    ragged.unwrap_or_else(|| smallest.cut_short(units))
}

/// The limits by which text is broken into lines at a size.
struct Line {
    cut: &'static Cut,
    size: i32,
    overhang: i32,
    /// The measure and how far punctuation may hang out of it, in thousandths of an em.
    limit: i32,
    hang: i32,
    /// The largest number of lines.
    rows: usize,
}

impl Line {
    fn new(text: &str, face: Face, room: Room, size: i32) -> Self {
        let rows = room.height / leading(size, is_tall(text)).max(1);
        Self {
            cut: Cut::of(face, size),
            size,
            overhang: room.overhang,
            limit: room.width * EM / size,
            hang: room.overhang * EM / size,
            rows: usize::try_from(rows)
                .unwrap_or_default()
                .clamp(1, room.lines),
        }
    }

    /// The units with which even lines begin; `None` unless all units find room.
    fn fill(&self, units: &[Unit]) -> Option<Vec<usize>> {
        let fits = |unit: &Unit| self.measure(std::slice::from_ref(unit)) <= self.limit;
        let rows = units.iter().all(fits).then(|| self.wrap(units).len())?;
        (rows <= self.rows).then(|| self.balance(units, rows))
    }

    /// The width of units as one line without what hangs out, in thousandths of an em.
    fn measure(&self, units: &[Unit]) -> i32 {
        let (Some(first), Some(last)) = (units.first(), units.last()) else {
            return 0;
        };
        let all: i32 = units.iter().map(|unit| unit.gap + unit.width).sum();
        all - first.gap - first.hangs_left.min(self.hang) - last.hangs_right.min(self.hang)
    }

    /// The units with which lines begin that are each as full as they go.
    fn wrap(&self, units: &[Unit]) -> Vec<usize> {
        let mut starts: Vec<usize> = Vec::new();
        for i in 0..units.len() {
            let begin = starts.last().copied();
            if begin.is_none_or(|begin| self.measure(&units[begin..=i]) > self.limit) {
                starts.push(i);
            }
        }
        starts
    }

    /// Fills all lines that there may be: words are broken, and the end is cut.
    fn cut_short(&self, units: Vec<Unit>) -> Block {
        let units = split_wide(units, self.cut, self.limit);
        let mut lines = lines(&units, &self.wrap(&units));
        if lines.len() > self.rows {
            lines.truncate(self.rows);
            if let Some(last) = lines.last_mut() {
                *last = shorten(last, self.cut, self.limit);
            }
        }
        self.block(lines)
    }

    fn block(&self, lines: Vec<String>) -> Block {
        Block {
            face: self.cut.face,
            size: self.size,
            lines,
            overhang: self.overhang,
        }
    }
}

/// Ends a line with an ellipsis within `limit` thousandths of an em.
pub(crate) fn shorten(line: &str, cut: &Cut, limit: i32) -> String {
    let mut end = 0;
    let mut width = cut.advance('…');
    for (at, cluster) in clusters(start(line)) {
        width += cluster.chars().map(|c| cut.advance(c)).sum::<i32>();
        if width > limit {
            break;
        }
        end = at + cluster.len();
    }
    let ragged = |c: char| c.is_whitespace() || ",.:;-、。・\u{200d}".contains(c);
    let mut shortened = String::from(line[..end].trim_end_matches(ragged));
    shortened.push('…');
    shortened
}

#[cfg(test)]
mod tests;
