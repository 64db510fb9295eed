//! Unchanged answers are not sent again.

use std::time::Duration;

use domain::{
    anime::MalId,
    catalogue::{AnimeKey, CatalogueStore as _},
    clock::Clock as _,
    mirror::MirrorStore as _,
};
use testkit::{
    TestApp,
    stub_provider::{FIRST_ID, Mode, NEW_SYNOPSIS, Seen, StubProvider, TITLES},
};

use super::{mirror, run_to_completion};

/// Lets `days` days go by; returns the requests of that time.
async fn days(app: &TestApp, stub: &StubProvider, days: u64) -> Vec<Seen> {
    let before = stub.seen().len();
    let mut mirror = mirror(app, stub, "one");
    for _ in 0..4 * days {
        app.clock.advance(Duration::from_hours(6));
        run_to_completion(&mut mirror).await;
    }
    stub.seen().split_off(before)
}

fn not_sent(seen: &[Seen]) -> Vec<&str> {
    let unchanged = seen.iter().filter(|seen| seen.unchanged);
    unchanged.map(|seen| seen.target.as_str()).collect()
}

async fn story(app: &TestApp, id: u32) -> Option<String> {
    let key = AnimeKey::Id(MalId::new(id));
    app.store.find(&key).await.unwrap().unwrap().anime.synopsis
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_answer_is_not_sent_again() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    assert_eq!(not_sent(&stub.seen()), [""; 0]);
    let revision = app.store.revision().await.unwrap();

    // A day later all lists are old but that of all titles
    let second = days(&app, &stub, 1).await;
    let airing = TITLES.div_ceil(10).div_ceil(25) as usize;
    assert_eq!(second.len(), 4 * airing + 1);
    assert_eq!(not_sent(&second).len(), second.len());
    // After a month each list and record is old; records of what airs are old every week
    let month = days(&app, &stub, 30).await;
    let wholes = month.iter().filter(|seen| seen.target.ends_with("/full"));
    assert!(wholes.count() >= TITLES as usize);
    assert_eq!(not_sent(&month).len(), month.len());
    assert_eq!(app.store.revision().await.unwrap(), revision);
    assert_eq!(app.store.progress(app.clock.now()).await.unwrap().due, 0);

    // The first of these titles airs, the second does not
    let changed = [FIRST_ID + 10, FIRST_ID + 204];
    for id in changed {
        stub.change_synopsis(id);
    }
    let month = days(&app, &stub, 30).await;
    assert!(not_sent(&month).len() * 100 >= month.len() * 95);
    for id in changed {
        assert_eq!(story(&app, id).await.as_deref(), Some(NEW_SYNOPSIS));
        let record = format!("/v4/anime/{id}/full");
        let sent = month
            .iter()
            .filter(|seen| seen.target == record && !seen.unchanged);
        assert_eq!(sent.count(), 1, "{record}");
    }
    let month = days(&app, &stub, 30).await;
    assert_eq!(not_sent(&month).len(), month.len());
}

#[tokio::test]
async fn etags_of_one_service_are_not_sent_to_another() {
    let (first, second) = (StubProvider::start().await, StubProvider::start().await);
    let (first, second) = (first.unwrap(), second.unwrap());
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut mirror(&app, &first, "one")).await;
    let asked = days(&app, &second, 1).await;
    // Each page is asked for without an `ETag` once; then it has that of the second service
    let (pages, conditional): (Vec<_>, Vec<_>) = asked.iter().partition(|seen| !seen.conditional);
    assert_eq!((pages.len(), conditional.len()), (3, 6));
}

#[tokio::test]
async fn refused_title_is_stored_once_the_store_accepts_it() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let airs = FIRST_ID + 10;
    app.db.refuse_titles(&format!("= {airs}")).await.unwrap();
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    let key = AnimeKey::Id(MalId::new(airs));
    assert_eq!(app.store.find(&key).await.unwrap(), None);
    app.db.take_titles().await.unwrap();
    days(&app, &stub, 1).await;
    let came = app.store.find(&key).await.unwrap().unwrap();
    assert_eq!(came.anime.seasons(), Some(3));
}

#[tokio::test]
async fn deleted_title_is_fetched_again_with_its_list() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    // A title goes, and comes back with its list
    stub.set(Mode::Adult);
    app.clock.advance(Duration::from_hours(6));
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    let gone = AnimeKey::Id(MalId::new(FIRST_ID));
    assert_eq!(app.store.find(&gone).await.unwrap(), None);
    stub.set(Mode::Normal);
    days(&app, &stub, 31).await;
    let back = app.store.find(&gone).await.unwrap().unwrap();
    assert_eq!(back.anime.seasons(), Some(3));
}
