//! Pages in a browser. The measurements themselves are in `bench/`, because the browser's
//! tools are Node's.

use std::path::Path;

use anyhow::Result;

use super::{
    NO_DATA, crowd,
    figures::{
        Figures, KILOBYTES, MILLISECONDS, SCORE, SHIFT,
        Target::{self, AtLeast, AtMost, None},
        Unit,
    },
    scratch::Scratch,
    server::Server,
    told::Told,
};
use crate::{machine, node, paths};

/// A page and what it has to reach.
struct Page {
    name: &'static str,
    /// Milliseconds.
    largest_paint: f64,
    script: Target,
    performance: Target,
    best_practices: Target,
}

const PAGES: [Page; 2] = [
    Page {
        name: "home",
        largest_paint: 2000.0,
        script: AtMost(90.0),
        performance: AtLeast(96.0),
        best_practices: AtLeast(100.0),
    },
    Page {
        name: "title",
        largest_paint: 2500.0,
        script: None,
        performance: None,
        best_practices: None,
    },
];
const MOST_SHIFT: f64 = 0.02;
/// Milliseconds, from which on somebody feels that a page waits (RAIL).
const LONGEST_FRAME: f64 = 100.0;
/// Milliseconds, within which a toggle shows.
const TOGGLE: f64 = 50.0;
const SCREENS: [&str; 2] = ["phone", "desktop"];

/// A title's page is opened in the built-in catalogue and, where there is one, in the given one, whose
/// synopses are longer.
pub(super) fn measure(catalogue: Option<&Path>, figures: &mut Figures) -> Result<()> {
    let folder = paths::bench();
    node::install(&folder)?;
    let chromium = machine::chromium()?;
    let data = Scratch::new("web")?;
    let server = ready(&data)?;
    let full = catalogue.map(|catalogue| crowd::imported("web-full", catalogue));
    let full = full.transpose()?;
    let full = full.as_ref().map(ready).transpose()?;
    if let (Some(full), Some(catalogue)) = (&full, catalogue) {
        crowd::warm_up(full, catalogue)?;
    }
    let mut measure = node::script(&folder, "web");
    measure
        .env("CHROMIUM_PATH", chromium)
        .env("MITAI_ADDRESS", server.address())
        .env("MITAI_WEB", paths::web().join("dist"));
    if let Some(full) = &full {
        measure.env("MITAI_FULL_ADDRESS", full.address());
    }
    let mut told = Told::default();
    told.hear(&mut measure, || Option::None)?;
    for page in &PAGES {
        add(page, &told, figures)?;
    }
    figures.add(
        "gallery, desktop: a toggle shows",
        told.value("toggle")?,
        MILLISECONDS,
        AtMost(TOGGLE),
    );
    figures.beside(
        ("a list of 100", told.value("frame-100")?),
        "a watchlist of 10,000: longest frame",
        told.value("frame-10000")?,
        MILLISECONDS,
        AtMost(LONGEST_FRAME),
    );
    if full.is_some() {
        add_full(&told, figures)
    } else {
        figures.missing("web, title of the full catalogue", NO_DATA);
        Ok(())
    }
}

/// A server whose pages hold no foreign picture, because the browser is to ask nobody else. It has been
/// asked before: a visitor seldom is the first one after a start.
fn ready(data: &Scratch) -> Result<Server> {
    let server = Server::mitai_with(|command| {
        command
            .args(["--images", "drawn", "--data-dir"])
            .arg(data.path())
    })?;
    server.get("/")?;
    Ok(server)
}

fn add_full(told: &Told, figures: &mut Figures) -> Result<()> {
    let [_, title] = &PAGES;
    for screen in SCREENS {
        let told = |figure: &str| told.value(&format!("full-{screen}-{figure}"));
        let name = format!("title of the full catalogue, {screen}");
        figures.add(
            format!("{name}: largest paint"),
            told("lcp")?,
            MILLISECONDS,
            AtMost(title.largest_paint),
        );
        figures.add(
            format!("{name}: layout shift"),
            told("cls")?,
            SHIFT,
            AtMost(MOST_SHIFT),
        );
    }
    Ok(())
}

fn add(page: &Page, told: &Told, figures: &mut Figures) -> Result<()> {
    let name = page.name;
    for screen in SCREENS {
        let told = |figure: &str| told.value(&format!("{name}-{screen}-{figure}"));
        let paints = [
            ("fcp", "first paint", None),
            ("lcp", "largest paint", AtMost(page.largest_paint)),
        ];
        for (figure, what, target) in paints {
            let (ours, plain) = (told(figure)?, told(&format!("plain-{figure}"))?);
            let row = format!("{name}, {screen}: {what}");
            let plain = ("plain single-page app", plain);
            figures.beside(plain, row, ours, MILLISECONDS, target);
        }
        let rest: [(&str, &str, Unit, Target); 2] = [
            ("cls", "layout shift", SHIFT, AtMost(MOST_SHIFT)),
            ("script", "script", KILOBYTES, page.script),
        ];
        for (figure, what, unit, target) in rest {
            figures.add(
                format!("{name}, {screen}: {what}"),
                told(figure)?,
                unit,
                target,
            );
        }
    }
    for (figure, target) in [
        ("performance", page.performance),
        ("accessibility", AtLeast(100.0)),
        ("best-practices", page.best_practices),
        ("seo", AtLeast(100.0)),
    ] {
        let score = told.value(&format!("{name}-{figure}"))?;
        figures.add(
            format!("{name}, Lighthouse: {figure}"),
            score,
            SCORE,
            target,
        );
    }
    Ok(())
}
