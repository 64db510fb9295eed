//! What visitors who are signed out are sent without the database: while it is silent or gone, what was
//! made last, and cached answers while they are fresh.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use testkit::{TestApp, TestDb};

/// Longest wait for all of them: one finds out that the database is silent, then it is left alone for
/// a moment.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(8);

/// After this time a database that was gone is queried again.
const LEFT_ALONE: Duration = Duration::from_millis(1_100);

const WARM: [&str; 5] = [
    "/api/v1/hero",
    "/api/v1/anime?list=popular&page=1",
    "/",
    "/browse",
    "/anime/attack-on-titan",
];

struct Site {
    app: TestApp,
    /// Each address of [`WARM`], and the answer to it.
    warm: Vec<(&'static str, String)>,
}

impl Site {
    async fn over(db: TestDb) -> Self {
        let titles = catalogue::titles().unwrap();
        let app = TestApp::without_shared_cache(db, &titles).await;
        app.follow_facts().await;
        let mut warm = Vec::new();
        for path in WARM {
            let answer = app.get(path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            warm.push((path, answer.text().to_owned()));
        }
        Self { app, warm }
    }

    /// Checks that answers that were never made are refused, as soon as the last connection has ended.
    async fn is_refused(&self) {
        for page in 3..=10 {
            let path = format!("/api/v1/anime?list=popular&page={page}");
            let answer = self.app.get(&path).await;
            if answer.status == StatusCode::SERVICE_UNAVAILABLE {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the database is still there");
    }

    /// Checks that all warm answers are sent as they were.
    async fn goes_on(&self) {
        let asked = Instant::now();
        for (path, before) in &self.warm {
            let answer = self.app.get(path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            assert!(answer.text() == before, "{path} is another");
        }
        assert!(asked.elapsed() < NOTICE_TIMEOUT, "{:?}", asked.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_answers_are_sent_while_the_database_is_silent_or_gone() {
    let (db, proxy) = TestDb::postgres_over_silent_proxy().await.unwrap();
    let site = Site::over(db).await;
    proxy.fall_silent();
    site.goes_on().await;
    proxy.open();
    let cold = site.app.get("/api/v1/anime?list=popular&page=2").await;
    assert_eq!(cold.status, StatusCode::OK);

    proxy.end().await;
    site.is_refused().await;
    tokio::time::sleep(LEFT_ALONE).await;
    site.goes_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cached_answers_are_sent_without_a_query() {
    let (db, proxy) = TestDb::postgres_over_silent_proxy().await.unwrap();
    let app = TestApp::on(db, &catalogue::titles().unwrap()).await;
    app.follow_facts().await;
    for path in WARM {
        app.get(path).await;
    }
    let before = proxy.sent();
    for path in WARM.repeat(20) {
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(proxy.sent(), before);
    app.get("/api/v1/anime?list=popular&page=2").await;
    assert!(proxy.sent() > before);
}
