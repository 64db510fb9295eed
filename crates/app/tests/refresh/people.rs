//! People's and characters' own records.

use std::time::Duration;

use app::catalogue::refresh::Wish;
use domain::{
    clock::Clock as _,
    extras::{CharacterId, PersonId, RecordId},
    picture::Tag,
};
use serde_json::{Value, json};
use testkit::{
    TestApp, anime,
    stub_provider::{FIRST_CHARACTER, FIRST_ID, FIRST_PERSON, Mode, StubProvider, UNKNOWN_PERSON},
};

use super::look_and_grant;

const PERSON: RecordId = RecordId::Person(PersonId::new(FIRST_PERSON));
const CHARACTER: RecordId = RecordId::Character(CharacterId::new(FIRST_CHARACTER));

/// A site that holds the stub's first title with its cast and staff, of whom the own records are unknown.
async fn with_credits(stub: &StubProvider) -> TestApp {
    let mut app = TestApp::with(&[]).await;
    let title = format!("/api/v1/anime/{FIRST_ID}");
    look_and_grant(&mut app, stub, &[&title]).await;
    let parts = ["characters", "staff"].map(|part| format!("/v4/anime/{FIRST_ID}/{part}"));
    look_and_grant(&mut app, stub, &parts.each_ref().map(String::as_str)).await;
    app
}

/// Returns how often the stub was asked for people's and characters' own records.
fn asked(stub: &StubProvider) -> usize {
    let is_own = |target: &str| target.contains("/people/") || target.contains("/characters/");
    let seen = stub.seen();
    seen.iter().filter(|seen| is_own(&seen.target)).count()
}

/// Time goes on, and answers that the site keeps are of a former catalogue.
async fn later(app: &TestApp, time: Duration) {
    app.clock.advance(time);
    let place = u32::try_from(app.clock.now().as_second() % 1_000_000).unwrap();
    app.import(&[anime::popular(1, "Other", 9_000 + place)])
        .await;
}

#[tokio::test]
async fn mention_is_cached_for_a_minute_and_then_replaced_by_the_full_record() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    for (address, mentioned, whole) in [
        (
            format!("/v4/people/{FIRST_PERSON}"),
            json!(["Person, Number 0", null, 0]),
            json!(["Number 0 Person", "Grows orchards.", 1_000]),
        ),
        (
            format!("/v4/characters/{FIRST_CHARACTER}/full"),
            json!(["Character 0 of 0", null, 100]),
            json!(["Character 0 of 0", "Waters trees.", 2_000]),
        ),
    ] {
        let facts = |body: &Value| {
            let data = &body["data"];
            json!([data["name"], data["about"], data["favorites"]])
        };
        let first = app.get(&address).await;
        assert_eq!(facts(&first.json()), mentioned);
        assert_eq!(first.header("cache-control"), "public, s-maxage=60");

        look_and_grant(&mut app, &stub, &[]).await;
        let then = app.get(&address).await;
        assert_eq!(facts(&then.json()), whole);
        assert_eq!(then.header("cache-control"), "public, s-maxage=86400");
    }
    let person = format!("/api/v1/people/{FIRST_PERSON}");
    assert_eq!(app.get(&person).await.json()["birthday"], "1980-05-04");
    assert_eq!(asked(&stub), 2);
}

#[tokio::test]
async fn every_view_of_a_person_or_character_queues_a_wish() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    let (person, character) = (FIRST_PERSON, FIRST_CHARACTER);
    let mut views = vec![
        (format!("/person/{person}"), PERSON),
        (format!("/api/v1/people/{person}"), PERSON),
        (format!("/api/v1/people/{person}/voices"), PERSON),
        (format!("/api/v1/people/{person}/staff"), PERSON),
        (format!("/character/{character}"), CHARACTER),
        (format!("/api/v1/characters/{character}"), CHARACTER),
        (
            format!("/api/v1/characters/{character}/appearances"),
            CHARACTER,
        ),
    ];
    for part in ["", "/full", "/anime", "/voices", "/manga", "/pictures"] {
        views.push((format!("/v4/people/{person}{part}"), PERSON));
        views.push((format!("/v4/characters/{character}{part}"), CHARACTER));
    }
    for (address, of) in views {
        later(&app, Duration::from_hours(7)).await;
        assert_eq!(app.get(&address).await.status, 200, "{address}");
        assert_eq!(app.queued_wishes(), [Wish::Record(of)], "{address}");
    }
}

