//! Extras that Kitsu fills in.

use std::{sync::Arc, time::Duration};

use app::catalogue::refresh::{Refresher, Wish};
use async_trait::async_trait;
use domain::{
    anime::{Anime, ForeignId, MalId, Site},
    clock::Clock as _,
    extras::{Extra, ExtraKind, ExtraPage, ExtrasStore as _},
    mirror::MirrorStore as _,
    provider::{
        ExtraProvider, FallbackProvider, Fetched, ProviderError, RecordGaps, TitleIds,
        TitleProvider,
    },
};
use serde_json::{Value, json};
use testkit::{
    TestApp, anime,
    extras::{episode, of},
    stub_provider::{CAST, FIRST_ID, Mode, StubProvider, episodes_of, kitsu_number},
};

use super::{kitsu, providers};

pub(super) const ID: MalId = MalId::new(FIRST_ID + 1);

/// Builds a title that the stub knows, too.
pub(super) fn title() -> Anime {
    anime::popular(ID.get(), "One", 1)
}

/// A site with [`title`], and stubs of two services.
pub(super) struct Scene {
    pub(super) app: TestApp,
    pub(super) jikan: StubProvider,
    pub(super) kitsu: StubProvider,
}

impl Scene {
    pub(super) async fn with(title: Anime) -> Self {
        Self {
            app: TestApp::with(&[title]).await,
            jikan: StubProvider::start().await.unwrap(),
            kitsu: StubProvider::start().await.unwrap(),
        }
    }

    fn filled_by_kitsu(&self, titles: Option<Arc<dyn TitleProvider>>) -> Arc<Refresher> {
        let kitsu = kitsu(&self.app, &self.kitsu);
        Arc::new(Refresher {
            fallback: Some(Arc::new(kitsu)),
            ..self.app.refresher(titles, None)
        })
    }

    /// Returns background work without a Jikan-compatible service.
    pub(super) fn alone(&self) -> Arc<Refresher> {
        self.filled_by_kitsu(None)
    }

    pub(super) fn together(&self) -> Arc<Refresher> {
        self.filled_by_kitsu(Some(providers(&self.app, &self.jikan).0))
    }

    async fn grant(&self, refresher: &Arc<Refresher>, kinds: &[ExtraKind]) {
        for kind in kinds {
            let wish = Wish::Extra(ID, *kind);
            Arc::clone(refresher).fulfil(wish).await;
        }
        self.app.follow_revision().await;
    }

    pub(super) async fn section(&self, section: &str) -> Value {
        let address = format!("/api/v1/anime/{ID}/{section}");
        self.app.get(&address).await.json()
    }

    /// Returns the source of the episodes, and the name of the first one.
    async fn episodes_by(&self) -> (Value, Value) {
        let mut stated = self.section("episodes").await;
        (stated["source"].take(), stated["items"][0]["title"].take())
    }

    async fn is_due(&self, kind: ExtraKind) -> bool {
        let now = self.app.clock.now();
        let due = self.app.store.due_extras(ID, now).await.unwrap();
        due.contains(&kind)
    }
}

#[tokio::test]
async fn without_a_jikan_service_kitsu_fills_the_sections_that_it_has() {
    let mut scene = Scene::with(title()).await;
    let page = format!("/api/v1/anime/{ID}");
    assert_eq!(scene.app.get(&page).await.json()["sections"], json!([]));
    let refresher = scene.alone();
    for wish in scene.app.queued_wishes() {
        Arc::clone(&refresher).fulfil(wish).await;
    }
    scene.app.follow_revision().await;

    let sections = &scene.app.get(&page).await.json()["sections"];
    let expected = json!([
        { "name": "characters", "count": CAST, "groups": [] },
        { "name": "episodes", "count": episodes_of(1), "groups": [] },
        { "name": "links", "count": 1, "groups": [1, 0] },
    ]);
    assert_eq!(*sections, expected);
    // The number, facts of the record, and one page of each extra
    assert_eq!(scene.kitsu.seen().len(), 4, "{:#?}", scene.kitsu.seen());
    let cast = scene.section("characters").await;
    assert_eq!(cast["source"], "kitsu");
    assert_eq!(cast["items"][0]["character"]["name"], "Kitsu's 0 of 1");
    assert_eq!(cast["items"][0]["role"], "main");
    let v4 = scene.app.get(&format!("/v4/anime/{ID}/episodes")).await;
    assert_eq!(v4.json()["data"][0]["title"], "Told 1");
    // A fuller source may state the episodes at any time, so the answer is cached shortly
    assert_eq!(v4.header("cache-control"), "public, s-maxage=60");
}

#[tokio::test]
async fn known_kitsu_id_is_not_looked_up() {
    let mut title = title();
    title.foreign_ids = vec![ForeignId {
        site: Site::Kitsu,
        id: kitsu_number(1),
    }];
    let scene = Scene::with(title).await;
    scene.grant(&scene.alone(), &[ExtraKind::Episodes]).await;
    assert_eq!(scene.episodes_by().await.0, "kitsu");
    assert_eq!(scene.kitsu.seen().len(), 1);
}

