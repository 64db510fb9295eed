//! Posters: a scene with the title set on it.

use crate::face::{self, Face, system_advance};
use crate::font::Cut;
use crate::lettering::{DETAILS, Detail, Lettering, Spot};
use crate::look::{Composition, Look, Stage};
use crate::palette::{Colour, Palette};
use crate::scene;
use crate::seeded_rng::SeededRng;
use crate::svg::{Escaped, LIMIT, Svg};
use crate::typeset::{self, Block, Room};

/// What a poster shows.
#[derive(Clone, Copy, Debug)]
pub struct Poster<'a> {
    /// The title's id: equal ids give equal scenes.
    pub id: u64,
    /// The title, in any script and of any length; may be empty.
    pub title: &'a str,
    /// The Japanese title, an ornament beside the main one.
    pub native_title: Option<&'a str>,
    /// The English name of the genre that chooses the colours; see [`leading_genre`](crate::leading_genre).
    pub genre: Option<&'a str>,
    /// A few words under the title, such as "2013 · TV".
    pub caption: Option<&'a str>,
}

pub(crate) const WIDTH: i32 = 400;
pub(crate) const HEIGHT: i32 = 600;
const MARGIN: i32 = 30;
const MEASURE: i32 = WIDTH - 2 * MARGIN;
/// The width that punctuation may hang out into the margins, in units.
const OVERHANG: i32 = 18;
/// The gap between title and subtitle, in units.
const GAP: i32 = 8;
const MAIN_SIZES: [i32; 23] = [
    150, 138, 126, 114, 104, 96, 90, 84, 78, 72, 67, 62, 58, 54, 50, 47, 44, 41, 38, 36, 34, 32, 30,
];
const SIDE_SIZES: [i32; 5] = [34, 30, 27, 24, 22];

/// Draws a poster of 400 by 600 units as an SVG document. Its title is drawn as finely as the document's limit allows.
pub fn poster(poster: &Poster<'_>) -> String {
    let mut look = Look::of(poster.id, poster.genre, &Composition::ALL);
    let text = Text::set(poster, look.face);
    let mut scene = Svg::open(WIDTH, HEIGHT, poster.title);
    let stage = stage(look.composition, &mut look.rng, text.top());
    scene::draw(&mut scene, &mut look, &stage);
    let native = poster
        .native_title
        .filter(|native| *native != poster.title && native.chars().any(face::is_ideographic));
    let draw = |detail| {
        let mut svg = scene.clone();
        let palette = look.palette;
        if look.composition == Composition::Cover {
            band(&mut svg, palette, text.top());
            text.draw(&mut svg, detail, palette.ink, palette.on_paper());
        } else {
            scrim(&mut svg, palette.ink, text.top());
            text.draw(&mut svg, detail, palette.pale, palette.accent);
        }
        if let Some(native) = native {
            column(&mut svg, palette, native, text.top());
        }
        svg.close()
    };
    let finest = draw(DETAILS[0]);
    if finest.len() < LIMIT {
        return finest;
    }
    let coarser = &DETAILS[coarser(scene.len(), finest.len())..];
    let mut drawn = coarser.iter().map(|detail| draw(*detail));
    let fits = |svg: &String| svg.len() < LIMIT;
    drawn.find(fits).unwrap_or_else(|| draw(Detail::Text))
}

/// The first of the details that may save enough: each attempt takes as long as the first.
fn coarser(scene: usize, finest: usize) -> usize {
    let share = LIMIT.saturating_sub(scene) * 100 / finest.saturating_sub(scene).max(1);
    match share {
        92.. => 1,
        85.. => 2,
        _ => 3,
    }
}

