//! Cards: what a social site shows of a page that is shared.

use crate::face::Face;
use crate::font::{Cut, clusters};
use crate::icon;
use crate::lettering::{DETAILS, Lettering, Spot};
use crate::look::{Composition, Look, Stage};
use crate::palette::Colour;
use crate::poster::divide;
use crate::scene;
use crate::svg::Svg;
use crate::typeset::{self, Block, Room};

/// What a card shows.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// The title's id: equal ids give equal scenes.
    pub id: u64,
    /// The title. What our font lacks is left out: a card becomes a PNG, which cannot leave it to the system's fonts.
    pub title: &'a str,
    /// The English name of the genre that chooses the colours; see [`leading_genre`](crate::leading_genre).
    pub genre: Option<&'a str>,
    /// A few words under the title, such as "2013 · TV · 25 episodes".
    pub facts: Option<&'a str>,
}

/// The width of a card in units, and in pixels where it is shown.
pub const CARD_WIDTH: u32 = 1200;
/// The height of a card in units, and in pixels where it is shown.
pub const CARD_HEIGHT: u32 = 630;

const WIDTH: i32 = 1200;
const HEIGHT: i32 = 630;
const MARGIN: i32 = 72;
/// The height that title and subtitle may have together, in units.
const TEXT_HEIGHT: i32 = 330;
const ROOM: Room = Room {
    width: 760,
    height: TEXT_HEIGHT,
    lines: 4,
    overhang: 40,
};
const SIDE_ROOM: Room = Room {
    height: 110,
    lines: 2,
    ..ROOM
};
const SIZES: [i32; 14] = [
    210, 184, 166, 150, 136, 124, 112, 102, 92, 84, 76, 69, 62, 56,
];
const SIDE_SIZES: [i32; 4] = [52, 46, 41, 36];
/// The baseline of the facts, in units from the top.
const FOOT: i32 = 560;

/// Draws a card as an SVG document, to be made a PNG of.
pub fn card(card: &Card<'_>) -> String {
    let scenes = Composition::ALL.map(|scene| match scene {
        Composition::Cover => Composition::Mist,
        other => other,
    });
    let mut look = Look::of(card.id, card.genre, &scenes);
    let stage = Stage {
        width: WIDTH,
        height: HEIGHT,
        x: look.rng.between(900, 960),
        y: look.rng.between(215, 255),
        radius: look.rng.between(126, 150),
        ground: 500,
        hidden: HEIGHT,
        tenths: look.rng.between(13, 19),
    };
    let mut svg = Svg::open(WIDTH, HEIGHT, card.title);
    scene::draw(&mut svg, &mut look, &stage);
    shade(&mut svg, look.palette.ink);
    letter(&mut svg, card, &look);
    svg.close()
}

/// Lets the scene sink into the ink at the left and at the foot.
fn shade(svg: &mut Svg, ink: Colour) {
    svg.put(format_args!(
        r#"<linearGradient id="f"><stop offset=".3" stop-color="{ink}" stop-opacity=".94"/><stop offset=".82" stop-color="{ink}" stop-opacity="0"/></linearGradient><linearGradient id="h" x2="0" y2="1"><stop offset=".5" stop-color="{ink}" stop-opacity="0"/><stop offset="1" stop-color="{ink}" stop-opacity=".9"/></linearGradient><path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="url(#h)"/><path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="url(#f)"/>"#
    ));
}

fn letter(svg: &mut Svg, card: &Card<'_>, look: &Look) {
    let (colour, second) = (look.palette.pale, look.palette.accent);
    icon::mark(svg, MARGIN, 56, 56);
    let title = drawable(card.title);
    let (main, side) = divide(&title);
    let side = side.map(|side| typeset::fit(&side, look.face, SIDE_ROOM, &SIDE_SIZES));
    let room = Room {
        height: TEXT_HEIGHT - side.as_ref().map_or(0, Block::height),
        ..ROOM
    };
    let main = typeset::fit(main, look.face, room, &SIZES);
    let facts = card
        .facts
        .map(|facts| Block::line(facts, Face::Wide, 30, WIDTH - 2 * MARGIN));
    let mut spot = Spot {
        x: MARGIN + 72,
        top: 66,
        width: ROOM.width,
        colour,
        weight: 800,
    };
    if facts.is_some() {
        svg.put(format_args!(
            r#"<path d="M{MARGIN} {}h64" stroke="{second}" stroke-width="5"/>"#,
            FOOT - 44
        ));
    }
    let mut lettering = Lettering::new(svg, DETAILS[0]);
    lettering.write(&Block::line("Mitai", Face::Wide, 38, ROOM.width), spot);
    spot.x = MARGIN;
    if let Some(facts) = &facts {
        spot.top = FOOT - facts.baseline();
        lettering.write(facts, spot);
    }
    spot.top = if facts.is_some() { FOOT - 72 } else { FOOT };
    if let Some(side) = &side {
        spot.top -= side.height();
        spot.colour = second;
        lettering.write(side, spot);
        spot.colour = colour;
        spot.top -= 10;
    }
    spot.top -= main.height();
    lettering.write(&main, spot);
}

/// The part of a title that our font has; nothing where that is less than half of it.
pub(crate) fn drawable(title: &str) -> String {
    let cut = Cut::of(Face::Narrow, 100);
    let has = |cluster: &str| cluster.chars().all(|c| cut.has(c));
    let all = clusters(title).count();
    let drawable = clusters(title).filter(|(_, cluster)| has(cluster)).count();
    if drawable * 2 < all {
        return String::new();
    }
    clusters(title)
        .map(|(_, cluster)| if has(cluster) { cluster } else { " " })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::drawable;

    #[test]
    fn card_drops_titles_and_characters_without_glyphs() {
        for (title, shown) in [
            ("Lucky☆Star", "Lucky☆Star"),
            ("Tele◯Potion", "Tele Potion"),
            ("進撃の巨人", ""),
            ("Shingeki no Kyōjin", "Shingeki no Kyōjin"),
        ] {
            assert_eq!(drawable(title), shown);
        }
    }
}
