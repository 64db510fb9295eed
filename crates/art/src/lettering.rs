//! Writing set text: outlines of our font's letters, and text for the system's fonts to show.
//!
//! **Invariant:** no character is lost: each is part of an outline, or of a `text` element.

use std::collections::BTreeMap;
use std::fmt;

use crate::face::{is_left_to_right, is_right_to_left};
use crate::font::{Cut, EM, Glyph, GlyphId, Run};
use crate::outline::{Outline, PathData, Point};
use crate::palette::Colour;
use crate::svg::{Escaped, Hundredths, Svg};
use crate::typeset::Block;

/// How finely text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Text as outlines on a grid, whose steps have this many hundredths of a user unit.
    Outlines(i32),
    /// Text as outlines on such a grid, but small text is left to the system's fonts.
    Titles(i32),
    /// No outlines: all text is left to the system's fonts.
    Text,
}

/// The details from the finest to the one with the smallest document.
pub(crate) const DETAILS: [Detail; 6] = [
    Detail::Outlines(25),
    Detail::Outlines(40),
    Detail::Outlines(60),
    Detail::Outlines(80),
    Detail::Titles(80),
    Detail::Text,
];

/// Text of at most this size is drawn on a grid of steps of at least this length: a caption has little to show.
const SMALL: (i32, i32) = (20, 40);

/// The bytes of an element that repeats an outline beside its numbers: `<use href="#A" x="" y=""/>`.
const REPEAT: usize = 30;
/// The bytes of an element for an outline of its own beside its data: `<path id="A" d=""/>`.
const OWN: usize = 19;

/// The place and the look of a block of text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// The left edge, in user units.
    pub(crate) x: i32,
    pub(crate) top: i32,
    /// The distance from the left edge to the right one.
    pub(crate) width: i32,
    pub(crate) colour: Colour,
    /// The weight of the system's fonts; our font has only one.
    pub(crate) weight: i32,
}

/// Writes blocks of text into a document.
pub(crate) struct Lettering<'a> {
    svg: &'a mut Svg,
    detail: Detail,
    /// The number of outlines that have an id.
    ids: u32,
}

/// A block's parts, at their places on its grid.
#[derive(Default)]
struct Placed<'a> {
    glyphs: Vec<(GlyphId, Point)>,
    texts: Vec<(&'a str, Point)>,
}

impl<'a> Lettering<'a> {
    pub(crate) fn new(svg: &'a mut Svg, detail: Detail) -> Self {
        Self {
            svg,
            detail,
            ids: 0,
        }
    }

    /// Writes a block of text at a place.
    pub(crate) fn write(&mut self, block: &Block, spot: Spot) {
        let is_small = block.size <= SMALL.0;
        let (step, outlined) = match self.detail {
            Detail::Outlines(step) if is_small => (step.max(SMALL.1), true),
            Detail::Outlines(step) => (step, true),
            Detail::Titles(step) if !is_small => (step, true),
            Detail::Titles(_) | Detail::Text => (100, false),
        };
        let grid = Grid {
            size: block.size,
            step,
        };
        let mut placed = Placed::default();
        let mut y = block.baseline();
        for line in &block.lines {
            let x = if is_left_to_right(line) {
                0
            } else {
                spot.width
            };
            if outlined && !line.chars().any(is_right_to_left) {
                place(block, line, grid, y, &mut placed);
            } else {
                placed.texts.push((line, (grid.units(x), grid.units(y))));
            }
            y += block.leading();
        }
        let Spot { x, top, colour, .. } = spot;
        self.svg.put(format_args!(
            r#"<g transform="translate({x} {top})scale({})" fill="{colour}">"#,
            Hundredths(step)
        ));
        self.draw(&placed.glyphs, block.cut(), grid);
        self.texts(&placed.texts, block, spot.weight, grid);
        self.svg.put(format_args!("</g>"));
    }