fn stage(composition: Composition, rng: &mut SeededRng, top: i32) -> Stage {
    let ground = top.clamp(230, 400);
    if composition == Composition::Window {
        let radius = (ground * 10 / 36).min(96);
        let (x, y) = (WIDTH - radius * 16 / 10 - 22, radius * 16 / 10 + 24);
        return Stage {
            width: WIDTH,
            height: HEIGHT,
            x,
            y,
            radius,
            ground,
            hidden: top,
            tenths: rng.between(9, 14),
        };
    }
    let radius = match composition {
        Composition::Rings => rng.between(56, 74),
        _ => rng.between(74, 108),
    };
    Stage {
        width: WIDTH,
        height: HEIGHT,
        x: rng.between(205, 290),
        y: (ground * rng.between(40, 52) / 100).max(radius / 2 + 60),
        radius,
        ground,
        hidden: top,
        tenths: rng.between(9, 14),
    }
}

/// Lets the scene sink into the ink on which the title stands, whose text begins at `top`.
fn scrim(svg: &mut Svg, ink: Colour, top: i32) {
    let begin = top - 90;
    svg.put(format_args!(
        r#"<linearGradient id="f" x2="0" y2="1"><stop stop-color="{ink}" stop-opacity="0"/><stop offset=".{:02}" stop-color="{ink}" stop-opacity=".94"/><stop offset=".9" stop-color="{ink}"/></linearGradient><path d="M0 {begin}H{WIDTH}V{HEIGHT}H0Z" fill="url(#f)"/>"#,
        (85 * 100 / (HEIGHT - begin)).clamp(1, 89)
    ));
}

/// The paper band of a cover, with a double rule on its edges.
fn band(svg: &mut Svg, palette: &Palette, top: i32) {
    let edge = top - 34;
    svg.put(format_args!(
        r#"<path d="M0 {edge}H{WIDTH}V{HEIGHT}H0Z" fill="{}"/><path d="M0 {}H{WIDTH}" stroke="{}" stroke-width="3"/>"#,
        palette.paper(),
        edge + 9,
        palette.accent.mix(palette.ink, 25)
    ));
}

/// The blocks of text at the foot of a poster.
pub(crate) struct Text {
    pub(crate) main: Block,
    pub(crate) side: Option<Block>,
    pub(crate) caption: Option<Block>,
}

impl Text {
    pub(crate) fn set(poster: &Poster<'_>, face: Face) -> Self {
        let (main, side) = divide(poster.title);
        let main_room = Room {
            width: MEASURE,
            height: if side.is_some() { 216 } else { 250 },
            lines: 6,
            overhang: OVERHANG,
        };
        let side_room = Room {
            width: MEASURE,
            height: 84,
            lines: 3,
            overhang: OVERHANG,
        };
        let caption = poster.caption.filter(|caption| !caption.trim().is_empty());
        Self {
            main: typeset::fit(main, face, main_room, &MAIN_SIZES),
            side: side.map(|side| typeset::fit(&side, face, side_room, &SIDE_SIZES)),
            caption: caption.map(|caption| Block::line(caption, Face::Wide, 18, MEASURE)),
        }
    }

    /// The height at which the text begins, from the top of the poster.
    pub(crate) fn top(&self) -> i32 {
        self.foot() - self.side.as_ref().map_or(0, |side| side.height() + GAP) - self.main.height()
    }

    fn foot(&self) -> i32 {
        if self.caption.is_some() { 536 } else { 562 }
    }

    fn draw(&self, svg: &mut Svg, detail: Detail, colour: Colour, second: Colour) {
        let mut spot = Spot {
            x: MARGIN,
            top: self.top(),
            width: MEASURE,
            colour,
            weight: 800,
        };
        if self.caption.is_some() {
            svg.put(format_args!(
                r#"<path d="M{MARGIN} 549h34" stroke="{second}" stroke-width="3"/>"#
            ));
        }
        let mut lettering = Lettering::new(svg, detail);
        lettering.write(&self.main, spot);
        spot.top += self.main.height() + GAP;
        if let Some(side) = &self.side {
            spot.colour = second;
            lettering.write(side, spot);
        }
        if let Some(caption) = &self.caption {
            spot.top = 575 - caption.baseline();
            spot.colour = colour;
            lettering.write(caption, spot);
        }
    }
}

