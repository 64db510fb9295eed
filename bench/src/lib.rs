//! What the measuring programs have in common. Each reports what it measured by lines `figure NAME
//! VALUE`; durations are in milliseconds unless a program says otherwise, sizes in kB. A line `mark
//! NAME` asks for the server's memory, which is read from outside.

mod fixture;
mod listening;
mod seeded_rng;

pub use fixture::{Fixture, median, milliseconds_since, quantile};
pub use listening::Listening;
pub use seeded_rng::SeededRng;

/// Prints a figure for xtask, which reads it.
pub fn figure(name: &str, value: f64) {
    println!("figure {name} {value}");
}

/// Asks xtask, which reads the output, to measure the server's memory under this name.
pub fn mark(name: &str) {
    println!("mark {name}");
}

/// Tells how long the events of a stream are, in bytes, so that the yardstick sends as much.
pub fn lengths(snapshot: usize, change: usize) -> anyhow::Result<()> {
    for (name, bytes) in [("snapshot-bytes", snapshot), ("change-bytes", change)] {
        figure(name, f64::from(u32::try_from(bytes)?));
    }
    Ok(())
}
