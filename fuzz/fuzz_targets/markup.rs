//! A text that somebody writes.
#![no_main]

#[path = "../../crates/markup/tests/hostile/invariants.rs"]
mod invariants;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| invariants::check(text));
