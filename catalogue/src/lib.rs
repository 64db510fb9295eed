//! The catalogue inside the binary: facts and our own synopses of the best-known titles, with casts and staffs of the
//! most popular of them, so that Mitai is complete with no network at all.
//!
//! The text stands in `titles/*.toml`, one file for each year of first broadcast, and in `credits/*.toml`; the build script
//! packs it. **Invariant:** nothing adult, and every synopsis is written for Mitai.

use std::io::Read as _;

use domain::{
    Error, Result,
    anime::{Anime, MalId},
    extras::{CastMember, Extra, StaffMember, TitleExtra},
    provenance::{BUILT_IN, Provenance},
};
use jiff::{Timestamp, civil::date, tz::TimeZone};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

static TITLES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/titles.json.br"));
static CREDITS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/credits.json.br"));

/// All built-in titles, unpacked anew at each call.
pub fn titles() -> Result<Vec<Anime>> {
    unpack(TITLES)
}

/// Who is in the most popular of them, and who made these, unpacked anew at each call.
pub fn extras() -> Result<Vec<TitleExtra>> {
    let credits: Vec<(MalId, Vec<CastMember>, Vec<StaffMember>)> = unpack(CREDITS)?;
    let extras = credits.into_iter().flat_map(|(mal_id, cast, staff)| {
        [Extra::Characters(cast), Extra::Staff(staff)].map(|extra| TitleExtra { mal_id, extra })
    });
    Ok(extras.collect())
}

fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Result<T> {
    let mut json = Vec::new();
    brotli::Decompressor::new(packed, 1 << 12)
        .read_to_end(&mut json)
        .map_err(|e| Error::internal("unpacking the built-in catalogue", e))?;
    serde_json::from_slice(&json).map_err(|e| Error::internal("reading the built-in catalogue", e))
}

/// The digest of all that is built in, and of the version that reads it.
pub fn digest() -> String {
    let packed = Sha256::new().chain_update(TITLES).chain_update(CREDITS);
    let dated = packed.chain_update(provenance().as_of.to_string());
    hex::encode(dated.chain_update(env!("CARGO_PKG_VERSION")).finalize())
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