#[tokio::test]
async fn kitsu_is_not_asked_for_facts_it_lacks_or_others_stated() {
    let scene = Scene::with(title()).await;
    scene.grant(&scene.together(), &[ExtraKind::Episodes]).await;
    assert_eq!(scene.episodes_by().await.0, "jikan");
    let scene = Scene::with(title()).await;
    let staff = [ExtraKind::Staff, ExtraKind::Videos, ExtraKind::Statistics];
    scene.grant(&scene.alone(), &staff).await;
    scene.jikan.set(Mode::status(403));
    let stated = Extra::Episodes((1..=3).map(episode).collect());
    scene.app.import_extras(&[of(ID.get(), stated)]).await;
    let before = scene.section("episodes").await;
    for refresher in [scene.alone(), scene.together()] {
        scene.grant(&refresher, &[ExtraKind::Episodes]).await;
    }
    assert_eq!(scene.section("episodes").await, before);
    assert_eq!(scene.kitsu.seen().len(), 0);
}

#[tokio::test]
async fn kitsu_replaces_a_failing_service_until_it_recovers() {
    let scene = Scene::with(title()).await;
    let kinds = [ExtraKind::Episodes];
    scene.jikan.set(Mode::status(403));
    scene.grant(&scene.together(), &kinds).await;
    assert_eq!(scene.episodes_by().await, (json!("kitsu"), json!("Told 1")));
    let asked = |scene: &Scene| (scene.jikan.seen().len(), scene.kitsu.seen().len());
    let first = asked(&scene);

    // The better source is asked all the same, and Kitsu again after days
    assert!(scene.is_due(ExtraKind::Episodes).await);
    scene.app.clock.advance(Duration::from_hours(2 * 24));
    scene.grant(&scene.together(), &kinds).await;
    assert_eq!(asked(&scene), (first.0 + 1, first.1));
    scene.app.clock.advance(Duration::from_hours(24));
    scene.grant(&scene.together(), &kinds).await;
    let again = asked(&scene);
    assert!(again.1 > first.1);
    scene.jikan.set(Mode::Normal);
    scene.grant(&scene.together(), &kinds).await;
    let jikans = (json!("jikan"), json!("Episode 1"));
    assert_eq!(scene.episodes_by().await, jikans);

    scene.jikan.set(Mode::status(403));
    scene.app.clock.advance(Duration::from_hours(31 * 24));
    scene.grant(&scene.together(), &kinds).await;
    assert_eq!(scene.episodes_by().await, jikans);
    assert_eq!(asked(&scene).1, again.1);
}

#[tokio::test]
async fn empty_kitsu_answer_does_not_replace_a_failed_primary() {
    // Kitsu has no mapping of this title
    let id = MalId::new(FIRST_ID + 6);
    let mut scene = Scene::with(anime::popular(id.get(), "One", 1)).await;
    let page = format!("/api/v1/anime/{id}");
    let wish = Wish::Extra(id, ExtraKind::Episodes);
    let asked = |scene: &Scene| (scene.jikan.seen().len(), scene.kitsu.seen().len());
    scene.jikan.set(Mode::status(403));
    for (other, expected) in [(7, (1, 1)), (8, (2, 1))] {
        scene.app.get(&page).await;
        assert!(scene.app.queued_wishes().contains(&wish));
        scene.together().fulfil(wish.clone()).await;
        assert_eq!(asked(&scene), expected);
        assert_eq!(
            scene.app.store.known_extras(id).await.unwrap(),
            Some(vec![])
        );
        // Failures are soon tried again, and answers made anew with the catalogue's next revision
        scene.app.clock.advance(Duration::from_mins(3));
        let other = anime::popular(other, "Other", 9_000);
        scene.app.import(&[other]).await;
    }
    scene.jikan.set(Mode::Normal);
    scene.together().fulfil(wish).await;
    let known = scene.app.store.known_extras(id).await.unwrap().unwrap();
    assert_eq!(known[0].provenance.source, "jikan");

    // With no such service Kitsu is asked once in days
    let scene = Scene::with(anime::popular(id.get(), "One", 1)).await;
    for (hours, expected) in [(0, 1), (2 * 24, 1), (24, 2)] {
        scene.app.clock.advance(Duration::from_hours(hours));
        let wish = Wish::Extra(id, ExtraKind::Episodes);
        scene.alone().fulfil(wish).await;
        assert_eq!(scene.kitsu.seen().len(), expected, "{hours} hours later");
    }
}

#[tokio::test]
async fn kitsu_fills_extras_that_jikan_lacks() {
    let mut scene = Scene::with(title()).await;
    scene.jikan = StubProvider::with_titles(1).await.unwrap();
    let kinds = [ExtraKind::Episodes];
    scene.grant(&scene.together(), &kinds).await;
    assert_eq!(scene.episodes_by().await.0, "kitsu");
    // The mirror need not ask, since that service has answered
    scene.app.clock.advance(Duration::from_hours(6 * 24));
    assert!(!scene.is_due(ExtraKind::Episodes).await);
}

