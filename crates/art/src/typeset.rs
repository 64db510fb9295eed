//! Setting titles: widths, line breaks, balance and size.
//!
//! The fonts of the reader are not known, so widths are estimated on the wide side for every face in the stacks.

use crate::svg::is_unprintable;

/// A stack of system fonts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Sans,
    Serif,
}

impl Face {
    /// The value of `font-family`.
    pub(crate) fn stack(self) -> &'static str {
        match self {
            Self::Sans => {
                "'Avenir Next','Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Hiragino Sans','Yu Gothic UI','Noto Sans CJK JP','Noto Sans JP',sans-serif"
            }
            Self::Serif => {
                "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,'Noto Serif','Liberation Serif','Hiragino Mincho ProN','Yu Mincho','Noto Serif CJK JP','Noto Serif JP',serif"
            }
        }
    }

    /// The width of bold text in thousandths of its font size.
    pub(crate) fn width(self, text: &str) -> i32 {
        let width = text.chars().map(advance).fold(0, i32::saturating_add);
        match self {
            Self::Sans => width,
            Self::Serif => width.saturating_mul(104) / 100,
        }
    }
}

/// The advance of a bold sans character in thousandths of an em.
fn advance(c: char) -> i32 {
    match c {
        ' ' | '\u{a0}' => 290,
        'i' | 'j' | 'l' | 'I' | '\'' | '’' | '|' | '.' | ',' | ':' | ';' | '·' => 340,
        'f' | 'r' | 't' | '!' | '(' | ')' | '[' | ']' | '-' | '/' | '*' | '"' | '“' | '”' => {
            430
        }
        'm' => 960,
        'w' => 860,
        'M' | '%' | '@' | '&' | 'Æ' | 'Œ' | '—' | '…' => 1000,
        'W' => 1080,
        'c' | 'k' | 's' | 'x' | 'y' | 'z' | 'v' | '0'..='9' => 600,
        'a'..='z' => 650,
        'E' | 'F' | 'J' | 'L' | 'S' | 'T' => 680,
        'A'..='Z' => 790,
        ' '..='~' => 680,
        c if is_joined(c) => 0,
        '\u{ff61}'..='\u{ff9f}' => 550,
        c if is_ideographic(c) => 1000,
        '\u{1f000}'..='\u{1fbff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' => 1350,
        '\u{a1}'..='\u{24f}' => 720,
        '\u{370}'..='\u{52f}' => 840,
        _ => 900,
    }
}

/// Marks, joiners and modifiers that belong to the character before them.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{200b}'..='\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{3099}' | '\u{309a}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Characters between which Japanese and Chinese text may be broken.
pub(crate) fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether text runs from left to right: Hebrew, Arabic and their kin do not.
pub(crate) fn is_rightward(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    !first.is_some_and(
        |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'),
    )
}

/// Kinsoku: what may not begin a line.
fn clings_left(c: char) -> bool {
    is_joined(c) || "、。，．・：；？！゛゜ー―…‥」』】）〉》〕］｝々ゝヽ〜～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.!?:;)]}%☆★♪♡♥".contains(c)
}

/// Kinsoku: what may not end a line.
fn clings_right(c: char) -> bool {
    "「『【（〈《〔［｛([{".contains(c)
}

/// The smallest piece of text that is never broken.
#[derive(Clone, Debug)]
struct Unit {
    text: String,
    /// Thousandths of an em.
    width: i32,
    /// A space stands before it, unless it begins a line.
    spaced: bool,
}

/// More characters than this never fit into a block, so they are not looked at.
const LONGEST: usize = 320;

fn start(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Words of more characters than this may be broken after their own hyphens.
const LONG_WORD: usize = 14;

fn units(text: &str, face: Face) -> Vec<Unit> {
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
                    && !clings_left(c)
                    && !clings_right(last)
                    && last != '\u{200d}'
            });
            match units.last_mut().filter(|_| !breaks) {
                Some(unit) => unit.text.push(c),
                None => units.push(Unit {
                    text: c.into(),
                    width: 0,
                    spaced: last.is_none() && !units.is_empty(),
                }),
            }
            last = Some(c);
        }
    }
    for unit in &mut units {
        unit.width = face.width(&unit.text);
    }
    units
}

