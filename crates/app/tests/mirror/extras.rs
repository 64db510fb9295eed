//! Extras of titles.

use std::{collections::HashSet, sync::Arc, time::Duration};

use app::catalogue::mirror::Mirror;
use domain::{
    anime::MalId,
    catalogue::CatalogueStore as _,
    clock::Clock as _,
    extras::{ExtraKind, ExtrasStore as _},
    mirror::{ExtrasProgress, MirrorStore as _},
    slice::SliceRange,
};
use providers::{Jikan, ProviderConfig, rate::Limits};
use testkit::{
    TestApp,
    stub_provider::{CAST, FIRST_ID, Mode, StubProvider, episodes_of, has_news},
};

use super::{asked, mirror_of, run_to_completion, run_until};

/// The limits of a service of one's own, since there is much to fetch.
const LIMITS: Limits = Limits {
    per_second: 1_000,
    per_minute: 60_000,
};

/// Makes a mirror that fetches extras.
fn mirror(app: &TestApp, stub: &StubProvider, holder: &str) -> Mirror {
    let config = ProviderConfig {
        limits: LIMITS,
        timeout: Duration::from_secs(5),
        ..ProviderConfig::new(stub.jikan_url())
    };
    let jikan = Jikan::connect(&config, app.store.clone(), app.clock.clone());
    let jikan = Arc::new(jikan.unwrap());
    mirror_of(app, jikan.clone(), holder).with_extras(jikan)
}

/// Returns how far the mirror is with extras.
async fn extras(app: &TestApp) -> ExtrasProgress {
    app.store.extras_progress(app.clock.now()).await.unwrap()
}

fn kinds() -> u32 {
    u32::try_from(ExtraKind::ALL.len()).unwrap()
}

/// Returns the number of pages of the extras of `count` titles.
fn pages(count: u32) -> u32 {
    let episodes = (0..count).map(|place| episodes_of(place).div_ceil(100));
    (kinds() - 1) * count + episodes.sum::<u32>()
}

/// Returns the addresses of the extras of `count` titles that the stub has not.
fn unknown(count: u32) -> HashSet<String> {
    let without_news = (0..count).filter(|place| !has_news(*place));
    let address = |place| format!("/v4/anime/{}/news", FIRST_ID + place);
    without_news.map(address).collect()
}

/// Whether everything is there that the stub knows beside a title's record.
async fn assert_is_complete(app: &TestApp, place: u32) {
    let id = MalId::new(FIRST_ID + place);
    let known = app.store.known_extras(id).await.unwrap().unwrap();
    let kinds: Vec<ExtraKind> = known.iter().map(|extra| extra.kind).collect();
    assert_eq!(kinds, ExtraKind::ALL, "{place}");
    let cast = app.store.cast(id, SliceRange::ALL).await.unwrap().unwrap();
    assert_eq!(cast.value.total, CAST, "{place}");
    let episodes = app
        .store
        .episodes(id, SliceRange::ALL)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(episodes.value.total, episodes_of(place), "{place}");
    let news = app.store.news(id).await.unwrap().unwrap();
    assert_eq!(!news.value.is_empty(), has_news(place), "{place}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_extras_of_five_hundred_titles_are_complete_though_one_call_in_five_fails() {
    const COUNT: u32 = 500;
    let stub = StubProvider::with_titles(COUNT).await.unwrap();
    stub.set(Mode::FailsOneIn(5));
    let app = TestApp::with(&[]).await;
    let mut mirror = mirror(&app, &stub, "one");
    let all = kinds() * COUNT;
    let is_whole = async || {
        let whole = app.store.progress(app.clock.now()).await.unwrap().whole;
        (whole, extras(&app).await.had) == (COUNT, all)
    };
    let failed = run_until(&app, &mut mirror, is_whole).await;

    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!((progress.whole, progress.due), (COUNT, 0));
    assert_eq!(extras(&app).await, ExtrasProgress { had: all, due: 0 });
    for place in (0..COUNT).step_by(97) {
        assert_is_complete(&app, place).await;
    }
    // Half of the answer that there is no news says so, too
    let seen = stub.seen();
    let broken = seen.iter().skip(4).step_by(5);
    let unknown = unknown(COUNT);
    let in_vain = broken.filter(|seen| !unknown.contains(&seen.target));
    assert_eq!(failed, in_vain.count());
    let most = stub.most_within(Duration::from_secs(1));
    assert!(most <= LIMITS.per_second, "{most} in a second");
}

#[tokio::test]
async fn extras_come_after_records_and_are_written_together() {
    const COUNT: u32 = 60;
    let stub = StubProvider::with_titles(COUNT).await.unwrap();
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut super::mirror(&app, &stub, "one")).await;
    let (revision, seen) = (app.store.revision().await.unwrap(), stub.seen().len());
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    for place in 0..COUNT {
        assert_is_complete(&app, place).await;
    }
    let risen = app.store.revision().await.unwrap() - revision;
    assert_eq!(risen, i64::from(COUNT));
    let calls = stub.seen().split_off(seen);
    assert_eq!(calls.len(), pages(COUNT) as usize);
    // The extras of the most popular title come first
    let first = calls[..usize::try_from(pages(1)).unwrap()].iter();
    let id = format!("/{FIRST_ID}/");
    let strangers: Vec<_> = first.filter(|seen| !seen.target.contains(&id)).collect();
    assert!(strangers.is_empty(), "{strangers:#?}");

    let mut mirror = mirror(&app, &stub, "one");
    for hours in [1, 5] {
        app.clock.advance(Duration::from_hours(hours));
        run_to_completion(&mut mirror).await;
    }
    let again = asked(&stub).into_iter().filter(|(_, times)| *times > 1);
    let again: Vec<_> = again
        .filter(|(target, _)| !target.contains("/top/"))
        .collect();
    assert!(again.is_empty(), "{again:#?}");
}

#[tokio::test]
async fn another_server_repeats_one_title_at_most() {
    const COUNT: u32 = 20;
    let stub = StubProvider::with_titles(COUNT).await.unwrap();
    let app = TestApp::with(&[]).await;
    run_to_completion(&mut super::mirror(&app, &stub, "one")).await;
    let mut one = mirror(&app, &stub, "one");
    for _ in 0..50 {
        one.step().await.unwrap();
    }
    // The first server ends in the middle of a title
    drop(one);
    app.clock.advance(Duration::from_secs(30));
    run_to_completion(&mut mirror(&app, &stub, "other")).await;
    let had = kinds() * COUNT;
    assert_eq!(extras(&app).await, ExtrasProgress { had, due: 0 });
    let repeated = asked(&stub).into_values().filter(|times| *times > 1);
    assert!(repeated.count() < ExtraKind::ALL.len());
}

#[tokio::test]
async fn extra_that_a_wish_fetched_is_not_fetched_again() {
    let stub = StubProvider::with_titles(2).await.unwrap();
    let mut app = TestApp::with(&[]).await;
    run_to_completion(&mut super::mirror(&app, &stub, "one")).await;
    // The page of a title that is held wishes for its sections
    super::look_at(&mut app, &stub, FIRST_ID).await;
    run_to_completion(&mut mirror(&app, &stub, "one")).await;
    let asked = asked(&stub);
    for extra in ["characters", "episodes?page=2", "news"] {
        assert_eq!(
            asked[&format!("/v4/anime/{FIRST_ID}/{extra}")],
            1,
            "{extra}"
        );
    }
}
