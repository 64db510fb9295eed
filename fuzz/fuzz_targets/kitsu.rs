//! Reads any bytes as an answer of Kitsu.
#![no_main]

use libfuzzer_sys::fuzz_target;
use testkit::foreign;

fuzz_target!(|body: &[u8]| foreign::kitsu(body));
