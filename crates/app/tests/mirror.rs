//! Mirroring a provider over real connections.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod extras;
mod failures;
mod not_modified;

use std::{collections::HashMap, sync::Arc, time::Duration};

use app::catalogue::mirror::{Mirror, Step};
use domain::{
    anime::{MalId, Status},
    catalogue::{AnimeKey, CatalogueStore as _},
    clock::Clock,
    mirror::{MirrorProvider, MirrorStore as _},
};
use providers::{Jikan, ProviderConfig, rate::Limits};
use testkit::{
    TestApp,
    stub_provider::{FIRST_ID, Mode, StubProvider, TITLES},
};

const LIMITS: Limits = Limits {
    per_second: 150,
    per_minute: 9_000,
};

const TIMEOUT: Duration = Duration::from_mins(1);

fn jikan(app: &TestApp, stub: &StubProvider) -> Jikan {
    let config = ProviderConfig {
        limits: LIMITS,
        timeout: Duration::from_secs(5),
        ..ProviderConfig::new(stub.jikan_url())
    };
    Jikan::connect(&config, app.store.clone(), app.clock.clone()).unwrap()
}

fn mirror(app: &TestApp, stub: &StubProvider, holder: &str) -> Mirror {
    mirror_of(app, Arc::new(jikan(app, stub)), holder)
}

fn mirror_of(app: &TestApp, provider: Arc<dyn MirrorProvider>, holder: &str) -> Mirror {
    let clock: Arc<dyn Clock> = app.clock.clone();
    let refresher = app.refresher(None, None);
    let (store, states) = (app.store.clone(), app.store.clone());
    let pace = Duration::from_millis(1);
    Mirror::new(
        store,
        states,
        provider,
        refresher.wishes,
        clock,
        holder.into(),
        pace,
    )
}

/// Goes on until there is nothing to do; returns how many steps were in vain.
async fn run_to_completion(mirror: &mut Mirror) -> usize {
    let mut failed = 0;
    loop {
        match mirror.step().await.unwrap() {
            Step::Done => {}
            Step::Failed | Step::FailedAgain => failed += 1,
            Step::Nothing => return failed,
        }
    }
}

/// Makes steps until there is `enough`; returns how many of them failed.
async fn run_until(app: &TestApp, mirror: &mut Mirror, enough: impl AsyncFn() -> bool) -> usize {
    let mut failed = 0;
    // A failed request is repeated after some time
    for minutes in [2; 30].into_iter().chain([10; 28]) {
        failed += run_to_completion(mirror).await;
        app.clock.advance(Duration::from_mins(minutes));
        if enough().await {
            break;
        }
    }
    failed
}

/// Waits until the stub has seen `requests` requests.
async fn until_asked(stub: &StubProvider, requests: usize) {
    let asked = async {
        while stub.seen().len() < requests {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(tokio::time::timeout(TIMEOUT, asked).await.is_ok());
}

/// Returns how often each address was asked for.
fn asked(stub: &StubProvider) -> HashMap<String, usize> {
    let mut asked = HashMap::new();
    for seen in stub.seen() {
        *asked.entry(seen.target).or_default() += 1;
    }
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_titles_are_complete_though_one_call_in_five_fails() {
    const COUNT: u32 = 2_000;
    let stub = StubProvider::with_titles(COUNT).await.unwrap();
    stub.set(Mode::FailsOneIn(5));
    let app = TestApp::with(&[]).await;
    let mut mirror = mirror(&app, &stub, "one");
    let is_whole = async || app.store.progress(app.clock.now()).await.unwrap().whole == COUNT;
    let failed = run_until(&app, &mut mirror, is_whole).await;

    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!(
        (progress.titles, progress.whole, progress.due),
        (COUNT, COUNT, 0)
    );
    for place in (0..COUNT).step_by(97) {
        let key = AnimeKey::Id(MalId::new(FIRST_ID + place));
        let record = app.store.find(&key).await.unwrap().unwrap();
        assert_eq!(record.anime.seasons(), Some(3), "{place}");
    }
    let seen = stub.seen().len();
    assert_eq!(failed, seen / 5);
    // Each page and each record once, but for the list of what airs, which is old after 6 hours
    let airing = (COUNT / 10).div_ceil(25);
    let needed = (COUNT.div_ceil(25) + airing + 1 + COUNT) as usize;
    let answered = seen - failed;
    assert!(
        (needed..=needed + airing as usize).contains(&answered),
        "{answered} of {needed}"
    );
    let most = stub.most_within(Duration::from_secs(1));
    assert!(most <= LIMITS.per_second, "{most} in a second");
    // The provider's answers are not kept beside the facts
    let page = format!(
        "{}/top/anime?filter=bypopularity&page=1&sfw=true",
        stub.jikan_url()
    );
    let answer = domain::provider::AnswerStore::stored_answer(&*app.store, &page).await;
    assert_eq!(answer.unwrap(), None);
}

#[tokio::test]
async fn lists_and_records_are_fetched_again_when_they_are_old() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let mut mirror = mirror(&app, &stub, "one");
    run_to_completion(&mut mirror).await;
    let mut before = stub.seen().len();
    let (airing, all) = ((TITLES / 10) as usize, TITLES as usize);
    let page = |titles: usize| titles.div_ceil(25);
    for (hours, expected) in [
        (5, 0),
        (1, page(airing)),
        // After a day the list of airing titles and that of upcoming ones are old
        (18, page(airing) + 1),
        // The whole records of airing titles are old after a week
        (6 * 24, page(airing) + 1 + airing),
        // After a month everything is old
        (23 * 24, page(airing) + 1 + page(all) + all),
    ] {
        app.clock.advance(Duration::from_hours(hours));
        run_to_completion(&mut mirror).await;
        let now = stub.seen().len();
        assert_eq!(now - before, expected, "{hours} hours later");
        before = now;
    }
}

#[tokio::test]
async fn another_server_waits_and_then_repeats_nothing() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let (mut one, mut other) = (mirror(&app, &stub, "one"), mirror(&app, &stub, "other"));
    for _ in 0..200 {
        assert_eq!(one.step().await.unwrap(), Step::Done);
        assert_eq!(other.step().await.unwrap(), Step::Nothing);
    }
    // The first server ends in the middle of its work
    drop(one);
    app.clock.advance(Duration::from_secs(30));
    run_to_completion(&mut other).await;
    let asked = asked(&stub);
    assert!(asked.values().all(|times| *times == 1), "{asked:#?}");
    assert_eq!(app.store.progress(app.clock.now()).await.unwrap().due, 0);
}

#[tokio::test]
async fn clock_set_back_does_not_stall_the_mirror() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let years = Duration::from_hours(24 * 3_650);
    app.clock.advance(years);
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    let all = stub.seen().len();
    app.clock.set_back(years);
    // Another server, as after a restart: the first one's hold, and all that is due, lie years ahead
    let mut other = mirror(&app, &stub, "other");
    run_to_completion(&mut other).await;
    assert_eq!(stub.seen().len(), 2 * all, "everything once again");
    assert_eq!(app.store.progress(app.clock.now()).await.unwrap().due, 0);
    app.clock.advance(Duration::from_hours(5));
    run_to_completion(&mut other).await;
    assert_eq!(stub.seen().len(), 2 * all, "what is fresh is left alone");
}