/// Writes the Japanese title downwards at the upper left.
fn column(svg: &mut Svg, palette: &Palette, native: &str, top: i32) {
    let room = (top - 70).max(120);
    let native = emblem(native);
    let cut = Cut::of(Face::Wide, 25);
    let per_em = native.chars().map(system_advance).sum::<i32>() * 110 / 100;
    let size = (room * 1000 / per_em.max(1)).clamp(16, 25);
    let limit = room * 1000 / (size * 110 / 100);
    let text = if per_em * 100 / 110 > limit {
        typeset::shorten(native, cut, limit)
    } else {
        native.into()
    };
    svg.put(format_args!(
        r#"<text x="44" y="32" writing-mode="vertical-rl" xml:lang="ja" font-family="{}" font-size="{size}" font-weight="600" letter-spacing="1" fill="{}" stroke="{}" stroke-width="5" stroke-opacity=".3" stroke-linejoin="round" paint-order="stroke">{}</text>"#,
        Face::Wide.stack(),
        palette.pale,
        palette.ink,
        Escaped(&text)
    ));
}

/// The part of a Japanese title that stands for the work: the longest that is written in kana or kanji, without brackets.
fn emblem(native: &str) -> &str {
    let japanese = |part: &&str| part.chars().filter(|c| face::is_ideographic(*c)).count();
    let parts = native.split(|c: char| c.is_whitespace() || "()（）「」『』【】~〜～-".contains(c));
    // Of parts with equal counts the first is taken: `max_by_key` would take the last.
    parts.rev().max_by_key(japanese).unwrap_or(native)
}

/// What may stand between the name of a work and its subtitle or the number of a season.
const MARKS: [&str; 15] = [
    ": ",
    "：",
    " -",
    " –",
    " ~",
    " (",
    " The Final Season",
    " Final Season",
    " 2nd Season",
    " 3rd Season",
    " Second Season",
    " Third Season",
    " Season ",
    " Part ",
    " Movie",
];

/// Parts a title into the name of the work and the subtitle that follows it; `None` for no subtitle.
pub(crate) fn divide(title: &str) -> (&str, Option<String>) {
    let title = title.trim();
    let Some(at) = MARKS.iter().filter_map(|mark| title.find(mark)).min() else {
        return (title, None);
    };
    let (head, tail) = title.split_at(at);
    let rest = tail.trim_start_matches([' ', ':', '：', '-', '–', '~']);
    let rest = rest.trim_end_matches([' ', '-', '~']);
    if head.is_empty() || rest.is_empty() {
        return (title, None);
    }
    // The first dash of a subtitle between dashes is cut off.
    let rest = if tail.starts_with(" -") {
        rest.replacen("- ", " · ", 1)
    } else {
        rest.into()
    };
    (head, Some(rest))
}

#[cfg(test)]
mod tests {
    use super::{divide, emblem};

    #[test]
    fn titles_are_split_into_name_and_subtitle() {
        for (title, name, subtitle) in [
            (
                "Fullmetal Alchemist: Brotherhood",
                "Fullmetal Alchemist",
                "Brotherhood",
            ),
            (
                "Solo Leveling Season 2: Arise",
                "Solo Leveling",
                "Season 2: Arise",
            ),
            (
                "Attack on Titan Final Season",
                "Attack on Titan",
                "Final Season",
            ),
            (
                "Re:ZERO -Starting Life- Season 2",
                "Re:ZERO",
                "Starting Life · Season 2",
            ),
            ("Monogatari (2012)", "Monogatari", "(2012)"),
            ("Steins;Gate", "Steins;Gate", ""),
            ("Re:Creators", "Re:Creators", ""),
            (": ", ":", ""),
        ] {
            let divided = divide(title);
            assert_eq!(
                (divided.0, divided.1.unwrap_or_default().as_str()),
                (name, subtitle)
            );
        }
    }

    #[test]
    fn native_title_is_shown_without_season_and_latin_name() {
        for (native, work) in [
            ("進撃の巨人 Season2", "進撃の巨人"),
            ("HUNTER×HUNTER（ハンター×ハンター）", "ハンター×ハンター"),
            ("聲の形", "聲の形"),
        ] {
            assert_eq!(emblem(native), work);
        }
    }
}
