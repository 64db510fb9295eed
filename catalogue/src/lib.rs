//! The catalogue inside the binary: facts and our own synopses of the best-known titles, so that
//! Mitai is complete with no network at all.
//!
//! The text stands in `titles/*.toml`, one file for each year of first broadcast; the build script
//! packs it. **Invariant:** nothing adult, and every synopsis is written for Mitai.

use std::io::Read as _;

use domain::{
    Error, Result,
    anime::Anime,
    provenance::{BUILT_IN, Provenance},
};
use jiff::{Timestamp, civil::date, tz::TimeZone};

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/titles.json.br"));

/// All built-in titles, unpacked anew at each call.
pub fn titles() -> Result<Vec<Anime>> {
    let mut json = Vec::new();
    brotli::Decompressor::new(PACKED, 1 << 12)
        .read_to_end(&mut json)
        .map_err(|e| Error::internal("unpacking the built-in catalogue", e))?;
    serde_json::from_slice(&json).map_err(|e| Error::internal("reading the built-in catalogue", e))
}

/// Where the facts come from and of which day they are.
pub fn provenance() -> Provenance {
    Provenance {
        source: BUILT_IN.into(),
        as_of: date(2026, 8, 31)
            .to_zoned_datetime(TimeZone::UTC)
            .map_or(Timestamp::UNIX_EPOCH, |day| day.timestamp()),
    }
}
