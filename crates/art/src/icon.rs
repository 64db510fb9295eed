//! Mitai's mark: an M before the rising sun.

use crate::svg::Svg;

/// The part of the canvas that an icon covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IconShape {
    /// A square with round corners, for where an icon shows as it is.
    Rounded,
    /// All of the canvas, for systems that round corners themselves.
    Square,
    /// All of the canvas, with the mark within the circle that every mask leaves.
    Maskable,
}

const NIGHT: &str = "#0b0d15";

/// Draws the icon as an SVG document of 64 by 64 units.
pub fn icon(shape: IconShape) -> String {
    let mut svg = Svg::open(64, 64, "Mitai");
    let radius = match shape {
        IconShape::Rounded => 16,
        IconShape::Square | IconShape::Maskable => 0,
    };
    svg.put(format_args!(
        r#"<rect width="64" height="64" rx="{radius}" fill="{NIGHT}"/>"#
    ));
    match shape {
        IconShape::Maskable => mark(&mut svg, 12, 12, 40),
        IconShape::Rounded | IconShape::Square => mark(&mut svg, 8, 8, 48),
    }
    svg.close()
}

/// Draws the mark in a square with its upper left corner at `x` and `y`.
pub(crate) fn mark(svg: &mut Svg, x: i32, y: i32, size: i32) {
    svg.put(format_args!(
        r##"<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="13 13 38 38"><circle cx="32" cy="32" r="19" fill="#cf3d1f"/><path d="M21 41V24l11 11 11-11v17" fill="none" stroke="#fffaf5" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>"##
    ));
}
