//! How much memory a program holds, as Linux reports it.

use std::fs;

/// A program's memory, in MB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Memory {
    /// The memory that is resident now.
    pub(super) now: f64,
    /// The largest memory that was resident so far.
    pub(super) peak: f64,
}

/// Returns the memory of the process with this id; `None` without `/proc`, or if there is no such process any more.
pub(super) fn of(process: u32) -> Option<Memory> {
    parse(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn parse(status: &str) -> Option<Memory> {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kibibytes * 1024.0 / 1e6)
    };
    Some(Memory {
        now: field("VmRSS:")?,
        peak: field("VmHWM:")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Memory, parse};

    #[test]
    fn kibibytes_become_megabytes() {
        let status = "Name:\tmitai\nVmHWM:\t   31250 kB\nVmRSS:\t   15625 kB\nThreads:\t4\n";
        let (now, peak) = (16.0, 32.0);
        assert_eq!(parse(status), Some(Memory { now, peak }));
        assert_eq!(parse("Name:\tended\nState:\tZ (zombie)\n"), None);
    }
}
