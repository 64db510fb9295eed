//! Years in review: a picture to share of what somebody watched in a year.

use crate::card::drawable;
use crate::face::Face;
use crate::font::{Cut, EM};
use crate::icon;
use crate::lettering::{DETAILS, Lettering, Spot};
use crate::look::{Composition, Look, Stage};
use crate::palette::{Colour, Palette};
use crate::poster::{self, Poster};
use crate::scene;
use crate::svg::Svg;
use crate::typeset::Block;

/// The proportions of a picture of a year.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum YearShape {
    /// 1200 by 630, as social sites show a page that is shared.
    Wide,
    /// 1080 by 1920, as a phone shows it.
    Tall,
}

impl YearShape {
    /// The picture's width in units, and in pixels where it is shown.
    pub const fn width(self) -> u32 {
        match self {
            Self::Wide => 1200,
            Self::Tall => 1080,
        }
    }
}

/// What a picture of a year shows. Characters that our font lacks are left out, since the picture becomes a PNG.
#[derive(Clone, Copy, Debug)]
pub struct YearCard<'a> {
    /// The year that is reviewed.
    pub year: u16,
    /// Numbers with what they count, such as `("48", "titles")`; three at most are shown.
    pub numbers: &'a [(String, &'static str)],
    /// The genres of most titles, the most frequent first; the first chooses the colours, three at most are named.
    pub genres: &'a [String],
    /// Titles that stand for the year, the best first; three at most are shown.
    pub titles: &'a [YearTitle],
    /// The picture's proportions.
    pub shape: YearShape,
}

/// A title that stands for a year.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct YearTitle {
    /// The title's id, by which its poster is drawn.
    pub id: u64,
    /// The title's names, the preferred one first: the first that our font has is shown.
    pub names: Vec<String>,
    /// The English name of the genre that chooses its colours.
    pub genre: Option<String>,
}

/// The places of a picture's parts, in units.
struct Layout {
    width: i32,
    height: i32,
    margin: i32,
    /// The top of Mitai's mark.
    mark: i32,
    /// The baseline of the words above the year, and of the year.
    words: i32,
    year: i32,
    year_size: i32,
    /// The baseline of the numbers.
    numbers: i32,
    number_size: i32,
    /// The width of a column of numbers.
    column: i32,
    /// The baseline of the genres.
    genres: i32,
    genres_size: i32,
    /// The places of posters by how many posters there are, at most three. The last place is in front.
    posters: fn(usize) -> &'static [Placement],
    /// The middle of the sun, and its radius.
    sun: (i32, i32, i32),
}

/// The place of a poster: left, top, width, and by how many degrees it is turned.
type Placement = (i32, i32, i32, i32);

const WIDE: Layout = Layout {
    width: 1200,
    height: 630,
    margin: 64,
    mark: 52,
    words: 216,
    year: 366,
    year_size: 190,
    numbers: 474,
    number_size: 60,
    column: 156,
    genres: 574,
    genres_size: 27,
    posters: |count| match count {
        0 => &[],
        1 => &[(770, 88, 300, 3)],
        2 => &[(890, 128, 232, 5), (616, 108, 246, -4)],
        _ => &[(548, 190, 176, -5), (978, 190, 176, 5), (734, 122, 234, 0)],
    },
    sun: (850, 250, 190),
};

const TALL: Layout = Layout {
    width: 1080,
    height: 1920,
    margin: 88,
    mark: 112,
    words: 330,
    year: 590,
    year_size: 340,
    numbers: 760,
    number_size: 104,
    column: 310,
    genres: 1776,
    genres_size: 44,
    posters: |count| match count {
        0 => &[],
        1 => &[(300, 900, 480, 2)],
        2 => &[(560, 960, 410, 5), (110, 920, 420, -4)],
        _ => &[(44, 1060, 292, -5), (744, 1060, 292, 5), (345, 930, 390, 0)],
    },
    sun: (540, 1180, 370),
};

/// Draws the picture of a year as an SVG document, to be made a PNG of.
pub fn year(card: &YearCard<'_>) -> String {
    let layout = match card.shape {
        YearShape::Wide => &WIDE,
        YearShape::Tall => &TALL,
    };
    let genre = card.genres.first().map(String::as_str);
    let scenes = [
        Composition::Sunburst,
        Composition::Rings,
        Composition::Ridges,
    ];
    let mut look = Look::of(card.year.into(), genre, &scenes);
    let stage = Stage {
        width: layout.width,
        height: layout.height,
        x: layout.sun.0,
        y: layout.sun.1,
        radius: layout.sun.2,
        ground: layout.height * 4 / 5,
        hidden: layout.height,
        tenths: look.rng.between(15, 19),
    };
    let name = format!("{} in anime", card.year);
    let mut svg = Svg::open(layout.width, layout.height, &name);
    scene::draw(&mut svg, &mut look, &stage);
    shade(&mut svg, layout, look.palette.ink);
    posters(&mut svg, card.titles, layout, look.palette.ink);
    letter(&mut svg, card, layout, look.palette);
    svg.close()
}

