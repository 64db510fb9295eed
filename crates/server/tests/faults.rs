//! What fails around the real binary: the disk, its permissions, the files. What visitors and
//! operators see of each stands in `docs/faults.md`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
// Limits of a running process are set by Linux's own program
#[cfg(target_os = "linux")]
mod full_disk;
mod index;
mod mitai;
mod power_cut;
#[cfg(target_os = "linux")]
mod read_only;
