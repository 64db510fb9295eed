//! The same measurement on both databases.

use std::{ffi::OsStr, path::Path};

use anyhow::Result;

use super::{scratch::Scratch, server::program};
use crate::{postgres::Cluster, process};

/// An engine's database that holds the catalogue.
pub(super) struct Engine<'a> {
    pub(super) name: &'static str,
    /// The settings that say where it is.
    pub(super) place: [&'a OsStr; 2],
    /// What `raw` is told to measure the engine alone: its kind, and where.
    pub(super) raw: [&'a OsStr; 2],
}

/// Imports the catalogue into an empty database of each engine and measures there.
pub(super) fn on_both(
    name: &str,
    catalogue: &Path,
    mut measure: impl FnMut(&Engine) -> Result<()>,
) -> Result<()> {
    let mut on = |engine: &Engine| {
        let mut import = program("mitai");
        let import = import.args(["import", "jikan"]).arg(catalogue);
        process::run(import.args(engine.place))?;
        measure(engine)
    };
    let folder = Scratch::new(name)?;
    let raw = folder.path().join("raw.db");
    on(&Engine {
        name: "SQLite",
        place: ["--data-dir".as_ref(), folder.path().as_os_str()],
        raw: ["sqlite".as_ref(), raw.as_os_str()],
    })?;
    match Cluster::start() {
        Ok(cluster) => on(&Engine {
            name: "PostgreSQL without fsync",
            place: ["--database".as_ref(), cluster.url.as_ref()],
            raw: ["postgres".as_ref(), cluster.url.as_ref()],
        }),
        Err(error) => {
            println!("PostgreSQL is left out: {error:#}");
            Ok(())
        }
    }
}
