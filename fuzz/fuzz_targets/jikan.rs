//! Reads any bytes as an answer of a Jikan-compatible service.
#![no_main]

use libfuzzer_sys::fuzz_target;
use testkit::foreign;

fuzz_target!(|body: &[u8]| foreign::jikan(body));
