//! Browsing by combined filters. The combinations are in `bench/src/browse`.

use std::path::Path;

use anyhow::Result;

use super::{
    engines,
    figures::{
        BARE_AXUM, FINE_MILLISECONDS, Figures,
        Target::{self, AtMost},
    },
    reported::Reported,
    server::{Server, program},
};

/// The call whose answer the bare handler sends, too.
const PAGE: &str = "/api/v1/browse?";

/// The figures that the program reports, each with its yardstick, in the order of the table.
const FIGURES: [(&str, &str, &str, Target); 4] = [
    ("first-p50", "bare-p50", "any filters, p50", Target::None),
    ("first-p99", "bare-p99", "any filters, p99", AtMost(15.0)),
    (
        "second-p50",
        "bare-p50",
        "the part that follows, p50",
        Target::None,
    ),
    (
        "second-p99",
        "bare-p99",
        "the part that follows, p99",
        AtMost(15.0),
    ),
];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    engines::on_both("browse", catalogue, figures, |engine, figures| {
        let server = Server::mitai_with(|command| command.args(engine.place))?;
        let bare = Server::yardstick(&server.get(PAGE)?)?;
        println!("Browsing, {} …", engine.name);
        let mut reported = Reported::default();
        let mut browse = program("browse");
        browse.args(["--site", &server.address(), "--bare", &bare.address()]);
        reported.read(&mut browse, || None)?;
        for (key, bare, name, target) in FIGURES {
            let name = format!("{name}, {}", engine.name);
            let bare = (BARE_AXUM, reported.value(bare)?);
            figures.beside(bare, name, reported.value(key)?, FINE_MILLISECONDS, target);
        }
        Ok(())
    })
}
