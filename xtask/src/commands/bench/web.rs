//! Pages in a browser. The measurements themselves are in `bench/`, because the browser's
//! tools are Node's.

use std::path::Path;

use anyhow::Result;

use super::{
    NO_DATA, crowd,
    figures::{
        Figures, KILOBYTES, MILLISECONDS, SCORE, SHIFT,
        Target::{AtLeast, AtMost, None},
    },
    reported::Reported,
    scratch::Scratch,
    server::Server,
};
use crate::{machine, node, paths};

/// The pages that are also opened as a plain single-page app.
const COMPARED: [&str; 2] = ["home", "title"];
/// The other public pages that are opened.
const ROUTES: [&str; 19] = [
    "search",
    "browse",
    "filtered",
    "login",
    "signup",
    "forgot",
    "reset",
    "about",
    "contact",
    "feedback",
    "report",
    "privacy",
    "terms",
    "faq",
    "developers",
    "person",
    "character",
    "review",
    "user",
];
/// The pages that Lighthouse judges.
const JUDGED: [&str; 5] = ["home", "title", "browse", "login", "about"];
/// The largest size of the script of the first route, in kB.
const MAX_SCRIPT: f64 = 80.0;
/// The latest largest paint of the worst title, in milliseconds.
const WORST_TITLE: f64 = 1600.0;
const PERFORMANCE: f64 = 98.0;
const MAX_SHIFT: f64 = 0.02;
/// The milliseconds within which a toggle shows.
const TOGGLE: f64 = 50.0;
/// What a long watchlist takes, in milliseconds. Whoever sorts feels from 100 on that the page waits (RAIL).
const WATCHLIST: [(&str, &str, f64); 3] = [
    ("scrolling", "longest frame while scrolling", 50.0),
    (
        "sorting",
        "longest frame while sorting and filtering",
        100.0,
    ),
    ("step", "one more episode shows", 50.0),
];
/// The screens, each with its latest largest paint in milliseconds.
const SCREENS: [(&str, f64); 2] = [("phone", 1400.0), ("desktop", 1100.0)];

/// Titles are drawn by `seed` from the built-in catalogue and, where there is one, from the given one, whose
/// synopses are longer.
pub(super) fn measure(catalogue: Option<&Path>, seed: u32, figures: &mut Figures) -> Result<()> {
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
        .env("MITAI_WEB", paths::web().join("dist"))
        .env("MITAI_SEED", seed.to_string());
    if let Some(full) = &full {
        measure.env("MITAI_FULL_ADDRESS", full.address());
    }
    let mut reported = Reported::default();
    reported.read(&mut measure, || Option::None)?;
    add_pages(&reported, figures)?;
    add_titles("titles", "titles", &reported, figures)?;
    add_audits(&reported, figures)?;
    figures.add(
        "gallery, desktop: a toggle shows",
        reported.value("toggle")?,
        MILLISECONDS,
        AtMost(TOGGLE),
    );
    for (name, what, most) in WATCHLIST {
        figures.beside(
            ("a list of 100", reported.value(&format!("{name}-100"))?),
            format!("a watchlist of 10,000: {what}"),
            reported.value(&format!("{name}-10000"))?,
            MILLISECONDS,
            AtMost(most),
        );
    }
    if full.is_some() {
        add_titles(
            "full-titles",
            "titles of the full catalogue",
            &reported,
            figures,
        )
    } else {
        figures.missing("web, titles of the full catalogue", NO_DATA);
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

fn add_pages(reported: &Reported, figures: &mut Figures) -> Result<()> {
    for name in COMPARED.into_iter().chain(ROUTES) {
        for (screen, largest_paint) in SCREENS {
            let value = |figure: &str| reported.value(&format!("{name}-{screen}-{figure}"));
            let paints = [
                ("fcp", "first paint", None),
                ("lcp", "largest paint", AtMost(largest_paint)),
            ];
            for (figure, what, target) in paints {
                let row = format!("{name}, {screen}: {what}");
                if COMPARED.contains(&name) {
                    let plain = value(&format!("plain-{figure}"))?;
                    let plain = ("plain single-page app", plain);
                    figures.beside(plain, row, value(figure)?, MILLISECONDS, target);
                } else {
                    figures.add(row, value(figure)?, MILLISECONDS, target);
                }
            }
            let row = format!("{name}, {screen}: layout shift");
            figures.add(row, value("cls")?, SHIFT, AtMost(MAX_SHIFT));
        }
    }
    let script = reported.value("home-phone-script")?;
    figures.add("home: script", script, KILOBYTES, AtMost(MAX_SCRIPT));
    Ok(())
}

fn add_titles(name: &str, row: &str, reported: &Reported, figures: &mut Figures) -> Result<()> {
    for (screen, largest_paint) in SCREENS {
        let value = |figure: &str| reported.value(&format!("{name}-{screen}-{figure}"));
        for (figure, what, unit, target) in [
            (
                "lcp",
                "largest paint, median",
                MILLISECONDS,
                AtMost(largest_paint),
            ),
            (
                "worst",
                "largest paint, worst",
                MILLISECONDS,
                AtMost(WORST_TITLE),
            ),
            ("cls", "layout shift, worst", SHIFT, AtMost(MAX_SHIFT)),
        ] {
            figures.add(
                format!("{row}, {screen}: {what}"),
                value(figure)?,
                unit,
                target,
            );
        }
    }
    Ok(())
}

fn add_audits(reported: &Reported, figures: &mut Figures) -> Result<()> {
    for name in JUDGED {
        for (category, least) in [
            ("performance", PERFORMANCE),
            ("accessibility", 100.0),
            ("best-practices", 100.0),
            ("seo", 100.0),
        ] {
            let score = reported.value(&format!("{name}-{category}"))?;
            let row = format!("{name}, Lighthouse: {category}");
            figures.add(row, score, SCORE, AtLeast(least));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use crate::paths;

    /// The pages of a signed-in user, which are not opened.
    const OWN: [&str; 6] = [
        "account",
        "activity",
        "import",
        "profile",
        "statistics",
        "watchlist",
    ];

    /// The first parts of the paths that stand in a program after each of these quotation marks.
    fn paths_in(program: &str, quotes: &[&str]) -> BTreeSet<String> {
        let parts = quotes.iter().flat_map(|quote| program.split(quote).skip(1));
        parts
            .map(|path| path.chars().take_while(char::is_ascii_lowercase).collect())
            .collect()
    }

    #[test]
    fn each_public_page_of_the_web_app_is_measured() {
        let read = |path| fs::read_to_string(path).unwrap();
        let pages = paths_in(&read(paths::web().join("src/pages.ts")), &["\n  \"/"]);
        let bench =
            read(paths::bench().join("web.mjs")) + &read(paths::bench().join("user-content.mjs"));
        let mut measured = paths_in(&bench, &["\"/", "`/"]);
        measured.extend(OWN.map(str::to_owned));
        assert!(pages.len() > 20, "{pages:?}");
        let missing: Vec<_> = pages.difference(&measured).collect();
        assert!(missing.is_empty(), "not measured: {missing:?}");
    }
}
