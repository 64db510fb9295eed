//! The same measurement on both databases.

use std::{ffi::OsStr, path::Path};

use anyhow::Result;

use super::{scratch::Scratch, server::program};
use crate::{postgres::Cluster, process};

/// Imports the catalogue into an empty database of each engine and measures there. `measure` gets
/// the engine's name and the settings that say where the database is.
pub(super) fn on_both(
    name: &str,
    catalogue: &Path,
    mut measure: impl FnMut(&str, &[&OsStr]) -> Result<()>,
) -> Result<()> {
    let mut on = |engine: &str, place: &[&OsStr]| {
        let mut import = program("mitai");
        process::run(import.args(["import", "jikan"]).arg(catalogue).args(place))?;
        measure(engine, place)
    };
    let folder = Scratch::new(name)?;
    on(
        "SQLite",
        &["--data-dir".as_ref(), folder.path().as_os_str()],
    )?;
    match Cluster::start() {
        Ok(cluster) => on(
            "PostgreSQL without fsync",
            &["--database".as_ref(), cluster.url.as_ref()],
        ),
        Err(error) => {
            println!("PostgreSQL is left out: {error:#}");
            Ok(())
        }
    }
}