/// Breaks units that are wider than a whole line, anywhere but inside a cluster.
fn split_wide(units: Vec<Unit>, face: Face, limit: i32) -> Vec<Unit> {
    let mut narrow = Vec::with_capacity(units.len());
    for unit in units {
        if unit.width <= limit {
            narrow.push(unit);
            continue;
        }
        let mut piece = Unit {
            text: String::new(),
            width: 0,
            spaced: unit.spaced,
        };
        let mut joined = false;
        for c in unit.text.chars() {
            let width = face.width(c.encode_utf8(&mut [0; 4]));
            if piece.width.saturating_add(width) > limit && !joined && !is_joined(c) {
                narrow.push(piece);
                piece = Unit {
                    text: String::new(),
                    width: 0,
                    spaced: false,
                };
            }
            joined = c == '\u{200d}';
            piece.text.push(c);
            piece.width = piece.width.saturating_add(width);
        }
        narrow.push(piece);
    }
    narrow
}

/// Where lines of at most `limit` thousandths of an em begin, each as full as it goes.
fn wrap(units: &[Unit], limit: i32, face: Face) -> Vec<usize> {
    let space = face.width(" ");
    let mut starts = Vec::new();
    let mut used = 0;
    for (i, unit) in units.iter().enumerate() {
        let gap = if unit.spaced { space } else { 0 };
        used += gap + unit.width;
        if i == 0 || used > limit {
            starts.push(i);
            used = unit.width;
        }
    }
    starts
}

/// The lines that begin at `starts`.
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
}

/// Text that has found its size and lines.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) face: Face,
    pub(crate) size: i32,
    pub(crate) lines: Vec<String>,
}

impl Block {
    /// The distance of baselines.
    pub(crate) fn leading(&self) -> i32 {
        leading(self.size)
    }

    /// Whether no line is much shorter than the others.
    fn is_even(&self) -> bool {
        let widths = self.lines.iter().map(|line| self.face.width(line));
        let (shortest, longest) = (widths.clone().min(), widths.max());
        shortest.unwrap_or_default() * 100 >= longest.unwrap_or_default() * 42
    }

    pub(crate) fn height(&self) -> i32 {
        self.leading() * i32::try_from(self.lines.len()).unwrap_or(i32::MAX)
    }
}

fn leading(size: i32) -> i32 {
    size * 108 / 100
}

/// Sets `text` in the largest of `sizes` (falling) at which it fits into the room; at the smallest, words are broken and the end is cut with an ellipsis.
pub(crate) fn fit(text: &str, face: Face, room: Room, sizes: &[i32]) -> Block {
    let mut units = units(start(text), face);
    let widest = units
        .iter()
        .map(|unit| unit.width)
        .max()
        .unwrap_or_default();
    let mut size = 0;
    let mut ragged: Option<Block> = None;
    for next in sizes {
        size = *next;
        let limit = room.width * 1000 / size;
        let rows = usize::try_from(room.height / leading(size))
            .unwrap_or_default()
            .min(room.lines);
        if widest <= limit && wrap(&units, limit, face).len() <= rows {
            let block = Block {
                face,
                size,
                lines: balance(&units, limit, widest, face),
            };
            if block.is_even() {
                return block;
            }
            ragged.get_or_insert(block);
        }
        if let Some(block) = ragged.take_if(|block| size * 10 < block.size * 8) {
            return block;
        }
    }
    if let Some(block) = ragged {
        return block;
    }
    let limit = room.width * 1000 / size.max(1);
    units = split_wide(units, face, limit);
    let mut lines = lines(&units, &wrap(&units, limit, face));
    let rows = usize::try_from(room.height / leading(size.max(1)))
        .unwrap_or_default()
        .clamp(1, room.lines);
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = cut(last, face, limit);
        }
    }
    Block { face, size, lines }
}

/// Makes lines as even as they get without adding one: the narrowest measure that gives the same number.
fn balance(units: &[Unit], limit: i32, widest: i32, face: Face) -> Vec<String> {
    let rows = wrap(units, limit, face).len();
    let (mut narrow, mut wide) = (widest, limit);
    while wide - narrow > 20 {
        let middle = i32::midpoint(narrow, wide);
        if wrap(units, middle, face).len() > rows {
            narrow = middle;
        } else {
            wide = middle;
        }
    }
    lines(units, &wrap(units, wide, face))
}

/// Ends a line with an ellipsis within `limit` thousandths of an em.
pub(crate) fn cut(line: &str, face: Face, limit: i32) -> String {
    let mut kept = String::from(start(line));
    while !kept.is_empty() && face.width(&kept) + face.width("…") > limit {
        while kept.pop().is_some_and(is_joined) || kept.ends_with('\u{200d}') {}
    }
    let ragged = |c: char| c.is_whitespace() || ",.:;-、。・\u{200d}".contains(c);
    let mut kept = String::from(kept.trim_end_matches(ragged));
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests;
