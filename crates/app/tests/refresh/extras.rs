//! Extras of titles.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use app::{
    catalogue::refresh::{AvailableProviders, Refresher, Wish, Wishes},
    cluster::ClusterHandle,
};
use async_trait::async_trait;
use domain::{
    anime::MalId,
    clock::Clock as _,
    extras::{Extra, ExtraKind, ExtraPage, ExtrasStore as _, FullRecord, RecordId},
    mirror::MirrorStore as _,
    provider::{ExtraProvider, Fetched, ProviderError, SourceTitle, TitleIds, TitleProvider},
    slice::SliceRange,
};
use serde_json::json;
use testkit::{
    TestApp, anime,
    extras::{episode, of},
    stub_provider::{CAST, FIRST_ID, StubProvider, episodes_of},
};

use super::{look_and_grant, providers};

const FIRST: MalId = MalId::new(FIRST_ID);
const TIMEOUT: Duration = Duration::from_secs(30);

/// Makes a site that holds the stub's first title, and no extra of it.
async fn with_a_title(stub: &StubProvider) -> TestApp {
    let mut app = TestApp::with(&[]).await;
    look_and_grant(&mut app, stub, &[&format!("/api/v1/anime/{FIRST_ID}")]).await;
    app
}

/// Returns how often the stub was asked for addresses with this end.
fn asked(stub: &StubProvider, end: &str) -> usize {
    let seen = stub.seen();
    seen.iter()
        .filter(|seen| seen.target.ends_with(end))
        .count()
}

#[tokio::test]
async fn unknown_cast_is_cached_as_empty_for_a_minute_until_fetched() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    let address = format!("/v4/anime/{FIRST_ID}/characters");
    let first = app.get(&address).await;
    assert_eq!(first.json(), json!({ "data": [] }));
    assert_eq!(first.header("cache-control"), "public, s-maxage=60");

    look_and_grant(&mut app, &stub, &[]).await;
    let then = app.get(&address).await;
    let cast = then.json()["data"].take();
    assert_eq!(cast.as_array().unwrap().len(), CAST as usize);
    assert_eq!(cast[0]["role"], "Main");
    assert_eq!(then.header("cache-control"), "public, s-maxage=86400");
}

#[tokio::test]
async fn view_of_a_title_fetches_the_sections_of_its_page() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    let address = format!("/api/v1/anime/{FIRST_ID}");
    look_and_grant(&mut app, &stub, &[&address]).await;
    let title = app.get(&address).await.json();
    assert_eq!(
        title["sections"],
        json!([
            { "name": "characters", "count": CAST, "groups": [] },
            { "name": "staff", "count": CAST, "groups": [] },
            { "name": "episodes", "count": episodes_of(0), "groups": [] },
            { "name": "videos", "count": 1, "groups": [] },
            { "name": "pictures", "count": 2, "groups": [] },
            { "name": "statistics", "count": 1, "groups": [] },
            { "name": "news", "count": 1, "groups": [] },
        ])
    );
    for page in ["episodes", "episodes?page=2", "pictures", "news"] {
        assert_eq!(asked(&stub, &format!("/{FIRST_ID}/{page}")), 1, "{page}");
    }
}

#[tokio::test]
async fn thousand_visitors_of_an_unknown_extra_cost_one_request() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    let address = format!("/v4/anime/{FIRST_ID}/pictures");
    let looks = (0..1_000).map(|_| app.get(&address));
    futures::future::join_all(looks).await;
    assert_eq!(
        app.queued_wishes(),
        [Wish::Extra(FIRST, ExtraKind::Pictures)]
    );
    // A look at an extra of a title that is not held makes no wish
    app.get("/v4/anime/77/pictures").await;
    assert_eq!(app.queued_wishes(), []);
}

#[tokio::test]
async fn view_of_an_unknown_or_old_episode_wishes_for_all_episodes() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    let address = format!("/v4/anime/{FIRST_ID}/episodes/1");
    assert_eq!(app.get(&address).await.status, 404);
    look_and_grant(&mut app, &stub, &[]).await;
    assert_eq!(app.get(&address).await.status, 200);
    assert_eq!(app.queued_wishes(), []);
    app.clock.advance(Duration::from_hours(7));
    app.import(&[anime::popular(1, "Other", 9_000)]).await;
    app.get(&address).await;
    assert_eq!(
        app.queued_wishes(),
        [Wish::Extra(FIRST, ExtraKind::Episodes)]
    );
}

#[tokio::test]
async fn title_wish_goes_before_extras_of_other_titles() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    app.get(&format!("/v4/anime/{FIRST_ID}/pictures")).await;
    app.get("/v4/anime/77/full").await;
    assert_eq!(
        app.queued_wishes(),
        [
            Wish::Title(MalId::new(77)),
            Wish::Extra(FIRST, ExtraKind::Pictures),
        ]
    );
}

#[tokio::test]
async fn extra_is_fetched_again_when_it_is_old() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_a_title(&stub).await;
    let address = format!("/v4/anime/{FIRST_ID}/pictures");
    look_and_grant(&mut app, &stub, &[&address]).await;
    // That title airs: its record and what is beside it are old after a week
    for (other, hours, expected) in [(1, 7, 1), (2, 6 * 24, 1), (3, 24, 2)] {
        app.clock.advance(Duration::from_hours(hours));
        app.import(&[anime::popular(other, "Other", 9_000 + other)])
            .await;
        look_and_grant(&mut app, &stub, &[&address]).await;
        assert_eq!(asked(&stub, "/pictures"), expected, "{hours} hours later");
    }
}

