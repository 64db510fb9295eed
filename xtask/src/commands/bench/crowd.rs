//! Many at once: visitors and open streams. They come from `bench/src/crowd`.

use std::path::Path;

use anyhow::Result;

use super::{
    reported::Reported,
    scratch::Scratch,
    server::{Server, program},
};
use crate::process;

/// Returns a new data folder into which the catalogue was imported.
pub(super) fn imported(name: &str, catalogue: &Path) -> Result<Scratch> {
    let data = Scratch::new(name)?;
    let mut import = program("mitai");
    import.args(["import", "jikan"]).arg(catalogue);
    process::run(import.arg("--data-dir").arg(data.path()))?;
    Ok(data)
}

/// Returns the figures that the crowd of a server reports.
pub(super) fn of(server: &Server, catalogue: &Path, who: &[&str]) -> Result<Reported> {
    let mut crowd = program("crowd");
    crowd.args(["--site", &server.address(), "--catalogue"]);
    crowd.arg(catalogue).args(who);
    let mut reported = Reported::default();
    reported.read(&mut crowd, || server.memory().map(|memory| memory.now))?;
    Ok(reported)
}

/// Has visitors use a server that makes its index meanwhile: what that takes for a while and gives back
/// would be in the figures of its memory.
pub(super) fn warm_up(server: &Server, catalogue: &Path) -> Result<()> {
    of(server, catalogue, &["--visitors", "20", "--seconds", "5"]).map(drop)
}
