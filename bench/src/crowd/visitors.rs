//! Visitors who look at pages, browse, type and search.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bench::{Fixture, SeededRng, figure, mark, milliseconds_since, quantile};
use futures::future::try_join_all;
use reqwest::{Client, StatusCode, Url, header::ACCEPT_ENCODING};
use testkit::{
    remote,
    search::{Query, judged},
};
use tokio::time::sleep;

/// Pause of a visitor after an answer, in milliseconds; 500 in the mean, far less than people need.
const PAUSE: std::ops::Range<usize> = 200..800;
/// The number of popular titles that visitors look at.
const VISITED_TITLES: usize = 5_000;
/// Parts of the time; memory is looked at after the first, when everything was used once.
const PARTS: u32 = 5;
const SORTS: [&str; 4] = ["popularity", "score", "newest", "title"];
const TYPES: [&str; 4] = ["tv", "movie", "ova", "ona"];

/// Tells how long answers took. Fails if a single one is not as it should be.
pub(crate) async fn visit(fixture: &Fixture, visitors: u64, lasts: Duration) -> Result<()> {
    let queries = judged()?;
    let http = remote::http()?;
    let begin = Instant::now();
    let visits = (0..visitors).map(|number| {
        let visitor = Visitor {
            fixture,
            queries: &queries,
            rng: SeededRng::new(number),
            http: &http,
            took: Vec::new(),
        };
        visitor.stay(begin, lasts)
    });
    let memory = async {
        let part = lasts / PARTS;
        sleep(part).await;
        mark("visited-first");
        sleep(part * (PARTS - 1)).await;
        mark("visited-last");
        Ok(())
    };
    let (took, ()) = tokio::try_join!(try_join_all(visits), memory)?;
    let mut took = took.concat();
    ensure!(!took.is_empty(), "nobody visited");
    let asked = f64::from(u32::try_from(took.len())?);
    figure("visited-rate", asked / begin.elapsed().as_secs_f64());
    for (name, part) in [("p50", 0.5), ("p99", 0.99), ("worst", 1.0)] {
        figure(&format!("visited-{name}"), quantile(&mut took, part));
    }
    Ok(())
}

struct Visitor<'a> {
    fixture: &'a Fixture,
    queries: &'a [Query],
    rng: SeededRng,
    http: &'a Client,
    took: Vec<f64>,
}

impl Visitor<'_> {
    async fn stay(mut self, begin: Instant, lasts: Duration) -> Result<Vec<f64>> {
        // Visitors do not all come in the same moment
        self.pause().await;
        while begin.elapsed() < lasts {
            match self.rng.below(5) {
                0 => self.look("/").await?,
                1 => self.title().await?,
                2 => self.browse().await?,
                _ => self.search().await?,
            }
        }
        Ok(self.took)
    }

    /// Asks for a title's page as one opens it, and for a page of the list as one comes to it within the app.
    async fn title(&mut self) -> Result<()> {
        let most = self.fixture.titles.len().min(VISITED_TITLES);
        let title = self.fixture.titles[self.rng.below(most)];
        self.look(&format!("/anime/{title}")).await?;
        let list = 1 + self.rng.below(10);
        self.look(&format!("/api/v1/anime?list=popular&page={list}"))
            .await
    }

    async fn browse(&mut self) -> Result<()> {
        let sort = SORTS[self.rng.below(SORTS.len())];
        let kind = TYPES[self.rng.below(TYPES.len())];
        let year = 1980 + self.rng.below(45);
        self.look(&format!(
            "/api/v1/browse?sort={sort}&type={kind}&year={year}-"
        ))
        .await
    }

    /// Types a query, is given suggestions on the way, and looks at what is found.
    async fn search(&mut self) -> Result<()> {
        let text = &self.queries[self.rng.below(self.queries.len())].text;
        let letters = text.chars().count();
        let prefix: String = text.chars().take(1 + self.rng.below(letters)).collect();
        for (path, name, text) in [("suggest", "q", &prefix), ("anime", "search", text)] {
            let site = &self.fixture.site;
            let url = Url::parse_with_params(&format!("{site}/api/v1/{path}"), [(name, text)])?;
            let path = format!("{}?{}", url.path(), url.query().unwrap_or_default());
            self.look(&path).await?;
        }
        Ok(())
    }

    async fn look(&mut self, path: &str) -> Result<()> {
        let request = self.http.get(format!("{}{path}", self.fixture.site));
        let begin = Instant::now();
        let answer = request.header(ACCEPT_ENCODING, "br").send().await?;
        let status = answer.status();
        let body = answer.bytes().await?;
        self.took.push(milliseconds_since(begin));
        ensure!(status == StatusCode::OK, "{path} was answered {status}");
        ensure!(!body.is_empty(), "{path} was answered by nothing");
        self.pause().await;
        Ok(())
    }

    async fn pause(&mut self) {
        let pause = PAUSE.start + self.rng.below(PAUSE.len());
        sleep(Duration::from_millis(pause as u64)).await;
    }
}