#[tokio::test]
async fn extra_unknown_to_the_provider_is_stored_as_empty() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let title = format!("/api/v1/anime/{}", FIRST_ID + 6);
    look_and_grant(&mut app, &stub, &[&title]).await;
    let address = format!("/v4/anime/{}/news", FIRST_ID + 6);
    look_and_grant(&mut app, &stub, &[&address]).await;
    let news = app.get(&address).await;
    assert_eq!(news.json()["data"], json!([]));
    assert_eq!(news.header("cache-control"), "public, s-maxage=86400");
    assert_eq!(asked(&stub, "/news"), 1);
}

/// A provider like the stub's, whose second pages are gone, or empty.
struct Torn {
    titles: Arc<dyn TitleProvider>,
    is_empty: bool,
}

#[async_trait]
impl TitleProvider for Torn {
    async fn popular(&self, page: u32) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        self.titles.popular(page).await
    }

    async fn search(&self, text: &str) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        self.titles.search(text).await
    }

    async fn full(&self, id: MalId) -> Result<Fetched<Option<SourceTitle>>, ProviderError> {
        self.titles.full(id).await
    }

    async fn whole_record(
        &self,
        id: RecordId,
    ) -> Result<Fetched<Option<FullRecord>>, ProviderError> {
        self.titles.whole_record(id).await
    }
}

#[async_trait]
impl ExtraProvider for Torn {
    fn source(&self) -> &'static str {
        self.titles.source()
    }

    fn kinds(&self) -> &'static [ExtraKind] {
        self.titles.kinds()
    }

    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError> {
        if page == 2 && !self.is_empty {
            return Err(ProviderError::NotFound);
        }
        let mut fetched = self.titles.extra_page(title, kind, page).await?;
        if page == 2 {
            fetched.value.extra.extra = Extra::Episodes(Vec::new());
            fetched.value.is_blank = true;
        }
        Ok(fetched)
    }
}

#[tokio::test]
async fn incomplete_list_does_not_replace_a_stored_one() {
    let stub = StubProvider::start().await.unwrap();
    let app = with_a_title(&stub).await;
    let episodes = (1..=3).map(episode).collect();
    app.import_extras(&[of(FIRST_ID, Extra::Episodes(episodes))])
        .await;
    app.clock.advance(Duration::from_hours(7));
    let (titles, _) = providers(&app, &stub);
    let wish = Wish::Extra(FIRST, ExtraKind::Episodes);
    let held = async || {
        let episodes = app.store.episodes(FIRST, SliceRange::ALL).await.unwrap();
        episodes.unwrap().value.total
    };
    for is_empty in [false, true] {
        let titles = titles.clone();
        let torn = Arc::new(Torn { titles, is_empty });
        let refresher = Arc::new(app.refresher(Some(torn), None));
        refresher.fulfil(wish.clone()).await;
        assert_eq!(held().await, 3);
        let now = app.clock.now();
        let due = app.store.due_extras(FIRST, now).await.unwrap();
        assert!(due.contains(&ExtraKind::Episodes), "{due:?}");
    }

    Arc::new(app.refresher(Some(titles), None))
        .fulfil(wish)
        .await;
    assert_eq!(held().await, episodes_of(0));
}

/// The stub's service. When it is asked for the first page of an extra, somebody looks at a title.
struct LookedAt {
    titles: Arc<dyn TitleProvider>,
    wishes: Wishes,
    asked: Mutex<Vec<String>>,
}

impl LookedAt {
    fn note(&self, what: String) {
        self.asked.lock().unwrap().push(what);
    }
}

#[async_trait]
impl TitleProvider for LookedAt {
    async fn popular(&self, page: u32) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        self.titles.popular(page).await
    }

    async fn search(&self, text: &str) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        self.titles.search(text).await
    }

    async fn full(&self, id: MalId) -> Result<Fetched<Option<SourceTitle>>, ProviderError> {
        self.note(format!("record {id}"));
        self.titles.full(id).await
    }

    async fn whole_record(
        &self,
        id: RecordId,
    ) -> Result<Fetched<Option<FullRecord>>, ProviderError> {
        self.titles.whole_record(id).await
    }
}

#[async_trait]
impl ExtraProvider for LookedAt {
    fn source(&self) -> &'static str {
        self.titles.source()
    }

    fn kinds(&self) -> &'static [ExtraKind] {
        self.titles.kinds()
    }

    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError> {
        self.note(format!("{} {page}", kind.as_str()));
        if page == 1 {
            for place in [1, 2] {
                self.wishes.add(Wish::Title(MalId::new(FIRST_ID + place)));
            }
        }
        self.titles.extra_page(title, kind, page).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_go_before_the_next_page_of_an_extra() {
    let stub = StubProvider::start().await.unwrap();
    let app = with_a_title(&stub).await;
    let titles = providers(&app, &stub).0;
    let (wishes, receiver) = Wishes::new(
        app.clock.clone(),
        AvailableProviders::of(Some(&*titles), None, None),
        ClusterHandle::single_server(),
    );
    let looked_at = Arc::new(LookedAt {
        titles,
        wishes: wishes.clone(),
        asked: Mutex::default(),
    });
    let refresher = Refresher {
        wishes: wishes.clone(),
        ..app.refresher(Some(looked_at.clone()), None)
    };
    let running = tokio::spawn(refresher.run(receiver));
    wishes.add(Wish::Extra(FIRST, ExtraKind::Episodes));
    let asked = || looked_at.asked.lock().unwrap().clone();
    let all = async {
        while asked().len() < 4 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(
        tokio::time::timeout(TIMEOUT, all).await.is_ok(),
        "{:?}",
        asked()
    );
    let record = |place| format!("record {}", FIRST_ID + place);
    let expected = [
        "episodes 1".into(),
        record(1),
        record(2),
        "episodes 2".into(),
    ];
    assert_eq!(asked(), expected);
    running.abort();
}
