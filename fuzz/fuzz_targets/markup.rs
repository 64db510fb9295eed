//! Checks the invariants of markup on any text that somebody may write.
#![no_main]

#[path = "../../crates/markup/tests/hostile/invariants.rs"]
mod invariants;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| invariants::check(text));
