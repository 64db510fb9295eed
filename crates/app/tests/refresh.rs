//! Background refreshing against real connections to a server that plays the providers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod extras;
mod fallback;
mod gaps;
mod people;

use std::{sync::Arc, time::Duration};

use app::catalogue::refresh::Wish;
use domain::{
    anime::MalId,
    catalogue::{AnimeKey, CatalogueStore as _},
    provider::{AiringProvider, TitleProvider},
};
use providers::{Jikan, Kitsu, ProviderConfig};
use testkit::{
    TestApp, anime,
    stub_provider::{FIRST_ID, Mode, StubProvider, TITLES},
};

/// Returns settings for a stub at `url`: a silent one is not waited for long, so that it costs a test little.
fn config(url: String, mode: &Mode) -> ProviderConfig {
    let is_silent = matches!(mode, Mode::Silent(_));
    ProviderConfig {
        timeout: Duration::from_millis(if is_silent { 300 } else { 5_000 }),
        limits: providers::rate::Limits {
            per_second: 1_000,
            per_minute: 1_000,
        },
        ..ProviderConfig::new(url)
    }
}

/// Returns both providers, connected to the stub.
fn providers(
    app: &TestApp,
    stub: &StubProvider,
) -> (Arc<dyn TitleProvider>, Arc<dyn AiringProvider>) {
    let config = config(stub.jikan_url(), &stub.mode());
    let jikan = Jikan::connect(&config, app.store.clone(), app.clock.clone());
    (Arc::new(jikan.unwrap()), Arc::new(kitsu(app, stub)))
}

fn kitsu(app: &TestApp, stub: &StubProvider) -> Kitsu {
    let config = config(stub.kitsu_url(), &stub.mode());
    Kitsu::connect(&config, app.store.clone(), app.clock.clone()).unwrap()
}

/// Looks at `addresses`, then grants all that was wished for, and what that wished for.
async fn look_and_grant(app: &mut TestApp, stub: &StubProvider, addresses: &[&str]) {
    for address in addresses {
        app.get(address).await;
    }
    grant(app, stub).await;
}

/// Grants all wishes, and those that granting them makes.
async fn grant(app: &mut TestApp, stub: &StubProvider) {
    let (titles, airing) = providers(app, stub);
    let refresher = Arc::new(app.refresher(Some(titles), Some(airing)));
    loop {
        let wishes = app.queued_wishes();
        if wishes.is_empty() {
            break;
        }
        for wish in wishes {
            Arc::clone(&refresher).fulfil(wish).await;
        }
    }
    app.follow_revision().await;
}

#[tokio::test]
async fn gallery_view_fetches_its_titles_with_their_seasons() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    look_and_grant(&mut app, &stub, &["/api/v1/anime?list=popular&page=1"]).await;

    let page = app.get("/api/v1/anime?list=popular&page=1").await.json();
    let items = page["items"].as_array().unwrap();
    assert_eq!(items.len(), 25);
    assert_eq!(page["source"], "jikan");
    assert!(
        items.iter().all(|item| item["seasons_known"] == true),
        "{items:#?}"
    );
    // One for the list, one for the full record of each title on it
    assert_eq!(stub.seen().len(), 26);
}

#[tokio::test]
async fn title_that_the_store_refuses_takes_no_others_with_it() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    app.db
        .refuse_titles(&format!("= {}", FIRST_ID + 3))
        .await
        .unwrap();
    let address = "/api/v1/anime?list=popular&page=1";
    look_and_grant(&mut app, &stub, &[address]).await;
    let page = app.get(address).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 24);
}

#[tokio::test]
async fn wish_with_refused_titles_is_soon_granted_again() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    app.db.refuse_titles("> 0").await.unwrap();
    let address = "/api/v1/anime?list=popular&page=1";
    look_and_grant(&mut app, &stub, &[address]).await;
    app.db.take_titles().await.unwrap();

    app.clock.advance(Duration::from_mins(2));
    app.import(&[anime::popular(1, "One", 1)]).await;
    look_and_grant(&mut app, &stub, &[address]).await;
    let page = app.get(address).await.json();
    assert_eq!(page["total"], 26);
}

#[tokio::test]
async fn thousand_cold_gallery_views_cost_as_much_as_one() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let looks = (0..1_000).map(|_| app.get("/api/v1/anime?list=popular&page=1"));
    futures::future::join_all(looks).await;
    grant(&mut app, &stub).await;
    assert_eq!(stub.seen().len(), 26);
}

