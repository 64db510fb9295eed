//! Reads any bytes as an entry of anime-offline-database.
#![no_main]

use libfuzzer_sys::fuzz_target;
use testkit::foreign;

fuzz_target!(|body: &[u8]| foreign::offline_database(body));