#[tokio::test]
async fn provider_outage_removes_nothing_and_sync_completes_after_it() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::built_in().await;
    let count = app.store.count().await.unwrap();
    for mode in [
        Mode::status(403),
        Mode::Closed,
        Mode::Html,
        Mode::status(429),
    ] {
        stub.set(mode);
        let mut mirror = mirror(&app, &stub, "one");
        for _ in 0..3 {
            assert_eq!(mirror.step().await.unwrap(), Step::Failed);
        }
        assert_eq!(app.store.count().await.unwrap(), count);
    }
    stub.set(Mode::Normal);
    app.clock.advance(Duration::from_hours(1));
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    assert_eq!(app.store.count().await.unwrap(), count + TITLES);
    let first = AnimeKey::Id(MalId::new(FIRST_ID));
    let record = app.store.find(&first).await.unwrap().unwrap();
    assert_eq!(record.anime.status, Some(Status::Airing));
}

#[tokio::test]
async fn visitors_wish_goes_first() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    app.get("/api/v1/anime/5").await;
    let running = tokio::spawn(mirror(&app, &stub, "one").run());
    // The wait is some hundred times the mirror's pace
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(stub.seen().len(), 0);

    assert_eq!(app.queued_wishes().len(), 1);
    until_asked(&stub, 1).await;
    running.abort();
}

#[tokio::test]
async fn wishes_that_never_end_do_not_stop_the_mirror() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    app.get("/api/v1/anime/5").await;
    let running = tokio::spawn(mirror(&app, &stub, "one").run());
    for step in 1..=2 {
        let turn = async {
            while stub.seen().len() < step {
                app.clock.advance(Duration::from_secs(1));
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let start = app.clock.now();
        assert!(tokio::time::timeout(TIMEOUT, turn).await.is_ok());
        let waited = app.clock.now().duration_since(start);
        assert!(waited.as_secs() >= 20, "{waited:?}");
    }
    running.abort();
}

/// Looks at a title, and grants what the look wishes for.
async fn look_at(app: &mut TestApp, stub: &StubProvider, id: u32) {
    app.get(&format!("/api/v1/anime/{id}")).await;
    let jikan = Arc::new(jikan(app, stub));
    let refresher = Arc::new(app.refresher(Some(jikan), None));
    for wish in app.queued_wishes() {
        Arc::clone(&refresher).fulfil(wish).await;
    }
}

#[tokio::test]
async fn title_that_a_wish_fetched_is_not_fetched_again() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    look_at(&mut app, &stub, FIRST_ID).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    assert_eq!(asked(&stub)[&format!("/v4/anime/{FIRST_ID}/full")], 1);
}

#[tokio::test]
async fn view_does_not_fetch_what_the_mirror_fetched() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    let record = format!("/v4/anime/{FIRST_ID}/full");
    app.clock.advance(Duration::from_hours(5));
    look_at(&mut app, &stub, FIRST_ID).await;
    assert_eq!(asked(&stub)[&record], 1);
    app.clock.advance(Duration::from_hours(7));
    app.import(&[testkit::anime::popular(1, "One", 1)]).await;
    look_at(&mut app, &stub, FIRST_ID).await;
    assert_eq!(asked(&stub)[&record], 2);
}

#[tokio::test]
async fn view_of_an_unknown_id_stores_nothing() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    look_at(&mut app, &stub, 77).await;
    assert_eq!(stub.seen().len(), 1);
    let whole_at = app.store.whole_at(MalId::new(77)).await.unwrap();
    assert_eq!(whole_at, None);
    // A title that the catalogue holds, though the provider does not know it, is
    app.import(&[testkit::anime::popular(78, "Built in", 1)])
        .await;
    look_at(&mut app, &stub, 78).await;
    let whole_at = app.store.whole_at(MalId::new(78)).await.unwrap();
    assert_eq!(whole_at, Some(app.clock.now()));
}

#[tokio::test]
async fn titles_that_turn_adult_are_deleted() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    assert_eq!(app.store.count().await.unwrap(), TITLES);
    stub.set(Mode::Adult);
    app.clock.advance(Duration::from_hours(24 * 31));
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    assert_eq!(app.store.count().await.unwrap(), 0);
}
