//! Figures, and where Linux has them.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context as _, Result};

const MEGABYTE: f64 = 1e6;

pub(crate) fn figure(name: &str, value: f64) {
    println!("figure {name} {value}");
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// The value below which so many of 100 are. **Invariant:** `sorted` is not empty.
pub(crate) fn quantile(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// Returns the processor time that this thread has used so far.
pub(crate) fn processor_time() -> Result<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split(' ').next().context("schedstat is empty")?;
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}

/// Returns the resident memory of this process, in MB.
pub(crate) fn resident() -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next());
    let kibibytes: f64 = kibibytes.context("there is no VmRSS")?.parse()?;
    Ok(kibibytes * 1_024.0 / MEGABYTE)
}

/// Returns the size of all files in a folder, in MB.
pub(crate) fn size_of(folder: &Path) -> Result<f64> {
    let mut sum = 0.0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        sum += if metadata.is_dir() {
            size_of(&entry.path())?
        } else {
            f64::from(u32::try_from(metadata.len())?) / MEGABYTE
        };
    }
    Ok(sum)
}
