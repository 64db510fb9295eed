//! Parts of a landscape: mountains, hills, waves, mist, a gate.

use std::fmt::Write as _;

use crate::look::{Look, Stage};
use crate::palette::{Colour, Palette};
use crate::seeded_rng::SeededRng;
use crate::svg::Svg;

/// The heights of a mountain range above its foot, by halving the gaps between peaks.
fn range(rng: &mut SeededRng, peaks: i32, height: i32) -> Vec<i32> {
    let mut points: Vec<i32> = (0..peaks)
        .map(|_| rng.between(height / 5, height))
        .collect();
    let mut rough = height / 3;
    for _ in 0..2 {
        let mut finer = Vec::with_capacity(points.len() * 2);
        for pair in points.windows(2) {
            finer.push(pair[0]);
            finer.push((i32::midpoint(pair[0], pair[1]) + rng.between(-rough, rough)).max(0));
        }
        finer.extend(points.last());
        points = finer;
        rough /= 2;
    }
    points
}

/// The outline of a range that stands on `foot`, down to the bottom of the stage.
fn outline(rng: &mut SeededRng, stage: &Stage, foot: i32, height: i32, smooth: bool) -> String {
    let peaks = if stage.is_wide() { 9 } else { 5 };
    let points = range(rng, peaks, height);
    let step = stage.width / (i32::try_from(points.len()).unwrap_or(2) - 1);
    let mut path = format!("M0 {}V{}", stage.height, foot - points[0]);
    for pair in points.windows(2) {
        let rise = pair[0] - pair[1];
        // Writing to a String cannot fail.
        let _ = if smooth {
            write!(path, "s{} {rise} {step} {rise}", step / 2)
        } else {
            write!(path, "l{step} {rise}")
        };
    }
    let _ = write!(path, "H{}V{}Z", stage.width, stage.height);
    path
}

/// Defines what the layers of [`ridges`] are filled with, if `body` has them: `#r0` the farthest to `#r3`.
pub(crate) fn define_ridges(svg: &mut Svg, body: &Svg, palette: &Palette) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        ..
    } = *palette;
    let far = mid.mix(accent, 18);
    let layers = [
        far.mix(deep, 25),
        deep.mix(mid, 35),
        deep.mix(ink, 25),
        ink.mix(deep, 25),
    ];
    for (i, colour) in (0..).zip(layers) {
        if !body.refers_to(&format!("r{i}")) {
            continue;
        }
        svg.put(format_args!(
            r#"<linearGradient id="r{i}" x2="0" y2="1"><stop stop-color="{colour}"/><stop offset=".75" stop-color="{}"/></linearGradient>"#,
            colour.mix(if i == 3 { ink } else { far }, 45)
        ));
    }
}

