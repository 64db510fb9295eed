//! The titles that everything belongs to.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
};

use anyhow::{Context as _, Result};
use flate2::read::MultiGzDecoder;
use serde::{Deserialize, de::IgnoredAny};

/// A title of the catalogue, with its number of episodes.
pub(crate) struct Title {
    pub(crate) id: u32,
    pub(crate) episodes: usize,
}

#[derive(Deserialize)]
struct Record {
    mal_id: u32,
    popularity: Option<u32>,
    episodes: Option<usize>,
    explicit_genres: Vec<IgnoredAny>,
}

/// Reads the titles of a catalogue that any visitor may see, the most popular first.
pub(crate) fn read(catalogue: &Path) -> Result<Vec<Title>> {
    let file = File::open(catalogue).context("the catalogue cannot be opened")?;
    let mut titles = Vec::new();
    for line in BufReader::new(MultiGzDecoder::new(file)).lines() {
        let record: Record = serde_json::from_str(&line?)?;
        if record.explicit_genres.is_empty() {
            let place = record.popularity.filter(|place| *place > 0);
            titles.push((place.unwrap_or(u32::MAX), record));
        }
    }
    titles.sort_unstable_by_key(|(place, record)| (*place, record.mal_id));
    let title = |(_, record): (u32, Record)| Title {
        id: record.mal_id,
        episodes: record.episodes.unwrap_or(0),
    };
    Ok(titles.into_iter().map(title).collect())
}
