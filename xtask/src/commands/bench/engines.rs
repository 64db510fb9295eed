//! The same measurement on both databases.

use std::{ffi::OsStr, path::Path};

use anyhow::Result;

use super::{figures::Figures, scratch::Scratch, server::program};
use crate::{postgres::Cluster, process};

/// An engine's database that holds the catalogue.
pub(super) struct Engine<'a> {
    pub(super) name: &'static str,
    /// The name of the yardstick that is the engine alone.
    pub(super) alone: &'static str,
    /// The flag and the value that name the database to Mitai.
    pub(super) place: [&'a OsStr; 2],
    /// What `raw` is reported to measure the engine alone: its kind, and where.
    pub(super) raw: [&'a OsStr; 2],
}

/// Imports the catalogue into an empty database of each engine and measures there.
pub(super) fn on_both(
    name: &str,
    catalogue: &Path,
    figures: &mut Figures,
    measure: impl Fn(&Engine, &mut Figures) -> Result<()>,
) -> Result<()> {
    let on = |engine: &Engine, figures: &mut Figures| {
        let mut import = program("mitai");
        let import = import.args(["import", "jikan"]).arg(catalogue);
        process::run(import.args(engine.place))?;
        measure(engine, figures)
    };
    let folder = Scratch::new(name)?;
    let raw = folder.path().join("raw.db");
    let sqlite = Engine {
        name: "SQLite",
        alone: "raw SQLite",
        place: ["--data-dir".as_ref(), folder.path().as_os_str()],
        raw: ["sqlite".as_ref(), raw.as_os_str()],
    };
    on(&sqlite, figures)?;
    match Cluster::start() {
        Ok(cluster) => {
            let postgres = Engine {
                name: "PostgreSQL without fsync",
                alone: "raw PostgreSQL",
                place: ["--database".as_ref(), cluster.url.as_ref()],
                raw: ["postgres".as_ref(), cluster.url.as_ref()],
            };
            on(&postgres, figures)
        }
        Err(error) => {
            figures.missing(format!("{name}, PostgreSQL"), format!("{error:#}"));
            Ok(())
        }
    }
}