/// Draws stars over the sky, above `bottom`.
pub(crate) fn stars(svg: &mut Svg, look: &mut Look, stage: &Stage, bottom: i32) {
    for width in [3, 5] {
        svg.put(format_args!(
            r#"<path stroke="{}" stroke-linecap="round" stroke-width="{}" opacity=".75" d=""#,
            look.palette.pale,
            width * stage.tenths / 20
        ));
        for _ in 0..30 / width {
            let (x, y) = (
                look.rng.between(0, stage.width),
                look.rng.between(12, bottom),
            );
            svg.put(format_args!("M{x} {y}h0"));
        }
        svg.put(format_args!(r#""/>"#));
    }
}

/// Draws a few birds before the sun.
pub(crate) fn birds(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    svg.put(format_args!(r#"<g fill="{}">"#, look.palette.ink));
    let mut x = stage.x - stage.radius;
    for _ in 0..look.rng.between(3, 5) {
        x += stage.radius * look.rng.between(25, 55) / 100;
        let y = stage.y - stage.radius * look.rng.between(10, 80) / 100;
        let size = stage.radius * look.rng.between(9, 14) / 10;
        svg.put(format_args!(
            r#"<path transform="translate({x} {y}) scale({}.{:02})" d="M-15-6Q-6-9 0 0Q6-9 15-6Q6-5 0 5Q-6-5-15-6"/>"#,
            size / 100,
            size % 100
        ));
    }
    svg.put(format_args!("</g>"));
}

/// Layers of mountains between `top` and the ground, darker the nearer they are, each with mist at its foot.
pub(crate) fn ridges(svg: &mut Svg, look: &mut Look, stage: &Stage, top: i32) {
    let patterned = look.rng.between(1, 2);
    let smooth = look.rng.coin();
    let depth = (stage.ground - top).max(stage.radius);
    for i in 0..4 {
        let foot = top + depth * (i + 1) / 4 + stage.radius / 4;
        let path = outline(
            &mut look.rng,
            stage,
            foot,
            stage.radius * (13 - i * 2) / 12,
            smooth,
        );
        if i == patterned {
            svg.put(format_args!(
                r##"<g fill="url(#r{i})"><path id="m{foot}" d="{path}"/></g><use href="#m{foot}" fill="url(#p)" opacity=".25"/>"##
            ));
        } else {
            svg.put(format_args!(r#"<path fill="url(#r{i})" d="{path}"/>"#));
        }
    }
}

/// Draws one soft hill in the foreground, patterned.
pub(crate) fn hill(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette { ink, deep, .. } = *look.palette;
    let top = stage.y + stage.radius * look.rng.between(45, 80) / 100;
    let lean = stage.width * look.rng.between(-25, 25) / 100;
    let path = format!(
        "M0 {b}V{}Q{} {} {w} {}V{b}Z",
        top + stage.radius / 2,
        stage.x + lean,
        top - stage.width / 9,
        top + stage.radius * 2 / 3,
        b = stage.height,
        w = stage.width
    );
    svg.put(format_args!(
        r#"<path d="{path}" fill="{}"/><path d="{path}" fill="url(#p)" opacity=".28"/>"#,
        ink.mix(deep, 60)
    ));
}

/// Draws rows of waves that grow towards the viewer.
pub(crate) fn waves(svg: &mut Svg, palette: &Palette, stage: &Stage, horizon: i32) {
    let Palette {
        ink,
        deep,
        mid,
        pale,
        ..
    } = *palette;
    let line = mid.mix(pale, 50);
    svg.put(format_args!(
        r#"<defs><g id="v" stroke-width="7"><circle cx="100" cy="100" r="96"/><circle cx="100" cy="100" r="69"/><circle cx="100" cy="100" r="42"/><circle cx="100" cy="100" r="16"/></g></defs>"#
    ));
    let mut y = horizon;
    let mut radius = stage.radius / 6;
    let mut row = 0;
    while y - radius < stage.hidden && row < 9 {
        let near = u32::try_from(row * 12).unwrap_or_default();
        let water = mid.mix(deep, 30 + near * 7 / 10);
        let crest = line.mix(deep, near * 8 / 10);
        svg.put(format_args!(
            r##"<pattern id="o{row}" width="{}" height="{}" patternUnits="userSpaceOnUse" x="{}" y="{}"><use href="#v" fill="{water}" stroke="{crest}" transform="scale({}.{:02})"/><path d="M0 {}H{}V{}H0" fill="{}"/></pattern><path d="M0 {}H{}V{}H0" fill="url(#o{row})"/>"##,
            radius * 2,
            stage.height,
            stage.x - if row % 2 == 0 { 0 } else { radius },
            y - radius,
            radius / 100,
            radius % 100,
            radius * 17 / 10,
            radius * 2,
            stage.height,
            water.mix(ink, 30),
            y - radius,
            stage.width,
            stage.height
        ));
        y += radius * 8 / 10;
        radius = radius * 13 / 10;
        row += 1;
    }
}

/// Draws a gate in the water, its posts standing on `foot`.
pub(crate) fn torii(svg: &mut Svg, colour: Colour, x: i32, foot: i32, size: i32) {
    svg.put(format_args!(
        r#"<path transform="translate({x} {foot}) scale({}.{:02})" fill="{colour}" d="M-78-140Q0-124 78-140L74-122Q0-110-74-122ZM-62-94H62V-82H-62ZM-6-116H6V-90H-6ZM-44-116H-34L-38 30H-50ZM34-116H44L50 30H38Z"/>"#,
        size / 100,
        size % 100
    ));
}

/// Bands with round ends, staggered as in painted screens: dark above the sun, bright across it.
pub(crate) fn mist(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        pale,
    } = *look.palette;
    let bright = (accent.mix(pale, 25), accent.mix(mid, 60));
    let dark = (deep.mix(ink, 10), ink.mix(deep, 40));
    let half = stage.radius * 11 / 100;
    for (id, (from, to), y) in [
        ("n", dark, stage.y - stage.radius * 8 / 10),
        ("o", bright, stage.y + stage.radius * 3 / 10),
    ] {
        let side = look.rng.coin();
        svg.put(format_args!(
            r#"<linearGradient id="{id}" gradientUnits="userSpaceOnUse" x1="{}" x2="{}"><stop stop-color="{from}" stop-opacity="{}"/><stop offset=".3" stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient>"#,
            if side { 0 } else { stage.width },
            if side { stage.width } else { 0 },
            if stage.is_wide() { "0" } else { "1" }
        ));
        let shift = stage.radius * look.rng.between(70, 110) / 100;
        // One path for all bands, so that no seam shows between them.
        svg.put(format_args!(r#"<path fill="url(#{id})" d=""#));
        for (band, share) in (0..).zip([60, 150, 100, 10]) {
            let offset = stage.radius * share / 100 - shift;
            let tip = if side {
                stage.x + offset
            } else {
                stage.x - offset
            };
            let inner = tip + if side { -half } else { half };
            let outer = if band == 3 { inner } else { stage.width / 2 };
            let outer = outer
                + if side { -1 } else { 1 }
                    * if band == 3 {
                        stage.radius
                    } else {
                        stage.width / 2 + half
                    };
            svg.put(format_args!(
                "M{inner} {y}A{half} {half} 0 0 {sweep} {inner} {foot}H{outer}A{half} {half} 0 0 {sweep} {outer} {y}Z",
                sweep = i32::from(side),
                y = y + band * half * 2,
                foot = y + (band + 1) * half * 2
            ));
        }
        svg.put(format_args!(r#""/>"#));
    }
}
