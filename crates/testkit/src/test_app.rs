//! The whole site in memory: the real router over a real store.
#![expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]

use std::{borrow::Cow, sync::Arc};

use api::{SharedAnswers, Site, WebFiles};
use app::catalogue::{
    Catalogue,
    refresh::{Granters, Refresher, Wish, Wished, Wishes},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode},
};
use domain::{
    anime::Anime,
    catalogue::{BUILT_IN, CatalogueStore, Provenance},
    clock::Clock,
    provider::AnswerStore,
};
use serde_json::Value;
use store::Store;
use tower::ServiceExt as _;

use crate::{MockClock, Outage, TestDb, contract};

/// Largest body that a test reads, in bytes.
const LARGEST: usize = 16 * 1024 * 1024;

/// A site over an empty SQLite database, and what was wished for.
pub struct TestApp {
    router: Router,
    /// Its store.
    pub store: Arc<Store>,
    /// Takes the catalogue away from it.
    pub outage: Arc<Outage>,
    /// Moves its time.
    pub clock: Arc<MockClock>,
    shared: Arc<SharedAnswers>,
    wishes: Wishes,
    wished: Wished,
    db: TestDb,
}

impl TestApp {
    /// A site that holds `titles`.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn with(titles: &[Anime]) -> Self {
        let db = TestDb::sqlite().expect("a database can be made");
        let store = Arc::new(db.open().await.expect("the database opens"));
        let clock = Arc::new(MockClock::default());
        let (wishes, taken) = Wishes::new(
            clock.clone(),
            Granters {
                titles: true,
                airing: true,
            },
        );
        let outage = Arc::new(Outage::of(store.clone()));
        let shared = Arc::new(SharedAnswers::default());
        let site = Site {
            catalogue: Catalogue::new(outage.clone(), store.clone(), wishes.clone()),
            store: store.clone(),
            shared: shared.clone(),
            web: Arc::new(PlainWeb),
            public_url: "https://mitai.example".into(),
        };
        let router = api::router(site);
        let app = Self {
            router,
            store,
            outage,
            clock,
            shared,
            wishes,
            wished: taken,
            db,
        };
        app.import(titles).await;
        app
    }

    /// A site that holds the built-in catalogue.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn built_in() -> Self {
        Self::with(&catalogue::titles().expect("the built-in catalogue can be read")).await
    }

    /// Adds titles as the built-in source.
    ///
    /// # Panics
    /// If the store refuses them.
    pub async fn import(&self, titles: &[Anime]) {
        let provenance = Provenance {
            source: BUILT_IN.into(),
            as_of: self.clock.now(),
        };
        app::catalogue::seed(&*self.store, provenance, titles)
            .await
            .expect("titles are taken");
        self.follow_revision().await;
    }

    /// Does once what the server does every second.
    ///
    /// # Panics
    /// If the store does not answer.
    pub async fn follow_revision(&self) {
        self.shared
            .set_revision(self.store.revision().await.expect("the store answers"));
    }

    /// The database opened anew, as after a restart.
    ///
    /// # Panics
    /// If it does not open.
    pub async fn reopened(&self) -> Store {
        self.db.open().await.expect("the database opens")
    }

    /// What was wished for since the last call.
    pub fn wished(&mut self) -> Vec<Wish> {
        std::iter::from_fn(|| self.wished.try_next()).collect()
    }

    /// Background work that asks these providers.
    pub fn refresher(
        &self,
        titles: Option<Arc<dyn domain::provider::TitleProvider>>,
        airing: Option<Arc<dyn domain::provider::AiringProvider>>,
    ) -> Refresher {
        let answers: Arc<dyn AnswerStore> = self.store.clone();
        Refresher {
            store: self.store.clone(),
            answers,
            titles,
            airing,
            wishes: self.wishes.clone(),
        }
    }

    /// Answers a GET.
    pub async fn get(&self, address: &str) -> Answer {
        self.send(Request::get(address)).await
    }

    /// Answers a request without a body, and checks the answer against the OpenAPI document.
    ///
    /// # Panics
    /// If the answer is not as described.
    pub async fn send(&self, request: axum::http::request::Builder) -> Answer {
        let request = request
            .body(Body::empty())
            .expect("the request is well formed");
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, LARGEST)
            .await
            .expect("the body can be read")
            .to_vec();
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        if answer.status != StatusCode::NOT_MODIFIED && answer.header("content-encoding").is_empty()
        {
            contract::check(&method, &path, answer.status.as_u16(), &answer.body);
        }
        answer
    }
}

/// What the site answered.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// A header's text; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// The body as text.
    ///
    /// # Panics
    /// If it is none.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// If it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }
}

/// A web app of marks alone.
struct PlainWeb;

impl WebFiles for PlainWeb {
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let text: &[u8] = match path {
            "index.html" => {
                b"<head><!--mitai:head--></head><div id=\"root\"><!--mitai:screen--></div><!--mitai:data-->"
            }
            "screens/home.html" => b"<h1>__HERO_TITLE__</h1><img src=\"__HERO_IMAGE__\">",
            "screens/page.html" => b"<p>Loading</p>",
            "assets/app-1.js" => b"let a = 1",
            "assets/app-1.js.br" => b"packed",
            "favicon.svg" => b"<svg/>",
            _ => return None,
        };
        Some(Cow::Borrowed(text))
    }
}
