//! Scenes: what posters and banners show behind or above their text.

use crate::land;
use crate::look::{Composition, Look, Stage};
use crate::palette::Palette;
use crate::svg::{Hundredths, Svg};

pub(crate) fn draw(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let mut body = Svg::default();
    compose(&mut body, look, stage);
    svg.put(format_args!("<defs>"));
    gradients(svg, &body, look.palette, stage);
    land::define_ridges(svg, &body, look.palette);
    if body.refers_to("p") {
        look.pattern.define(svg, look.palette, stage.tenths);
    }
    svg.put(format_args!("</defs>"));
    svg.append(&body);
}

fn compose(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    match look.composition {
        Composition::Ridges => ridges(svg, look, stage),
        Composition::Sea => sea(svg, look, stage),
        Composition::Sunburst => sunburst(svg, look, stage),
        Composition::Sash => sash(svg, look, stage),
        Composition::Mist => mist(svg, look, stage),
        Composition::Window => window(svg, look, stage),
        Composition::Rings => rings(svg, look, stage),
        Composition::Screen => screen(svg, look, stage),
        Composition::Cover => cover(svg, look, stage),
    }
}

/// The gradients that `body` needs: `#s` sky, `#d` disc, `#g` glow.
fn gradients(svg: &mut Svg, body: &Svg, palette: &Palette, stage: &Stage) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        pale,
    } = *palette;
    let horizon = stage.ground * 100 / stage.height;
    if body.refers_to("s") {
        svg.put(format_args!(
            r#"<linearGradient id="s" x2="0" y2="1"><stop stop-color="{}"/><stop offset=".{:02}" stop-color="{deep}"/><stop offset=".{:02}" stop-color="{mid}"/><stop offset="1" stop-color="{ink}"/></linearGradient>"#,
            ink.mix(deep, 30),
            (horizon * 45 / 100).min(99),
            horizon.min(99)
        ));
    }
    if body.refers_to("d") {
        svg.put(format_args!(
            r#"<linearGradient id="d" x1=".2" x2=".7" y2="1"><stop stop-color="{}"/><stop offset="1" stop-color="{}"/></linearGradient>"#,
            accent.mix(pale, 16),
            accent.mix(mid, 25)
        ));
    }
    if body.refers_to("g") {
        svg.put(format_args!(
            r#"<radialGradient id="g"><stop offset=".3" stop-color="{accent}" stop-opacity=".5"/><stop offset=".6" stop-color="{accent}" stop-opacity=".14"/><stop offset="1" stop-color="{accent}" stop-opacity="0"/></radialGradient>"#
        ));
    }
}

fn fill(svg: &mut Svg, stage: &Stage, paint: impl std::fmt::Display) {
    svg.put(format_args!(
        r#"<path d="M0 0H{}V{}H0Z" fill="{paint}"/>"#,
        stage.width, stage.height
    ));
}

/// Draws the pattern over the whole stage, at `percent` opacity.
fn field(svg: &mut Svg, stage: &Stage, percent: i32) {
    svg.put(format_args!(
        r#"<path d="M0 0H{}V{}H0Z" fill="url(#p)" opacity=".{percent:02}"/>"#,
        stage.width, stage.height
    ));
}

fn glow(svg: &mut Svg, stage: &Stage) {
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="url(#g)"/>"#,
        stage.x,
        stage.y,
        stage.radius * 26 / 10
    ));
}

fn disc(svg: &mut Svg, stage: &Stage) {
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="url(#d)"/>"#,
        stage.x, stage.y, stage.radius
    ));
}

fn ridges(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    fill(svg, stage, "url(#s)");
    field(svg, stage, 16);
    glow(svg, stage);
    disc(svg, stage);
    if look.rng.coin() {
        land::stars(svg, look, stage, stage.y);
    } else {
        land::birds(svg, look, stage);
    }
    land::ridges(svg, look, stage, stage.y + stage.radius / 3);
}

