//! Browsing by combined filters. The combinations are in `bench/src/browse`.

use std::path::Path;

use anyhow::Result;

use super::{
    engines,
    figures::{
        FINE_MILLISECONDS, Figures,
        Target::{self, AtMost},
    },
    server::{Server, program},
    told::Told,
};

/// What the program tells, in the order of the table.
const FIGURES: [(&str, &str, Target); 4] = [
    ("first-p50", "any filters, p50", Target::None),
    ("first-p99", "any filters, p99", AtMost(15.0)),
    ("second-p50", "the part that follows, p50", Target::None),
    ("second-p99", "the part that follows, p99", AtMost(15.0)),
];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    engines::on_both("browse", catalogue, |engine| {
        let server = Server::mitai_with(|command| command.args(engine.place))?;
        println!("Browsing, {} …", engine.name);
        let mut told = Told::default();
        let mut browse = program("browse");
        told.hear(browse.args(["--site", &server.address()]), || None)?;
        for (key, name, target) in FIGURES {
            let name = format!("{name}, {}", engine.name);
            figures.add(name, told.value(key)?, FINE_MILLISECONDS, target);
        }
        Ok(())
    })
}
