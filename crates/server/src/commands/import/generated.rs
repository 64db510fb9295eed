//! Whatever a file holds, it is read to its end or refused with a sentence, and never all of it at once.

use std::{fs, io::Write as _};

use flate2::{Compression, write::GzEncoder};
use indicatif::ProgressBar;
use proptest::{prelude::*, sample::Index};

use clap::ValueEnum as _;

use super::{JikanLines, OfflineDatabase, jikan_lines::LineKind};

const RECORD: &str = r#"{"sources":["https://myanimelist.net/anime/5114"],"title":"A","type":"TV",
    "episodes":64,"status":"FINISHED","animeSeason":{"season":"SPRING","year":2009},"tags":["drama"]}"#;
const FULL: &str =
    r#"{"mal_id":5114,"title":"A","score":9.1,"relations":[],"genres":[{"mal_id":1}]}"#;

/// Something of the form that one of the readers takes.
fn text() -> impl Strategy<Value = String> {
    let record = prop_oneof![
        Just(RECORD.replace('\n', " ")),
        Just(FULL.to_owned()),
        Just(r#"{"lastUpdate":"2026-11-01"}"#.to_owned()),
        Just("[[[[[[[[".repeat(40)),
        any::<String>(),
        "[\\[\\]{}\",:0-9a-z \\\\]{0,60}",
    ];
    let records = prop::collection::vec(record, 0..8);
    (records, any::<bool>()).prop_map(|(records, whole)| {
        if whole {
            format!(r#"{{"lastUpdate":"x","data":[{}]}}"#, records.join(","))
        } else {
            records.join("\n")
        }
    })
}

fn packed(bytes: &[u8], how: u8) -> Vec<u8> {
    match how {
        0 => bytes.to_vec(),
        1 => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(bytes).unwrap();
            packed.finish().unwrap()
        }
        _ => zstd::encode_all(bytes, 1).unwrap(),
    }
}

/// A file: text or anything, plain or packed, whole, cut off, or with another byte in it.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop_oneof![
        3 => text().prop_map(String::into_bytes),
        1 => any::<Vec<u8>>(),
    ];
    let harm = (any::<Index>(), any::<u8>(), 0..3_u8);
    (bytes, 0..3_u8, harm).prop_map(|(bytes, how, (place, byte, harm))| {
        let mut bytes = packed(&bytes, how);
        let place = place.index(bytes.len() + 1);
        match harm {
            0 => bytes.truncate(place),
            1 if place < bytes.len() => bytes[place] = byte,
            _ => {}
        }
        bytes
    })
}

proptest! {
    #[test]
    fn file_is_read_to_its_end_or_refused(bytes in file()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made-up");
        fs::write(&path, &bytes).unwrap();
        let progress = ProgressBar::hidden();
        let jikan = LineKind::value_variants().iter();
        let jikan = jikan.map(|kind| JikanLines::open(&path, *kind, &progress).map(Vec::from_iter));
        let database = OfflineDatabase::open(&path, &progress).map(Vec::from_iter);
        for read in jikan.chain([database]).flatten() {
            let failed = read.iter().filter_map(|read| read.as_ref().err());
            let sentences: Vec<String> = failed.map(ToString::to_string).collect();
            // The reading ends at its first error
            prop_assert!(sentences.len() <= 1, "{:?}", sentences);
            for sentence in &sentences {
                prop_assert!(sentence.contains("made-up"), "{}", sentence);
                prop_assert!(sentence.ends_with('.'), "{}", sentence);
            }
        }
    }
}