#[tokio::test]
async fn kitsu_is_asked_after_an_empty_jikan_answer() {
    let mut scene = Scene::with(title()).await;
    scene.jikan = StubProvider::with_titles(1).await.unwrap();
    let page = format!("/api/v1/anime/{ID}");
    let wish = Wish::Extra(ID, ExtraKind::Episodes);
    let jikan_alone = scene
        .app
        .refresher(Some(providers(&scene.app, &scene.jikan).0), None);
    scene
        .grant(&Arc::new(jikan_alone), &[ExtraKind::Episodes])
        .await;
    let stated = scene.section("episodes").await;
    let empty = (&json!("jikan"), &json!(0));
    assert_eq!((&stated["source"], &stated["total"]), empty);
    let asked = scene.jikan.seen().len();

    // The same happens where Kitsu fails first
    scene.app.clock.advance(Duration::from_hours(7));
    for mode in [Mode::status(403), Mode::Normal] {
        let other = anime::popular(7, &format!("{mode:?}"), 9_000);
        scene.app.import(&[other]).await;
        scene.app.get(&page).await;
        assert!(scene.app.queued_wishes().contains(&wish), "{mode:?}");
        scene.kitsu.set(mode);
        scene.together().fulfil(wish.clone()).await;
        scene.app.clock.advance(Duration::from_mins(3));
    }
    scene.app.follow_revision().await;
    assert_eq!(scene.episodes_by().await.0, "kitsu");
    assert_eq!(scene.jikan.seen().len(), asked);
}

#[tokio::test]
async fn failed_kitsu_requests_keep_the_page_and_are_soon_retried() {
    for mode in [
        Mode::status(429),
        Mode::status(403),
        Mode::status(500),
        Mode::Html,
        Mode::Truncated,
        Mode::WrongShape,
        Mode::Closed,
    ] {
        let mut scene = Scene::with(title()).await;
        let page = format!("/api/v1/anime/{ID}");
        let before = scene.app.get(&page).await.json();
        let wishes = scene.app.queued_wishes();
        scene.kitsu.set(mode.clone());
        let kinds = [ExtraKind::Characters, ExtraKind::Episodes];
        scene.grant(&scene.alone(), &kinds).await;
        scene.alone().fulfil(Wish::Title(ID)).await;
        // Answers are made anew with the catalogue's next revision
        scene.app.import(&[anime::popular(7, "Other", 9_000)]).await;
        assert_eq!(scene.app.get(&page).await.json(), before, "{mode:?}");
        assert!(scene.is_due(ExtraKind::Episodes).await, "{mode:?}");

        scene.kitsu.set(Mode::Normal);
        scene.app.clock.advance(Duration::from_mins(3));
        scene.app.import(&[anime::popular(8, "Other", 9_001)]).await;
        scene.app.get(&page).await;
        let again = scene.app.queued_wishes();
        for kind in kinds {
            let wish = Wish::Extra(ID, kind);
            assert!(wishes.contains(&wish) && again.contains(&wish), "{mode:?}");
        }
        scene.grant(&scene.alone(), &kinds).await;
        assert_eq!(scene.episodes_by().await.0, "kitsu");
    }
}

/// A provider like Kitsu, whose second pages are gone.
struct HalfKitsu(providers::Kitsu);

#[async_trait]
impl ExtraProvider for HalfKitsu {
    fn source(&self) -> &'static str {
        self.0.source()
    }

    fn kinds(&self) -> &'static [ExtraKind] {
        self.0.kinds()
    }

    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError> {
        if page == 2 {
            return Err(ProviderError::NotFound);
        }
        self.0.extra_page(title, kind, page).await
    }
}

#[async_trait]
impl FallbackProvider for HalfKitsu {
    async fn record_gaps(&self, title: TitleIds) -> Result<Fetched<RecordGaps>, ProviderError> {
        self.0.record_gaps(title).await
    }
}

#[tokio::test]
async fn incomplete_kitsu_pages_store_nothing() {
    let scene = Scene::with(anime::popular(FIRST_ID, "Long", 1)).await;
    let id = MalId::new(FIRST_ID);
    for (is_half, total) in [(true, None), (false, Some(episodes_of(0)))] {
        let kitsu = kitsu(&scene.app, &scene.kitsu);
        let fallback: Arc<dyn FallbackProvider> = if is_half {
            Arc::new(HalfKitsu(kitsu))
        } else {
            Arc::new(kitsu)
        };
        let refresher = Refresher {
            fallback: Some(fallback),
            ..scene.app.refresher(None, None)
        };
        let wish = Wish::Extra(id, ExtraKind::Episodes);
        Arc::new(refresher).fulfil(wish).await;
        let known = scene.app.store.known_extras(id).await.unwrap().unwrap();
        assert_eq!(known.first().map(|known| known.items), total);
    }
}
