//! A text that somebody writes.
#![no_main]

#[path = "../../crates/markup/tests/hostile/held.rs"]
mod held;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| held::check(text));