#[tokio::test]
async fn thousand_visitors_of_a_person_cost_one_request() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    let page = format!("/api/v1/people/{FIRST_PERSON}");
    let parts = ["", "/full", "/voices", "/pictures"];
    let parts = parts.map(|part| format!("/v4/people/{FIRST_PERSON}{part}"));
    let views = parts.iter().chain([&page]).cycle().take(1_000);
    futures::future::join_all(views.map(|address| app.get(address))).await;
    look_and_grant(&mut app, &stub, &[&page, &parts[0]]).await;
    assert_eq!(asked(&stub), 1);
}

#[tokio::test]
async fn unknown_people_and_lists_queue_no_wish() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    let portrait = Tag::of("https://pictures.example/1.jpg");
    for (address, is_found) in [
        ("/v4/people/77".to_owned(), false),
        ("/api/v1/characters/77".to_owned(), false),
        ("/v4/people".to_owned(), true),
        ("/v4/top/characters".to_owned(), true),
        (
            format!("/img/portrait/person-{FIRST_PERSON}-{portrait}-160"),
            true,
        ),
    ] {
        assert_eq!(app.get(&address).await.status != 404, is_found, "{address}");
        assert_eq!(app.queued_wishes(), [], "{address}");
    }
}

#[tokio::test]
async fn unchanged_record_is_fetched_again_after_a_month() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    let address = format!("/v4/characters/{FIRST_CHARACTER}");
    look_and_grant(&mut app, &stub, &[&address]).await;
    for (days, expected) in [(1, 1), (28, 1), (1, 2), (1, 2)] {
        later(&app, Duration::from_hours(days * 24)).await;
        look_and_grant(&mut app, &stub, &[&address]).await;
        assert_eq!(asked(&stub), expected, "{days} days later");
    }
}

#[tokio::test]
async fn unknown_person_is_requested_again_after_three_days() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = with_credits(&stub).await;
    let address = format!("/v4/people/{UNKNOWN_PERSON}");
    look_and_grant(&mut app, &stub, &[&address]).await;
    for (hours, expected) in [(7, 1), (2 * 24, 1), (24, 2)] {
        later(&app, Duration::from_hours(hours)).await;
        look_and_grant(&mut app, &stub, &[&address]).await;
        assert_eq!(asked(&stub), expected, "{hours} hours later");
    }
    let found = app.get(&address).await;
    assert_eq!(found.json()["data"]["name"], "Person, Number 20");
}

#[tokio::test]
async fn failed_fetch_keeps_the_page_and_is_retried_after_two_minutes() {
    for mode in [Mode::status(500), Mode::WrongShape, Mode::Truncated] {
        let stub = StubProvider::start().await.unwrap();
        let mut app = with_credits(&stub).await;
        let address = format!("/api/v1/people/{FIRST_PERSON}");
        let before = app.get(&address).await.json();
        stub.set(mode.clone());
        look_and_grant(&mut app, &stub, &[]).await;
        let tries = asked(&stub);
        assert!(tries > 0);
        assert_eq!(app.get(&address).await.json(), before, "{mode:?}");

        stub.set(Mode::Normal);
        later(&app, Duration::from_secs(110)).await;
        look_and_grant(&mut app, &stub, &[&address]).await;
        assert_eq!(asked(&stub), tries, "{mode:?}");
        later(&app, Duration::from_secs(10)).await;
        look_and_grant(&mut app, &stub, &[&address]).await;
        assert!(asked(&stub) > tries, "{mode:?}");
    }
}
