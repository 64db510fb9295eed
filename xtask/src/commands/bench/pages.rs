//! What the server's pages cost it, rendered and from the cache.

use std::{ops::RangeInclusive, path::Path, time::Instant};

use anyhow::Result;

use super::{
    figures::{BARE_AXUM, FINE_MILLISECONDS, Figures, Target::AtMost},
    median,
    server::Server,
    throughput::{self, HOME},
};

/// The ids of titles of the built-in catalogue.
const TITLES: [u32; 15] = [
    1, 20, 21, 199, 269, 1535, 1575, 2904, 5114, 9253, 11061, 16498, 19815, 30276, 38000,
];
/// Pages of the gallery, but for the first, which the yardstick answers with and is cached.
const GALLERIES: RangeInclusive<u32> = 2..=10;
/// The milliseconds that the page of a title, or of the gallery, may take when it is not cached.
const MAX_RENDERED: f64 = 15.0;
/// The milliseconds that such a page may take when it is cached.
const MAX_CACHED: f64 = 0.06;
/// The number of rounds of a second each, which is odd. Many, since single rounds differ by up to half.
const ROUNDS: usize = 15;

/// One visitor asks, on one machine. Rendered pages are asked for once each.
pub(super) fn measure(wrk: &Path, data: &Path, figures: &mut Figures) -> Result<()> {
    println!("Rendering pages …");
    let server = Server::mitai(data)?;
    let home = Server::yardstick(&server.get(HOME)?)?;
    // Each thread of the renderer has an engine, which starts with its first page.
    for text in ["/about", "/faq", "/terms", "/privacy"] {
        server.get(text)?;
    }
    let galleries = GALLERIES.map(|number| format!("/?page={number}"));
    let titles = TITLES.map(|id| format!("/anime/{id}"));
    let most = AtMost(MAX_RENDERED);
    let time = rendered(&server, titles)?;
    figures.add("a title's page, rendered", time, FINE_MILLISECONDS, most);
    let time = rendered(&server, galleries)?;
    figures.add("a gallery page, rendered", time, FINE_MILLISECONDS, most);
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let page = throughput::single_client(wrk, &format!("{}{HOME}", server.address()))?;
        let bare = throughput::single_client(wrk, &home.address())?;
        rounds.push((1000.0 / page, 1000.0 / bare));
    }
    let (page, bare): (Vec<_>, Vec<_>) = rounds.into_iter().unzip();
    figures.beside(
        (BARE_AXUM, median(bare)),
        "home page, cached",
        median(page),
        FINE_MILLISECONDS,
        AtMost(MAX_CACHED),
    );
    Ok(())
}

/// Milliseconds until a page that nobody has asked for before has been read; the median.
fn rendered(server: &Server, paths: impl IntoIterator<Item = String>) -> Result<f64> {
    let time = |path: String| {
        let begin = Instant::now();
        server.get(&path)?;
        Ok(begin.elapsed().as_secs_f64() * 1000.0)
    };
    paths
        .into_iter()
        .map(time)
        .collect::<Result<_>>()
        .map(median)
}
