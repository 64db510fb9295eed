//! The whole site in memory: the real router over a real store.
#![expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]

mod answer;
mod browser;
pub(crate) mod events;
mod imported;
mod parts;
mod web;

use std::{sync::Arc, time::Duration};

use api::{CardPictures, Pictures, PrivateAnswers, SharedAnswers, Site, SiteParts};
use app::{
    account::{Accounts, ResetLinks},
    background::Background,
    catalogue::{
        Catalogue,
        browsing::Browsing,
        extras::Extras,
        refresh::{AvailableProviders, Refresher, Wish, WishQueue, Wishes},
        search_index,
    },
    cluster::ClusterHandle,
    imports::Imports,
    library::Libraries,
    live::{HEARTBEAT, Live},
    ratings::Ratings,
    reviews::Reviews,
};
use axum::{Router, body::Body, http::StatusCode};
use domain::{
    account::{Email, Mailer},
    anime::Anime,
    catalogue::CatalogueStore,
    extras::ExtraKind,
    identity::IdentityProvider,
    search::TitleSearch,
};
use serde_json::json;
use store::Store;
use tempfile::TempDir;

use crate::{MockClock, MockRandom, Outage, TestDb};
pub use answer::Answer;
pub use browser::Browser;
pub use events::{Event, Events};
use web::PlainWeb;

/// Address that visitors of the site use.
const PUBLIC_URL: &str = "https://mitai.example";
/// The network of the reverse proxies in front of the site.
const PROXY: &str = "203.0.113.0/24";

/// The providers that the site counts as available: all of them.
const PROVIDERS: AvailableProviders = AvailableProviders {
    titles: true,
    airing: true,
    fallback: true,
    extras: ExtraKind::ALL,
};

/// The services and parts that a site may get from outside.
#[derive(Default)]
struct Beside {
    identity: Option<Arc<dyn IdentityProvider>>,
    mailer: Option<Arc<dyn Mailer>>,
    pictures: Option<Pictures>,
    shared: SharedAnswers,
}

/// A site over a SQLite database, and its queue of wishes.
pub struct TestApp {
    router: Router,
    /// The site's store.
    pub store: Arc<Store>,
    /// The site's catalogue, which can be taken away from it.
    pub outage: Arc<Outage>,
    /// The site's clock.
    pub clock: Arc<MockClock>,
    /// The hub of the site's streams.
    pub live: Live,
    random: Arc<MockRandom>,
    ratings: Ratings,
    /// The use cases of the site's reviews.
    pub reviews: Reviews,
    shared: Arc<SharedAnswers>,
    wishes: Wishes,
    wish_queue: WishQueue,
    names: Arc<dyn TitleSearch>,
    browsing: Browsing,
    _names_folder: TempDir,
    /// The site's database.
    pub db: Arc<TestDb>,
}

