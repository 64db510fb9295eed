//! The server under measurement, and users with lists on it.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
    time::Instant,
};

use anyhow::{Context as _, Result};
use flate2::read::MultiGzDecoder;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::{Client, Method};
use serde::{Deserialize, de::IgnoredAny};
use testkit::remote::{self, Browser};

/// The number of requests on their way at once while a list is filled.
const CONCURRENCY: usize = 64;

/// A prime number, by which titles are stepped through in a scattered order.
const STRIDE: usize = 7_919;

/// A server and the titles it holds.
pub struct Fixture {
    /// The server's address, `http://…`.
    pub site: String,
    /// The ids of the titles, the most popular first.
    pub titles: Vec<u32>,
    http: Client,
}

impl Fixture {
    /// Makes the fixture of the server at `site`, which has imported `catalogue`.
    pub fn new(site: String, catalogue: &Path) -> Result<Self> {
        Ok(Self {
            site,
            titles: popular(catalogue)?,
            http: remote::http()?,
        })
    }

    /// A new user with so many titles on the watchlist: the first of every `step` most popular
    /// ones, added in disorder.
    pub async fn user(&self, name: &str, length: usize, step: usize) -> Result<Browser> {
        let user = Browser::sign_up(&self.http, &self.site, name).await?;
        // As a user comes across them: a stride that shares no divisor with the length meets all
        let places = (0..length).map(|n| n * STRIDE % length * step);
        let titles: Option<Vec<_>> = places.map(|place| self.titles.get(place)).collect();
        stream::iter(titles.context("there are too few titles")?)
            .map(|title| self.change(&user, Method::PUT, *title))
            .buffer_unordered(CONCURRENCY)
            .try_for_each(|_| async { Ok(()) })
            .await?;
        Ok(user)
    }

    /// Puts a title on the watchlist or takes it off; returns the record's version with it.
    pub async fn change(&self, user: &Browser, method: Method, title: u32) -> Result<u64> {
        let path = format!("me/watchlist/{title}");
        let answer = user.request(method, &self.site, &path).send().await?;
        remote::version(answer.status(), &answer.bytes().await?)
    }
}

/// The titles of a catalogue that any visitor may see, the most popular first.
fn popular(catalogue: &Path) -> Result<Vec<u32>> {
    #[derive(Deserialize)]
    struct Title {
        mal_id: u32,
        popularity: Option<u32>,
        explicit_genres: Vec<IgnoredAny>,
    }
    let file = File::open(catalogue).context("the catalogue cannot be opened")?;
    let mut titles = Vec::new();
    for line in BufReader::new(MultiGzDecoder::new(file)).lines() {
        let title: Title = serde_json::from_str(&line?)?;
        if title.explicit_genres.is_empty() {
            titles.push((title.popularity.unwrap_or(u32::MAX), title.mal_id));
        }
    }
    titles.sort_unstable();
    Ok(titles.into_iter().map(|(_, id)| id).collect())
}

/// Returns the milliseconds that have passed since `begin`.
pub fn milliseconds_since(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1000.0
}

/// The value that this part of all values does not exceed.
///
/// **Invariant:** `values` is not empty.
pub fn quantile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place among some thousands"
    )]
    let place = (values.len() as f64 * part) as usize;
    values[place.min(values.len() - 1)]
}

/// Returns the median of the values.
///
/// **Invariant:** `values` is not empty.
pub fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn slowest_percent_is_beyond_the_99th_percentile() {
        let mut values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert!((quantile(&mut values, 0.99) - 100.0).abs() < f64::EPSILON);
        assert!((quantile(&mut values, 0.5) - 51.0).abs() < f64::EPSILON);
        assert!((quantile(&mut [3.0], 1.0) - 3.0).abs() < f64::EPSILON);
    }
}