fn sea(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    fill(svg, stage, "url(#s)");
    let horizon = stage.y + stage.radius * look.rng.between(40, 75) / 100;
    field(svg, stage, 10);
    glow(svg, stage);
    disc(svg, stage);
    if look.rng.between(1, 3) > 1 {
        land::torii(
            svg,
            look.palette.ink,
            stage.x,
            horizon + stage.radius / 8,
            stage.radius,
        );
    }
    land::waves(svg, look.palette, stage, horizon);
}

/// A circle whose stroke fills it, dashed into an even number of beams.
fn sunburst(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        deep, mid, accent, ..
    } = *look.palette;
    let reach = stage.width.max(stage.height);
    fill(svg, stage, deep.mix(mid, 20));
    // The circle's length is its diameter times pi
    let beam = reach * 31_416 / (look.rng.pick(&[24, 32, 40]) * 100);
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="none" stroke="{}" stroke-width="{reach}" stroke-dasharray="{}" opacity=".62" transform="rotate({} {} {})"/>"#,
        stage.x,
        stage.y,
        reach / 2,
        mid.mix(accent, 30),
        Hundredths(beam),
        look.rng.between(0, 14),
        stage.x,
        stage.y
    ));
    field(svg, stage, 22);
    glow(svg, stage);
    disc(svg, stage);
    land::hill(svg, look, stage);
}

fn sash(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        pale,
    } = *look.palette;
    fill(svg, stage, "url(#s)");
    field(svg, stage, 8);
    glow(svg, stage);
    disc(svg, stage);
    let angle = if look.rng.coin() { -32 } else { 32 };
    let breadth = stage.radius * look.rng.between(110, 150) / 100;
    let (left, length) = (stage.x - stage.width, stage.width * 2);
    let top = stage.y + stage.radius / 4;
    svg.put(format_args!(
        r#"<g transform="rotate({angle} {} {})"><path d="M{left} {top}h{length}v{breadth}H{left}Z" fill="{}"/><path d="M{left} {top}h{length}v{breadth}H{left}Z" fill="url(#p)" opacity=".8"/>"#,
        stage.x,
        stage.y,
        deep.mix(mid, 45)
    ));
    let line = (stage.radius / 22).max(2);
    svg.put(format_args!(
        r#"<path d="M{left} {}h{length}" stroke="{accent}" stroke-width="{}"/><path d="M{left} {}h{length}M{left} {}h{length}" stroke="{pale}" stroke-width="{line}" opacity=".7"/>"#,
        top,
        line * 3,
        top + breadth,
        top + breadth + line * 4
    ));
    svg.put(format_args!(
        r#"<path d="M{left} {}h{length}v{length}H{left}Z" fill="{ink}" opacity=".5"/></g>"#,
        top + breadth + line * 6
    ));
    if stage.is_wide() {
        land::ridges(svg, look, stage, stage.y + stage.radius * 8 / 5);
    }
}

fn mist(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    fill(svg, stage, "url(#s)");
    field(svg, stage, 38);
    glow(svg, stage);
    disc(svg, stage);
    land::ridges(svg, look, stage, stage.y + stage.radius);
    land::mist(svg, look, stage);
}

fn window(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        pale,
    } = *look.palette;
    fill(svg, stage, ink.mix(deep, 55));
    field(svg, stage, 24);
    let (x, y, radius) = (stage.x, stage.y, stage.radius * 15 / 10);
    svg.put(format_args!(
        r#"<clipPath id="c"><circle cx="{x}" cy="{y}" r="{radius}"/></clipPath><linearGradient id="k" x2="0" y2="1"><stop stop-color="{deep}"/><stop offset=".8" stop-color="{}"/></linearGradient><circle cx="{x}" cy="{y}" r="{}" fill="{ink}"/><g clip-path="url(#c)"><circle cx="{x}" cy="{y}" r="{radius}" fill="url(#k)"/>"#,
        mid.mix(accent, 35),
        radius + stage.radius / 7
    ));
    let sun = look.rng.between(-30, 30);
    svg.put(format_args!(
        r#"<circle cx="{}" cy="{}" r="{}" fill="url(#d)"/>"#,
        x + stage.radius * sun / 100,
        y - stage.radius / 6,
        stage.radius * 62 / 100
    ));
    land::ridges(svg, look, stage, y + stage.radius / 5);
    svg.put(format_args!(
        r#"</g><g fill="none" stroke="{pale}"><circle cx="{x}" cy="{y}" r="{radius}" stroke-width="{}"/><circle cx="{x}" cy="{y}" r="{}" opacity=".4"/></g>"#,
        (stage.radius / 30).max(2),
        radius + stage.radius / 7
    ));
    if stage.is_wide() {
        land::ridges(svg, look, stage, y + radius / 2);
    }
}