#[tokio::test]
async fn second_day_without_changes_is_answered_without_bodies() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let pages: Vec<_> = (1..=10)
        .map(|page| format!("/api/v1/anime?list=popular&page={page}"))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    look_and_grant(&mut app, &stub, &pages).await;
    let first = stub.seen().len();
    app.clock.advance(Duration::from_hours(24));
    app.import(&[anime::popular(1, "New", 9_999)]).await;
    look_and_grant(&mut app, &stub, &pages).await;
    let second = &stub.seen()[first..];
    // The stub's titles never change: a request that names what it knows is answered 304
    let unchanged = second.iter().filter(|seen| seen.conditional).count();
    assert!(second.len() >= 10, "{}", second.len());
    assert!(unchanged * 100 >= second.len() * 95, "{second:#?}");
}

#[tokio::test]
async fn repeated_view_sends_no_request_until_the_facts_are_old() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let address = "/api/v1/anime?list=popular&page=1";
    look_and_grant(&mut app, &stub, &[address]).await;
    let requests = stub.seen().len();
    app.import(&[anime::popular(1, "New", 1)]).await;
    look_and_grant(&mut app, &stub, &[address]).await;
    assert_eq!(stub.seen().len(), requests);

    app.clock.advance(Duration::from_hours(7));
    app.import(&[anime::popular(2, "Newer", 2)]).await;
    look_and_grant(&mut app, &stub, &[address]).await;
    assert!(stub.seen().len() > requests);
}

#[tokio::test]
async fn search_fetches_titles_that_the_catalogue_lacks() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let first = app.get("/api/v1/anime?search=a").await.json();
    assert_eq!(first["total"], 0);
    look_and_grant(&mut app, &stub, &[]).await;
    let then = app.get("/api/v1/anime?search=a").await.json();
    assert!(then["total"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn unknown_title_is_there_at_the_next_view() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let address = format!("/api/v1/anime/{}", FIRST_ID + 5);
    assert_eq!(app.get(&address).await.status, 404);
    look_and_grant(&mut app, &stub, &[]).await;
    assert_eq!(app.get(&address).await.status, 200);
}

#[tokio::test]
async fn hero_comes_from_kitsu_and_leads_to_titles_of_the_catalogue() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let pages: Vec<String> = (1..=10)
        .map(|page| format!("/api/v1/anime?list=popular&page={page}"))
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    look_and_grant(&mut app, &stub, &pages).await;
    look_and_grant(&mut app, &stub, &["/api/v1/hero"]).await;

    // Kept answers are made anew with the catalogue's next revision
    app.import(&[anime::popular(1, "One", 1)]).await;
    let hero = app.get("/api/v1/hero").await.json();
    assert_eq!(hero["source"], "kitsu");
    let slides = hero["items"].as_array().unwrap();
    assert!(!slides.is_empty() && slides.len() <= 10);
    assert!(slides.iter().all(|slide| slide["image_url"].is_string()));
    assert!(
        slides.iter().any(|slide| slide["mal_id"].is_number()),
        "{slides:#?}"
    );
    for slide in slides {
        if let Some(slug) = slide["slug"].as_str() {
            let title = app.get(&format!("/api/v1/anime/{slug}")).await.json();
            for name in ["title", "title_english", "title_japanese"] {
                assert_eq!(slide[name], title[name]);
            }
        }
    }
}

#[tokio::test]
async fn title_that_turns_adult_is_deleted() {
    let stub = StubProvider::start().await.unwrap();
    let gallery = "/api/v1/anime?list=popular&page=1";
    let title = format!("/api/v1/anime/{}", FIRST_ID + TITLES - 1);
    // The first title leaves by its list, the second by its full record
    for (address, gone) in [(gallery, FIRST_ID), (&title, FIRST_ID + TITLES - 1)] {
        let mut app = TestApp::with(&[]).await;
        stub.set(Mode::Normal);
        look_and_grant(&mut app, &stub, &[gallery, &title]).await;
        let key = AnimeKey::Id(MalId::new(gone));
        assert!(app.store.find(&key).await.unwrap().is_some());

        app.clock.advance(Duration::from_hours(7));
        stub.set(Mode::Adult);
        app.import(&[anime::popular(1, "Other", 1)]).await;
        look_and_grant(&mut app, &stub, &[address]).await;
        assert_eq!(app.store.find(&key).await.unwrap(), None);
        let answer = app.get(&format!("/api/v1/anime/{gone}")).await;
        assert_eq!(answer.status, 404);
    }
}

