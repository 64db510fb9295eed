//! Traditional Japanese patterns as SVG tiles.

use crate::palette::{Colour, Palette};
use crate::svg::Svg;

/// A pattern that repeats without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    /// Waves of the blue sea.
    Seigaiha,
    /// Hemp leaves.
    Asanoha,
    /// Seven treasures: interlocking circles.
    Shippo,
    /// Arrow feathers.
    Yagasuri,
    /// Fish scales: triangles.
    Uroko,
    /// Tortoise shell: hexagons.
    Kikko,
    /// Rising steam.
    Tatewaku,
}

impl Pattern {
    pub(crate) const ALL: [Self; 7] = [
        Self::Seigaiha,
        Self::Asanoha,
        Self::Shippo,
        Self::Yagasuri,
        Self::Uroko,
        Self::Kikko,
        Self::Tatewaku,
    ];

    /// Defines the pattern `#p`, enlarged to `tenths` tenths.
    pub(crate) fn define(self, svg: &mut Svg, palette: &Palette, tenths: i32) {
        let Palette {
            deep: ground,
            mid,
            pale,
            ..
        } = *palette;
        let solid = matches!(self, Self::Shippo | Self::Yagasuri | Self::Uroko);
        let line = mid.mix(pale, if solid { 24 } else { 45 });
        let (width, height) = self.tile();
        svg.put(format_args!(
            r#"<pattern id="p" width="{width}" height="{height}" patternUnits="userSpaceOnUse" patternTransform="scale({}.{})" fill="none" stroke="{line}" stroke-width="1.6">"#,
            tenths / 10,
            tenths % 10
        ));
        match self {
            Self::Seigaiha => seigaiha(svg, line, ground),
            Self::Asanoha => svg.put(format_args!(
                r#"<path d="M0 0H60M0 52H60M0 104H60M0 0L60 104M60 0L0 104M0 0L30 17L60 0M30 17V52L0 35V0M30 52L60 35V0M0 35L-30 52M60 35V69L30 52V87L0 104V69L30 52L0 69V35M30 87L60 104V69L30 52"/>"#
            )),
            Self::Shippo => svg.put(format_args!(
                r#"<g fill="{line}" stroke="none"><path d="M20 0A20 20 0 0 1 0 20A20 20 0 0 1 20 0A20 20 0 0 0 40 20A20 20 0 0 0 20 0M20 40A20 20 0 0 0 0 20A20 20 0 0 0 20 40A20 20 0 0 1 40 20A20 20 0 0 1 20 40"/><path d="M20 16L24 20L20 24L16 20ZM0-4L4 0L0 4ZM40-4V4L36 0ZM0 36L4 40H0ZM40 36V40H36Z"/></g>"#
            )),
            Self::Yagasuri => svg.put(format_args!(
                r#"<g fill="{line}" stroke="none"><path d="M1 0L10 9V39L1 30ZM19 0L11 9V39L19 30ZM21 30L29 21V-9L21 0ZM39 30L31 21V-9L39 0ZM21 90L29 81V51L21 60ZM39 90L31 81V51L39 60Z"/></g>"#
            )),
            Self::Uroko => svg.put(format_args!(
                r#"<path d="M20 0L40 34H0ZM0 34L20 68H-20ZM40 34L60 68H20Z" fill="{line}" stroke="none"/>"#
            )),
            Self::Kikko => svg.put(format_args!(
                r#"<path d="M26 0L52 15V45L26 60L0 45V15ZM26 60V90M26 12L42 21V39L26 48L10 39V21ZM0 60L13 67V83L0 90M52 60L39 67V83L52 90"/>"#
            )),
            Self::Tatewaku => svg.put(format_args!(
                r#"<path d="M2 0C2 20 17 20 17 40S2 60 2 80M38 0C38 20 23 20 23 40S38 60 38 80M8 0C8 12 16 14 20 22C24 14 32 12 32 0M8 80C8 68 16 66 20 58C24 66 32 68 32 80M-2 22C8 30 8 50-2 58M42 22C32 30 32 50 42 58"/>"#
            )),
        }
        svg.put(format_args!("</pattern>"));
    }

    fn tile(self) -> (i32, i32) {
        match self {
            Self::Seigaiha => (40, 20),
            Self::Asanoha => (60, 104),
            Self::Shippo => (40, 40),
            Self::Yagasuri => (40, 60),
            Self::Uroko => (40, 68),
            Self::Kikko => (52, 90),
            Self::Tatewaku => (40, 80),
        }
    }
}

/// Each wave hides the lower half of those behind it, so the tile is opaque.
fn seigaiha(svg: &mut Svg, line: Colour, ground: Colour) {
    svg.put(format_args!(
        r#"<g stroke-width="2"><g id="w"><circle r="19" fill="{ground}"/><circle r="13" fill="{}"/><circle r="7" fill="{}"/></g>"#,
        ground.mix(line, 12),
        ground.mix(line, 24)
    ));
    for (x, y) in [
        (40, 0),
        (20, 10),
        (0, 20),
        (40, 20),
        (20, 30),
        (0, 40),
        (40, 40),
    ] {
        svg.put(format_args!(r##"<use href="#w" x="{x}" y="{y}"/>"##));
    }
    svg.put(format_args!("</g>"));
}