impl TestApp {
    /// Makes a site that holds `titles`.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn with(titles: &[Anime]) -> Self {
        Self::with_heartbeat(titles, HEARTBEAT).await
    }

    /// Makes a site that holds `titles`, whose streams poll for missed changes every `heartbeat`.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn with_heartbeat(titles: &[Anime], heartbeat: Duration) -> Self {
        let db = Arc::new(TestDb::sqlite().expect("a database can be made"));
        let (clock, random) = (Arc::default(), Arc::default());
        let app = Self::over(db, clock, random, heartbeat, Beside::default()).await;
        app.import(titles).await;
        app
    }

    /// Makes a site that holds the built-in catalogue.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn built_in() -> Self {
        let titles = catalogue::titles().expect("the built-in catalogue can be read");
        let extras = catalogue::extras().expect("its casts and staffs can be read");
        let app = Self::with(&titles).await;
        app.seed(&[], &extras).await;
        app
    }

    /// Makes a site without titles with these services: where people sign in, and what sends mail.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn beside(
        identity: Option<Arc<dyn IdentityProvider>>,
        mailer: Option<Arc<dyn Mailer>>,
    ) -> Self {
        let db = Arc::new(TestDb::sqlite().expect("a database can be made"));
        let beside = Beside {
            identity,
            mailer,
            ..Beside::default()
        };
        Self::over(db, Arc::default(), Arc::default(), HEARTBEAT, beside).await
    }

    /// Makes a site that holds `titles` and gets its pictures from `pictures`.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn with_pictures(titles: &[Anime], pictures: Pictures) -> Self {
        let beside = Beside {
            pictures: Some(pictures),
            ..Beside::default()
        };
        let db = TestDb::sqlite().expect("a database can be made");
        Self::filled(db, titles, beside).await
    }

    /// Makes a site over `db` that holds `titles`.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn on(db: TestDb, titles: &[Anime]) -> Self {
        Self::filled(db, titles, Beside::default()).await
    }

    /// Makes a site over `db` that holds `titles` and never takes shared answers from the cache.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn without_shared_cache(db: TestDb, titles: &[Anime]) -> Self {
        let beside = Beside {
            shared: SharedAnswers::with_max_age(Duration::from_nanos(1)),
            ..Beside::default()
        };
        Self::filled(db, titles, beside).await
    }

    async fn filled(db: TestDb, titles: &[Anime], beside: Beside) -> Self {
        let (db, clock, random) = (Arc::new(db), Arc::default(), Arc::default());
        let app = Self::over(db, clock, random, HEARTBEAT, beside).await;
        app.import(titles).await;
        app
    }

    /// Makes another process over the same database, as beside this one or after a restart.
    ///
    /// # Panics
    /// Panics if the site cannot be made.
    pub async fn again(&self) -> Self {
        let (db, clock, random) = (self.db.clone(), self.clock.clone(), self.random.clone());
        let app = Self::over(db, clock, random, HEARTBEAT, Beside::default()).await;
        app.follow_revision().await;
        app
    }

    async fn over(
        db: Arc<TestDb>,
        clock: Arc<MockClock>,
        random: Arc<MockRandom>,
        heartbeat: Duration,
        beside: Beside,
    ) -> Self {
        let store = Arc::new(db.open().await.expect("the database opens"));
        let (wishes, wish_queue) =
            Wishes::new(clock.clone(), PROVIDERS, ClusterHandle::single_server());
        let outage = Arc::new(Outage::of(store.clone()));
        let shared = Arc::new(beside.shared);
        let (names, folder) = parts::no_names();
        let live = parts::live(&store, clock.clone(), heartbeat);
        let (identity, mailer) = (beside.identity, beside.mailer);
        let accounts = parts::accounts(&store, &live, &clock, &random, identity, mailer);
        let catalogue =
            Catalogue::new(outage.clone(), store.clone(), names.clone(), wishes.clone());
        let browsing = Browsing::new(outage.clone());
        let ratings = Ratings::new(store.clone(), live.clone(), clock.clone());
        let reviews = parts::reviews(&store, &clock, &random);
        let router = api::router(Site::from(SiteParts {
            browsing: browsing.clone(),
            selections: parts::selections(&catalogue, &browsing, &outage, &clock, &random),
            catalogue,
            extras: Extras::new(store.clone(), random.clone(), wishes.clone()),
            accounts: Accounts::new(accounts),
            libraries: Libraries::new(store.clone(), live.clone(), clock.clone()),
            imports: Imports::new(store.clone(), live.clone(), clock.clone()),
            background: Background::start().expect("threads"),
            lists: parts::lists(&store, &live, &clock),
            people: parts::people(&store, &clock, &random),
            ratings: ratings.clone(),
            reviews: reviews.clone(),
            live: live.clone(),
            store: store.clone(),
            figures: parts::figures(&store, &clock),
            shared: shared.clone(),
            shared_briefly: Arc::new(SharedAnswers::with_max_age(Duration::from_nanos(1))),
            private: Arc::new(PrivateAnswers::default()),
            cards: CardPictures::default(),
            pictures: beside.pictures.unwrap_or(Pictures::Direct),
            web: Arc::new(PlainWeb),
            renderer: Arc::new(web::renderer()),
            proxies: PROXY.parse().expect("a network"),
            public_url: PUBLIC_URL.into(),
            social_profiles: Vec::new(),
        }));
        Self {
            router,
            store,
            outage,
            clock,
            live,
            random,
            shared,
            ratings,
            reviews,
            wishes,
            wish_queue,
            names,
            browsing,
            _names_folder: folder,
            db,
        }
    }

    /// Follows the catalogue's revision once, which the server does every second.
    ///
    /// # Panics
    /// Panics if the store does not answer.
    pub async fn follow_revision(&self) {
        self.shared
            .set_revision(self.store.revision().await.expect("the store answers"));
    }

    /// Brings the index of names up to date, as the server does beside that. Before it is called
    /// the first time, there is none.
    ///
    /// # Panics
    /// Panics if the index cannot be written.
    pub async fn follow_names(&self) {
        search_index::follow(&*self.store, &self.names)
            .await
            .expect("the index is written");
    }

    /// Brings the table of browsing up to date once, which the server does in the background.
    ///
    /// # Panics
    /// Panics if the store does not answer.
    pub async fn follow_facts(&self) {
        let followed = self.browsing.follow().await;
        followed.expect("the store answers");
    }

    /// Counts the changed votes once, which the server does in the background.
    ///
    /// # Panics
    /// Panics if the store does not answer.
    pub async fn count_votes(&self) {
        let counted = self.ratings.count_changed().await;
        counted.expect("the store answers");
    }

    /// Opens the database anew, as after a restart.
    ///
    /// # Panics
    /// Panics if the database does not open.
    pub async fn reopened(&self) -> Store {
        self.db.open().await.expect("the database opens")
    }

    /// Issues a reset link for the account of an e-mail address, and returns its secret.
    ///
    /// # Panics
    /// Panics if there is no such account.
    pub async fn reset_token(&self, email: &Email) -> String {
        let links = ResetLinks {
            store: self.store.clone(),
            clock: self.clock.clone(),
            random: self.random.clone(),
            public_url: PUBLIC_URL.into(),
        };
        let link = links.issue(email).await.expect("the store answers");
        let (_, link) = link.expect("there is an account");
        let (_, token) = link.split_once("#token=").expect("a link has a token");
        token.to_owned()
    }

    /// Takes the wishes that were queued since the last call.
    pub fn queued_wishes(&mut self) -> Vec<Wish> {
        std::iter::from_fn(|| self.wish_queue.try_next()).collect()
    }

    /// Returns the background work that asks these providers.
    pub fn refresher(
        &self,
        titles: Option<Arc<dyn domain::provider::TitleProvider>>,
        airing: Option<Arc<dyn domain::provider::AiringProvider>>,
    ) -> Refresher {
        Refresher {
            store: self.store.clone(),
            extras: self.store.clone(),
            states: self.store.clone(),
            answers: self.store.clone(),
            titles,
            fallback: None,
            airing,
            wishes: self.wishes.clone(),
        }
    }

    /// Returns a new browser, which is signed out.
    pub fn browser(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// A browser in which somebody called `name` has just signed up, with the address
    /// `name@example.org` and the password `password of name`.
    ///
    /// # Panics
    /// Panics if signing up is refused.
    pub async fn signed_up(&self, name: &str) -> Browser {
        let browser = self.browser();
        let form = json!({
            "fullName": name,
            "email": format!("{name}@example.org"),
            "password": format!("password of {name}"),
        });
        let answer = browser.post("/api/v1/auth/signup", &form).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
        browser
    }

    /// Sends a GET by a new browser, and returns the answer.
    pub async fn get(&self, address: &str) -> Answer {
        self.browser().get(address).await
    }

    /// Answers a request without a body, and checks the answer against the OpenAPI document.
    ///
    /// # Panics
    /// Panics if the answer is not as described.
    pub async fn send(&self, request: axum::http::request::Builder) -> Answer {
        self.browser().send(request, Body::empty()).await
    }
}
