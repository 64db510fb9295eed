//! Browsing by combined filters. The combinations are in `bench/src/browse`.

use std::{collections::HashMap, ffi::OsStr, path::Path};

use anyhow::{Context as _, Result};

use super::{
    figures::{
        FINE_MILLISECONDS, Figures,
        Target::{self, AtMost},
    },
    scratch::Scratch,
    server::{Server, program},
};
use crate::{postgres::Cluster, process};

/// What the program tells, in the order of the table.
const FIGURES: [(&str, &str, Target); 4] = [
    ("first-p50", "any filters, p50", Target::None),
    ("first-p99", "any filters, p99", AtMost(15.0)),
    ("second-p50", "the part that follows, p50", Target::None),
    ("second-p99", "the part that follows, p99", AtMost(15.0)),
];

pub(super) fn measure(catalogue: &Path) -> Result<()> {
    let mut figures = Figures::default();
    let folder = Scratch::new("browse")?;
    let place = ["--data-dir".as_ref(), folder.path().as_os_str()];
    on("SQLite", &place, catalogue, &mut figures)?;
    match Cluster::start() {
        Ok(cluster) => {
            let place = ["--database".as_ref(), cluster.url.as_ref()];
            on("PostgreSQL", &place, catalogue, &mut figures)?;
        }
        Err(error) => println!("PostgreSQL is left out: {error:#}"),
    }
    figures.print();
    Ok(())
}

/// Measures on one engine; `place` says where its empty database is.
fn on(engine: &str, place: &[&OsStr], catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let mut import = program("mitai");
    process::run(import.args(["import", "jikan"]).arg(catalogue).args(place))?;
    let server = Server::mitai_with(|command| command.args(place))?;
    println!("Browsing, {engine} …");
    let mut told = HashMap::new();
    let mut browse = program("browse");
    browse.args(["--site", &server.address()]);
    process::run_reading(&mut browse, |line| {
        if let ["figure", name, value] = *line.split(' ').collect::<Vec<_>>() {
            told.insert(name.to_owned(), value.parse::<f64>().ok());
        }
    })?;
    for (key, name, target) in FIGURES {
        let value = told.get(key).copied().flatten();
        let value = value.with_context(|| format!("{key} was not measured"))?;
        figures.add(
            format!("{name}, {engine}"),
            value,
            FINE_MILLISECONDS,
            target,
        );
    }
    Ok(())
}