#[tokio::test]
async fn pages_survive_any_provider_answer() {
    let stub = StubProvider::start().await.unwrap();
    for mode in [
        Mode::status(429),
        Mode::status(403),
        Mode::status(404),
        Mode::status(504),
        Mode::Html,
        Mode::Truncated,
        Mode::WrongShape,
        Mode::Closed,
        Mode::Silent(Duration::from_secs(1)),
    ] {
        let mut app = TestApp::built_in().await;
        let addresses = [
            "/api/v1/anime?list=popular&page=1",
            "/api/v1/hero",
            "/api/v1/anime/21",
        ];
        let mut before = Vec::new();
        for address in addresses {
            before.push(app.get(address).await.json());
        }
        stub.set(mode.clone());
        look_and_grant(&mut app, &stub, &[]).await;
        // Answers are made anew with the catalogue's next revision
        app.import(&[anime::popular(9_999_999, "Unpopular", 9_999)])
            .await;
        for (address, before) in addresses.iter().zip(before) {
            let after = app.get(address).await;
            assert_eq!(after.json(), before, "{mode:?} {address}");
        }
    }
}

#[tokio::test]
async fn thousand_cold_visitors_at_once_cost_one_request_a_key() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let address = format!("/api/v1/anime/{}", FIRST_ID + 7);
    let visits = (0..1_000).map(|n| {
        app.get(if n % 2 == 0 {
            "/api/v1/anime?list=popular&page=1"
        } else {
            &address
        })
    });
    futures::future::join_all(visits).await;
    let (titles, airing) = providers(&app, &stub);
    let refresher = Arc::new(app.refresher(Some(titles), Some(airing)));
    let wishes = app.queued_wishes();
    assert_eq!(
        wishes,
        [Wish::Popular(1), Wish::Title(MalId::new(FIRST_ID + 7))]
    );
    for wish in wishes {
        Arc::clone(&refresher).fulfil(wish).await;
    }
    assert_eq!(stub.seen().len(), 2);
}

#[tokio::test]
async fn stale_answer_is_requested_again_after_three_minutes() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let address = format!("/api/v1/anime/{FIRST_ID}");
    look_and_grant(&mut app, &stub, &[&address]).await;
    let wish = Wish::Title(MalId::new(FIRST_ID));

    app.clock.advance(Duration::from_hours(7));
    stub.set(Mode::status(403));
    app.import(&[anime::popular(1, "One", 1)]).await;
    look_and_grant(&mut app, &stub, &[&address]).await;
    app.import(&[anime::popular(2, "Two", 2)]).await;
    app.get(&address).await;
    assert_eq!(app.queued_wishes(), []);

    app.clock.advance(Duration::from_mins(3));
    app.import(&[anime::popular(3, "Three", 3)]).await;
    app.get(&address).await;
    assert_eq!(app.queued_wishes().first(), Some(&wish));
}

#[tokio::test]
async fn after_the_clock_is_set_back_wishes_are_granted_again() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let years = Duration::from_hours(24 * 3_650);
    app.clock.advance(years);
    let address = "/api/v1/anime?list=popular&page=1";
    look_and_grant(&mut app, &stub, &[address]).await;
    let requests = stub.seen().len();
    app.clock.set_back(years);
    app.import(&[anime::popular(1, "One", 1)]).await;
    look_and_grant(&mut app, &stub, &[address]).await;
    assert!(stub.seen().len() > requests, "nobody waits for years");
}

#[tokio::test]
async fn list_wish_goes_before_many_title_wishes() {
    let mut app = TestApp::with(&[]).await;
    for id in 1..=1_500 {
        app.get(&format!("/api/v1/anime/{id}")).await;
    }
    app.get("/api/v1/hero").await;
    assert_eq!(app.queued_wishes().first(), Some(&Wish::Airing));
}

#[tokio::test]
async fn providers_answer_survives_a_restart() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    look_and_grant(
        &mut app,
        &stub,
        &["/api/v1/anime?list=popular&page=1", "/api/v1/hero"],
    )
    .await;
    let key = AnimeKey::Id(MalId::new(FIRST_ID));
    let again = app.reopened().await;
    assert!(again.find(&key).await.unwrap().is_some());
    assert!(again.popular(1).await.unwrap().total >= 25.min(TITLES));
}