/// Lets the scene sink into the ink where text stands.
fn shade(svg: &mut Svg, layout: &Layout, ink: Colour) {
    let Layout { width, height, .. } = *layout;
    let downwards = height > width;
    let (across, ends) = if downwards {
        (r#" x2="0" y2="1""#, 44)
    } else {
        ("", 34)
    };
    svg.put(format_args!(
        r#"<path d="M0 0H{width}V{height}H0Z" fill="{ink}" opacity=".3"/><linearGradient id="yf"{across}><stop offset=".{ends}" stop-color="{ink}" stop-opacity=".92"/><stop offset=".72" stop-color="{ink}" stop-opacity="0"/></linearGradient><linearGradient id="yh" x2="0" y2="1"><stop offset=".6" stop-color="{ink}" stop-opacity="0"/><stop offset=".92" stop-color="{ink}" stop-opacity=".94"/></linearGradient><path d="M0 0H{width}V{height}H0Z" fill="url(#yf)"/><path d="M0 0H{width}V{height}H0Z" fill="url(#yh)"/>"#
    ));
}

/// Draws the posters of titles, the best title's last, in front of the others.
fn posters(svg: &mut Svg, titles: &[YearTitle], layout: &Layout, ink: Colour) {
    let places = (layout.posters)(titles.len());
    let behind = titles.iter().take(places.len()).enumerate().rev();
    // Of three titles the second is at the left, the third at the right
    let order = behind.zip(match places {
        [left, right, front] => vec![right, left, front],
        other => other.iter().collect(),
    });
    for ((index, title), (x, y, width, turned)) in order {
        let height = width * poster::HEIGHT / poster::WIDTH;
        let radius = width / 16;
        let (middle, foot) = (x + width / 2, y + height);
        svg.put(format_args!(
            r#"<g transform="rotate({turned} {middle} {foot})"><rect x="{}" y="{}" width="{width}" height="{height}" rx="{radius}" fill="{ink}" opacity=".5"/><clipPath id="yc{index}"><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/></clipPath><g clip-path="url(#yc{index})">"#,
            x + width / 24,
            y + width / 18
        ));
        inset(svg, title, index, (*x, *y, *width, height));
        svg.put(format_args!(
            r#"</g><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width="3"/></g>"#
        ));
    }
}

/// Puts a title's poster into a document. Its ids get names that no other poster in the document has.
fn inset(
    svg: &mut Svg,
    title: &YearTitle,
    index: usize,
    (x, y, width, height): (i32, i32, i32, i32),
) {
    let names = title.names.iter().map(|name| drawable(name));
    let name = names.into_iter().find(|name| !name.trim().is_empty());
    let poster = poster::poster(&Poster {
        id: title.id,
        title: name.as_deref().unwrap_or_default(),
        native_title: None,
        genre: title.genre.as_deref(),
        caption: None,
    });
    let mut poster = poster
        .split_once('>')
        .map_or("", |(_, rest)| rest)
        .to_owned();
    for before in ["id=\"", "url(#", "href=\"#"] {
        poster = poster.replace(before, &format!("{before}y{index}"));
    }
    svg.put(format_args!(
        r#"<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {} {}">{poster}"#,
        poster::WIDTH,
        poster::HEIGHT
    ));
}

fn letter(svg: &mut Svg, card: &YearCard<'_>, layout: &Layout, palette: &Palette) {
    let Palette { accent, pale, .. } = *palette;
    let margin = layout.margin;
    let size = layout.number_size;
    icon::mark(svg, margin, layout.mark, size);
    let mut lettering = Lettering::new(svg, DETAILS[0]);
    let mut write = |text: &str, size: i32, (x, baseline): (i32, i32), colour: Colour| {
        let block = Block::line(text, Face::Wide, size, layout.width - margin - x);
        let spot = Spot {
            x,
            top: baseline - block.baseline(),
            width: layout.width - margin - x,
            colour,
            weight: 800,
        };
        lettering.write(&block, spot);
    };
    let beside = (margin + size * 5 / 4, layout.mark + size * 7 / 10);
    write("Mitai", size * 2 / 3, beside, pale);
    let small = layout.genres_size;
    write(
        "My year in anime",
        small * 11 / 10,
        (margin, layout.words),
        accent,
    );
    let number_size = number_size(card, layout);
    let year = card.year.to_string();
    write(&year, layout.year_size, (margin, layout.year), pale);
    for (column, (number, what)) in (0..).zip(card.numbers.iter().take(3)) {
        let x = margin + column * layout.column;
        write(number, number_size, (x, layout.numbers), pale);
        write(what, small, (x, layout.numbers + small * 15 / 10), accent);
    }
    let genres: Vec<&str> = card.genres.iter().take(3).map(String::as_str).collect();
    write(&genres.join(" · "), small, (margin, layout.genres), pale);
}

/// The largest font size in which each number fits into its column.
fn number_size(card: &YearCard<'_>, layout: &Layout) -> i32 {
    let longest = |size: i32| {
        let cut = Cut::of(Face::Wide, size);
        let widths = card.numbers.iter().map(|(number, _)| cut.width(number));
        widths.max().unwrap_or(0) * size / EM
    };
    let room = layout.column - layout.number_size / 3;
    let mut sizes = (1..=layout.number_size).rev();
    sizes.find(|size| longest(*size) <= room).unwrap_or(1)
}