    /// Draws glyphs: those that come once as one path, the others as paths that are repeated.
    fn draw(&mut self, glyphs: &[(GlyphId, Point)], cut: &Cut, grid: Grid) {
        let mut places: BTreeMap<GlyphId, Vec<Point>> = BTreeMap::new();
        for (glyph, at) in glyphs {
            places.entry(*glyph).or_default().push(*at);
        }
        let mut single = PathData::default();
        let mut repeated = Vec::new();
        let mut singles: Vec<(Point, Outline)> = Vec::new();
        for (glyph, at) in places {
            let outline = Outline::of(cut, glyph, grid.em());
            if outline.is_empty() {
                continue;
            }
            let mut own = PathData::default();
            own.add(&outline, at[0]);
            let more = at.len() - 1;
            if more * own.text().len() > OWN + more * REPEAT {
                repeated.push((own, at));
            } else {
                singles.extend(at.into_iter().map(|at| (at, outline.clone())));
            }
        }
        // In the order of reading, where the way from one to the next is short
        singles.sort_by_key(|((x, y), _)| (*y, *x));
        for (at, outline) in &singles {
            single.add(outline, *at);
        }
        if !single.text().is_empty() {
            self.svg
                .put(format_args!(r#"<path d="{}"/>"#, single.text()));
        }
        for (own, at) in repeated {
            self.repeat(&own, &at);
        }
    }

    fn repeat(&mut self, own: &PathData, at: &[Point]) {
        let id = Letters(self.ids);
        self.ids += 1;
        self.svg
            .put(format_args!(r#"<path id="{id}" d="{}"/>"#, own.text()));
        for (x, y) in &at[1..] {
            self.svg.put(format_args!(r##"<use href="#{id}""##));
            for (name, offset) in [("x", x - at[0].0), ("y", y - at[0].1)] {
                if offset != 0 {
                    self.svg.put(format_args!(r#" {name}="{offset}""#));
                }
            }
            self.svg.put(format_args!("/>"));
        }
    }

    fn texts(&mut self, texts: &[(&str, Point)], block: &Block, weight: i32, grid: Grid) {
        if texts.is_empty() {
            return;
        }
        self.svg.put(format_args!(
            r#"<g font-family="{}" font-size="{}" font-weight="{weight}">"#,
            block.face.stack(),
            grid.units(block.size)
        ));
        for (text, (x, y)) in texts {
            self.svg.put(format_args!(r#"<text x="{x}" y="{y}""#));
            if !is_left_to_right(text) {
                self.svg.put(format_args!(r#" direction="rtl""#));
            }
            if grid.step == 100 {
                // The widths of our narrow letters decided where lines end
                self.svg.put(format_args!(
                    r#" textLength="{}" lengthAdjust="spacingAndGlyphs""#,
                    block.width(text)
                ));
            }
            self.svg.put(format_args!(">{}</text>", Escaped(text)));
        }
        self.svg.put(format_args!("</g>"));
    }
}

/// Places a line's parts from the left margin on, on the baseline `y`.
fn place<'a>(block: &Block, line: &'a str, grid: Grid, y: i32, placed: &mut Placed<'a>) {
    let cut = block.cut();
    let y = grid.units(y);
    let mut x = -block.hang(line);
    for (i, run) in cut.runs(line).into_iter().enumerate() {
        match run {
            Run::Outline(text) => {
                let (glyphs, width) = cut.shape(text);
                if let Some(first) = glyphs.first().filter(|_| i == 0 && x == 0) {
                    // The ink of the first letter is flush with the margin in every size
                    x = -cut.bearing(first.id);
                }
                let at = |glyph: Glyph| (glyph.id, (grid.ems(x + glyph.x), y));
                placed.glyphs.extend(glyphs.into_iter().map(at));
                x += width;
            }
            Run::System(text) => {
                placed.texts.push((text, (grid.ems(x), y)));
                x += cut.run_width(run);
            }
        }
    }
}

/// A grid that turns measures into steps.
#[derive(Clone, Copy)]
struct Grid {
    /// The size of the font in user units.
    size: i32,
    step: i32,
}

impl Grid {
    /// The length of an em in hundredths of a step.
    fn em(self) -> i32 {
        rounded(self.size * 10_000, self.step)
    }

    /// Turns user units into steps.
    fn units(self, units: i32) -> i32 {
        rounded(units * 100, self.step)
    }

    /// Turns thousandths of an em into steps.
    fn ems(self, thousandths: i32) -> i32 {
        rounded(thousandths.saturating_mul(self.size), EM * self.step / 100)
    }
}

fn rounded(number: i32, by: i32) -> i32 {
    (number + by / 2).div_euclid(by)
}

/// A number as capital letters, which no id of a scene has: A to Z, BA and so on.
struct Letters(u32);

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 26 {
            Self(self.0 / 26).fmt(f)?;
        }
        let letter = char::from_u32(u32::from('A') + self.0 % 26);
        write!(f, "{}", letter.unwrap_or('A'))
    }
}
