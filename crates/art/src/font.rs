//! The font of titles: which characters it has, how wide they are, and their outlines.
//!
//! It is a subset of the web app's font with the axes of optical size and width; `font/subset.py` makes it.

use std::sync::LazyLock;

use harfrust::{
    Buffer, Direction, GlyphInfo, GlyphPosition, Script, ShapeOptions, ShapePlan, ShaperFont,
    font::{
        Font,
        glyph::outline::{DrawMemory, DrawOptions},
    },
    shape,
};
pub(crate) use harfrust::{GlyphId, font::glyph::outline::PathSink};

use crate::face::{Face, is_joined, is_right_to_left, system_advance};

static TITLES: &[u8] = include_bytes!("../font/titles.ttf");

/// The units of an em in the font, and in all measures of text here.
pub(crate) const EM: i32 = 1000;

const LATIN: Script = Script::LATIN;

/// The joiner that makes one character of two, as in families of emoji.
pub(crate) const JOINER: char = '\u{200d}';

/// Each optical size, and the font size in user units from which on it is used, falling. A card shows a poster at half
/// its units, so letters are drawn for a size of about half of what is written.
const OPTICAL_SIZES: [(f32, i32); 4] = [(96.0, 84), (56.0, 56), (32.0, 36), (16.0, 0)];

/// The font at a width and an optical size, ready to set text.
pub(crate) struct Cut {
    pub(crate) face: Face,
    font: Font,
    plan: ShapePlan,
}

static CUTS: LazyLock<Vec<Cut>> = LazyLock::new(|| {
    let font = Font::new(TITLES, 0);
    let cut = |(face, width, size)| {
        let font = font.as_ref()?;
        Some(Cut::new(font, face, width, size))
    };
    [(Face::Narrow, 75.0), (Face::Wide, 100.0)]
        .into_iter()
        .flat_map(|(face, width)| OPTICAL_SIZES.map(|(size, _)| (face, width, size)))
        .filter_map(cut)
        .collect()
});

/// A glyph, and the place of its origin in a run, in units of the font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glyph {
    pub(crate) id: GlyphId,
    pub(crate) x: i32,
}

/// A part of a line, by the font that shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run<'a> {
    /// Text whose characters the font has: it is drawn as outlines.
    Outline(&'a str),
    /// Text that is left to the system's fonts.
    System(&'a str),
}

impl Cut {
    fn new(font: &Font, face: Face, width: f32, size: f32) -> Self {
        let font = font
            .instance_builder()
            .variations([("wdth", width), ("opsz", size)])
            .build();
        let plan = ShapePlan::new(&font, Direction::LeftToRight, Some(LATIN), None, &[]);
        Self { face, font, plan }
    }

    /// The cut in which text of a face is set at a size in user units.
    pub(crate) fn of(face: Face, size: i32) -> &'static Self {
        let optical = OPTICAL_SIZES.iter().position(|(_, from)| size >= *from);
        let optical = optical.unwrap_or(OPTICAL_SIZES.len() - 1);
        &CUTS[face as usize * OPTICAL_SIZES.len() + optical]
    }

    /// Whether the font has a character.
    pub(crate) fn has(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some()
    }

    /// The advance of a character by itself, in thousandths of an em.
    pub(crate) fn advance(&self, c: char) -> i32 {
        match self.font.charmap().map_unicode(c) {
            Some(glyph) => whole(self.font.glyph_metrics().h_advance(glyph)),
            None => system_advance(c) * if self.face == Face::Wide { 104 } else { 100 } / 100,
        }
    }

    /// The width of text with its kerning, in thousandths of an em.
    pub(crate) fn width(&self, text: &str) -> i32 {
        let runs = self.runs(text).into_iter();
        runs.map(|run| self.run_width(run))
            .fold(0, i32::saturating_add)
    }

    /// The width of a run, in thousandths of an em.
    pub(crate) fn run_width(&self, run: Run<'_>) -> i32 {
        match run {
            Run::Outline(text) => self.shape(text).1,
            Run::System(text) => {
                let advances = text.chars().map(|c| self.advance(c));
                advances.fold(0, i32::saturating_add)
            }
        }
    }

    /// Parts text into runs that the font has and runs that it lacks. What runs from right to left is left to the
    /// system as a whole, and so is a letter with a mark that the font lacks.
    pub(crate) fn runs<'a>(&self, text: &'a str) -> Vec<Run<'a>> {
        if text.chars().any(is_right_to_left) {
            return vec![Run::System(text)];
        }
        let mut runs = Vec::new();
        let mut begin = 0;
        let mut outlined = None;
        for (at, cluster) in clusters(text) {
            let has = Some(cluster.chars().all(|c| self.has(c)));
            if has != outlined {
                runs.extend(run(&text[begin..at], outlined));
                (begin, outlined) = (at, has);
            }
        }
        runs.extend(run(&text[begin..], outlined));
        runs
    }

    /// Shapes text that the font has: its glyphs, and its width in units of the font.
    pub(crate) fn shape(&self, text: &str) -> (Vec<Glyph>, i32) {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(Some(LATIN));
        let options = ShapeOptions::new().plan(Some(&self.plan));
        // Shaping fails only for a plan of another direction or script
        let _ = shape(&ShaperFont::new(&self.font), &mut buffer, options);
        let mut x = 0;
        let place = |(info, position): (&GlyphInfo, &GlyphPosition)| {
            let glyph = Glyph {
                id: GlyphId::new(info.glyph_id),
                x: x + position.x_offset,
            };
            x += position.x_advance;
            glyph
        };
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        (glyphs.map(place).collect(), x)
    }

    /// The distance from a glyph's origin to its ink, in units of the font.
    pub(crate) fn bearing(&self, glyph: GlyphId) -> i32 {
        let extents = self.font.glyph_metrics().extents(glyph);
        extents.map_or(0, |extents| whole(extents.x_bearing))
    }

    /// Draws a glyph in units of the font, upwards.
    pub(crate) fn draw(&self, glyph: GlyphId, sink: &mut dyn PathSink) {
        if let Some(outline) = self.font.outline_glyphs().get(glyph) {
            // A glyph of a broken font would be drawn in part
            let _ = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, sink);
        }
    }
}

fn run(text: &str, outlined: Option<bool>) -> Option<Run<'_>> {
    outlined.map(|outlined| {
        if outlined {
            Run::Outline(text)
        } else {
            Run::System(text)
        }
    })
}

/// The characters of text with their marks, and the byte at which each begins.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = text.len() - rest.len();
        let mut goes_on = rest.chars().next()? == JOINER;
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let begins = !is_joined(*c) && !goes_on;
            goes_on = *c == JOINER;
            begins
        });
        let (cluster, after) = rest.split_at(end.map_or(rest.len(), |(end, _)| end));
        rest = after;
        Some((at, cluster))
    })
}

/// Rounds a measure in units of the font, which fits an `i32`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "casts of floats saturate, and glyphs are some thousand units wide"
)]
pub(crate) fn whole(measure: f32) -> i32 {
    measure.round() as i32
}
