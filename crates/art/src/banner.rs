//! Banners: a wide scene without text.

use crate::look::{Composition, Look, Stage};
use crate::scene;
use crate::svg::Svg;

/// What a banner shows.
#[derive(Clone, Copy, Debug)]
pub struct Banner<'a> {
    /// The title's id: equal ids give equal scenes.
    pub id: u64,
    /// The English name of the genre that chooses the colours; see [`leading_genre`](crate::leading_genre).
    pub genre: Option<&'a str>,
}

const WIDTH: i32 = 1600;
const HEIGHT: i32 = 900;

/// Draws a banner of 1600 by 900 units as an SVG document. It bears cropping to its middle third: sun or moon stand there.
pub fn banner(banner: &Banner<'_>) -> String {
    let scenes = Composition::ALL.map(|scene| {
        if scene == Composition::Cover {
            Composition::Mist
        } else {
            scene
        }
    });
    let mut look = Look::of(banner.id, banner.genre, &scenes);
    let radius = look.rng.between(140, 176);
    let stage = Stage {
        width: WIDTH,
        height: HEIGHT,
        x: look.rng.between(790, 840),
        y: look.rng.between(300, 350),
        radius,
        ground: 700,
        hidden: HEIGHT,
        tenths: look.rng.between(16, 24),
    };
    let mut svg = Svg::open(WIDTH, HEIGHT, "");
    scene::draw(&mut svg, &mut look, &stage);
    svg.put(format_args!(
        r#"<linearGradient id="f" x2="0" y2="1"><stop stop-color="{ink}" stop-opacity="0"/><stop offset="1" stop-color="{ink}" stop-opacity=".85"/></linearGradient><path d="M0 480H{WIDTH}V{HEIGHT}H0Z" fill="url(#f)"/>"#,
        ink = look.palette.ink
    ));
    svg.close()
}
