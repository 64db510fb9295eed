//! The import of a whole catalogue.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::{
    figures::{Figures, MEGABYTES, SECONDS, Target::Below},
    memory,
    server::program,
};
use crate::process::Running;

const MAX_SECONDS: f64 = 20.0;
const MAX_MEGABYTES: f64 = 300.0;

/// Pause between two looks at a program's memory.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Measures the import of the catalogue into `data`, which is empty before and holds the catalogue afterwards.
pub(super) fn measure(catalogue: &Path, data: &Path, figures: &mut Figures) -> Result<()> {
    for case in ["into nothing", "again"] {
        println!("Importing {case} …");
        let begin = Instant::now();
        let peak = import(catalogue, data)?;
        let took = begin.elapsed().as_secs_f64();
        figures.add(format!("import {case}"), took, SECONDS, Below(MAX_SECONDS));
        if let Some(peak) = peak {
            let row = format!("import {case}, peak memory");
            figures.add(row, peak, MEGABYTES, Below(MAX_MEGABYTES));
        }
    }
    Ok(())
}

/// Imports the catalogue; returns the peak of the program's memory in MB, `None` where it cannot be read.
fn import(catalogue: &Path, data: &Path) -> Result<Option<f64>> {
    let mut command = program("mitai");
    command
        .args(["import", "jikan"])
        .arg(catalogue)
        .arg("--data-dir")
        .arg(data);
    let mut running = Running::start(&mut command)?;
    let mut peak = None;
    while !running.has_ended() {
        // The peak never falls, so only the last moments can be missed.
        peak = memory::of(running.id()).map(|memory| memory.peak).or(peak);
        thread::sleep(POLL_INTERVAL);
    }
    if !running.wait()?.success() {
        bail!("the import failed");
    }
    Ok(peak)
}