fn rings(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        ink,
        deep,
        mid,
        accent,
        ..
    } = *look.palette;
    fill(svg, stage, ink);
    let patterned = i32::from(look.rng.coin());
    for ring in (1..6).rev() {
        let radius = stage.radius * (10 + ring * 7 + ring * ring) / 10;
        let colour = mid.mix(accent, 22).mix(
            deep.mix(ink, 45),
            u32::try_from(ring * 18 + 8).unwrap_or_default(),
        );
        svg.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{radius}" fill="{colour}"/>"#,
            stage.x, stage.y
        ));
        if ring % 2 == patterned {
            svg.put(format_args!(
                r#"<circle cx="{}" cy="{}" r="{radius}" fill="url(#p)" opacity=".4"/>"#,
                stage.x, stage.y
            ));
        }
        svg.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{radius}" fill="none" stroke="{accent}" stroke-width="{}" opacity=".55"/>"#,
            stage.x,
            stage.y,
            (stage.radius / 50).max(1)
        ));
    }
    glow(svg, stage);
    disc(svg, stage);
    land::ridges(svg, look, stage, stage.y + stage.radius * 2);
}

/// Leaves of a screen: each falls into shadow on one side, every second one is patterned.
fn screen(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette { ink, pale, .. } = *look.palette;
    fill(svg, stage, "url(#s)");
    glow(svg, stage);
    disc(svg, stage);
    let leaves = if stage.is_wide() { 8 } else { 4 };
    let breadth = stage.width / leaves;
    let first = look.rng.between(0, 1);
    for leaf in (first..leaves).step_by(2) {
        svg.put(format_args!(
            r#"<path d="M{} 0h{breadth}v{}h-{breadth}Z" fill="url(#p)" opacity=".45"/>"#,
            leaf * breadth,
            stage.height
        ));
    }
    land::ridges(svg, look, stage, stage.y + stage.radius / 2);
    svg.put(format_args!(
        r#"<linearGradient id="l"><stop stop-color="{ink}" stop-opacity=".62"/><stop offset=".7" stop-color="{ink}" stop-opacity="0"/></linearGradient>"#
    ));
    for leaf in 0..leaves {
        svg.put(format_args!(
            r#"<path d="M{x} 0h{breadth}v{}h-{breadth}Z" fill="url(#l)"/><path d="M{x} 0v{}" stroke="{pale}" opacity=".28"/>"#,
            stage.height,
            stage.height,
            x = leaf * breadth
        ));
    }
}

fn cover(svg: &mut Svg, look: &mut Look, stage: &Stage) {
    let Palette {
        deep, mid, pale, ..
    } = *look.palette;
    let base = if look.rng.coin() {
        deep
    } else {
        deep.mix(mid, 60)
    };
    fill(svg, stage, base);
    field(svg, stage, 60);
    let radius = stage.radius * 12 / 10;
    svg.put(format_args!(
        r#"<g transform="translate({} {})"><circle r="{radius}" fill="url(#d)"/><circle r="{}" fill="none" stroke="{pale}" stroke-width="2" opacity=".6"/></g>"#,
        stage.x,
        stage.ground - stage.radius / 6,
        radius + 12
    ));
}
