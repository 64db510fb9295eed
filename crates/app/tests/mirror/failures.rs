//! A provider that fails, hangs or makes its reader panic, at some addresses or for a while.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use app::catalogue::mirror::{Mirror, Step};
use async_trait::async_trait;
use domain::{
    anime::MalId,
    clock::Clock as _,
    mirror::{
        CachedAnswer, Fetch, ListPage, ListState, MirrorList, MirrorProvider, MirrorStore as _,
    },
    provider::{ProviderError, SourceTitle},
};
use providers::Jikan;
use testkit::{
    TestApp,
    stub_provider::{FIRST_ID, StubProvider, TITLES},
};

use super::{jikan, look_at, mirror, mirror_of, run_to_completion};

type Fault = Box<dyn Fn(&str) -> Result<(), ProviderError> + Send + Sync>;

/// A provider that does `fault` before it answers; it gets `popular 7` for a page of a list, an
/// id for a record.
struct Awkward {
    jikan: Jikan,
    fault: Fault,
}

#[async_trait]
impl MirrorProvider for Awkward {
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<ListPage>, ProviderError> {
        (self.fault)(&format!("{} {page}", list.as_str()))?;
        self.jikan.page(list, page, cached).await
    }

    async fn full_record(
        &self,
        id: MalId,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<Option<SourceTitle>>, ProviderError> {
        (self.fault)(&id.to_string())?;
        self.jikan.full_record(id, cached).await
    }
}

fn awkward(
    app: &TestApp,
    stub: &StubProvider,
    fault: impl Fn(&str) -> Result<(), ProviderError> + Send + Sync + 'static,
) -> Mirror {
    let (jikan, fault) = (jikan(app, stub), Box::new(fault));
    mirror_of(app, Arc::new(Awkward { jikan, fault }), "one")
}

async fn list(app: &TestApp, list: MirrorList) -> ListState {
    let lists = app.store.lists().await.unwrap();
    lists.into_iter().find(|state| state.list == list).unwrap()
}

/// Makes steps for `minutes` minutes of the clock.
async fn for_minutes(app: &TestApp, mirror: &mut Mirror, minutes: u64) {
    for _ in 0..minutes {
        // A provider that is down fails at every title there is, one after the other
        for _ in 0..3 {
            mirror.step().await.unwrap();
        }
        app.clock.advance(Duration::from_mins(1));
    }
}

#[tokio::test]
async fn outage_skips_no_page() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let down = Arc::new(AtomicBool::new(false));
    let is_down = Arc::clone(&down);
    let mut mirror = awkward(&app, &stub, move |_| {
        if is_down.load(Ordering::SeqCst) {
            Err(ProviderError::Failed(503))
        } else {
            Ok(())
        }
    });
    for _ in 0..4 {
        mirror.step().await.unwrap();
    }
    let before = app.store.lists().await.unwrap();
    down.store(true, Ordering::SeqCst);
    for_minutes(&app, &mut mirror, 120).await;
    for state in before {
        assert_eq!(list(&app, state.list).await.page, state.page, "{state:?}");
    }
    down.store(false, Ordering::SeqCst);
    app.clock.advance(Duration::from_hours(24));
    run_to_completion(&mut mirror).await;
    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!((progress.titles, progress.due), (TITLES, 0));
}

#[tokio::test]
async fn page_that_keeps_failing_alone_is_skipped() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let mut mirror = awkward(&app, &stub, |what| match what {
        "popular 2" => Err(ProviderError::Failed(500)),
        _ => Ok(()),
    });
    for_minutes(&app, &mut mirror, 120).await;
    let popular = list(&app, MirrorList::Popular).await;
    assert!(popular.finished_at.is_some(), "{popular:?}");
}

#[tokio::test]
async fn single_failure_is_retried_within_seconds() {
    for poison in ["popular 2".to_owned(), (FIRST_ID + 3).to_string()] {
        let stub = StubProvider::start().await.unwrap();
        let app = TestApp::with(&[]).await;
        let failed = AtomicBool::new(false);
        let mut mirror = awkward(&app, &stub, move |what| {
            if what == poison && !failed.swap(true, Ordering::SeqCst) {
                return Err(ProviderError::Failed(500));
            }
            Ok(())
        });
        assert_eq!(run_to_completion(&mut mirror).await, 1);
        app.clock.advance(Duration::from_secs(15));
        assert_eq!(run_to_completion(&mut mirror).await, 0);
        assert!(list(&app, MirrorList::Popular).await.finished_at.is_some());
        let progress = app.store.progress(app.clock.now()).await.unwrap();
        assert_eq!((progress.whole, progress.due), (TITLES, 0));
    }
}

#[tokio::test]
async fn repeated_failure_of_one_title_differs_from_a_first_one() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let poison = (FIRST_ID + 3).to_string();
    let mut mirror = awkward(&app, &stub, move |what| {
        if what == poison {
            return Err(ProviderError::Failed(500));
        }
        Ok(())
    });
    let mut failures = Vec::new();
    for _ in 0..3 {
        loop {
            match mirror.step().await.unwrap() {
                Step::Nothing => break,
                Step::Done => {}
                failed => failures.push(failed),
            }
        }
        app.clock.advance(Duration::from_mins(1));
    }
    assert_eq!(
        failures,
        [Step::Failed, Step::FailedAgain, Step::FailedAgain]
    );
}

#[tokio::test]
async fn title_that_keeps_failing_is_retried_ever_more_rarely() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let poison = (FIRST_ID + 3).to_string();
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let mut mirror = awkward(&app, &stub, move |what| {
        if what == poison {
            counted.fetch_add(1, Ordering::SeqCst);
            return Err(ProviderError::Failed(500));
        }
        Ok(())
    });
    for_minutes(&app, &mut mirror, 120).await;
    let asked = asked.load(Ordering::SeqCst);
    assert!((7..=10).contains(&asked), "{asked} times in two hours");
}

#[tokio::test]
async fn title_that_causes_a_panic_is_put_off_and_the_rest_goes_on() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    let poison = (FIRST_ID + 3).to_string();
    let mut mirror = awkward(&app, &stub, move |what| {
        assert!(what != poison && what != "upcoming 1", "as asked for");
        Ok(())
    });
    assert_eq!(run_to_completion(&mut mirror).await, 2);
    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!((progress.whole, progress.due), (TITLES - 1, 0));
    assert!(list(&app, MirrorList::Popular).await.finished_at.is_some());
    app.clock.advance(Duration::from_hours(1));
    assert_eq!(app.store.progress(app.clock.now()).await.unwrap().due, 1);
}

#[tokio::test]
async fn title_that_the_store_refuses_is_left_out_and_the_rest_goes_on() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    app.db
        .refuse_titles(&format!("= {}", FIRST_ID + 3))
        .await
        .unwrap();
    let mut mirror = mirror(&app, &stub, "one");
    for_minutes(&app, &mut mirror, 120).await;
    let popular = list(&app, MirrorList::Popular).await;
    assert!(popular.finished_at.is_some(), "{popular:?}");
    // The titles of the same page were stored, and so were their records
    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!(progress.titles, TITLES - 1);
    assert_eq!(progress.whole, TITLES - 1);
}

#[tokio::test]
async fn page_with_refused_titles_only_is_fetched_again() {
    let stub = StubProvider::start().await.unwrap();
    let app = TestApp::with(&[]).await;
    app.db.refuse_titles("> 0").await.unwrap();
    let mut mirror = mirror(&app, &stub, "one");
    for_minutes(&app, &mut mirror, 10).await;
    for which in [MirrorList::Airing, MirrorList::Popular] {
        let state = list(&app, which).await;
        assert_eq!((state.page, state.finished_at), (1, None), "{state:?}");
    }
    app.db.take_titles().await.unwrap();
    app.clock.advance(Duration::from_hours(3));
    run_to_completion(&mut mirror).await;
    let progress = app.store.progress(app.clock.now()).await.unwrap();
    assert_eq!((progress.titles, progress.whole), (TITLES, TITLES));
}

/// A provider that answers after another server has taken the work over.
struct Late {
    jikan: Jikan,
    app: Arc<TestApp>,
}

impl Late {
    async fn be_late(&self) {
        self.app.clock.advance(Duration::from_mins(1));
        let now = self.app.clock.now();
        let until = now + Duration::from_mins(1);
        assert!(
            self.app
                .store
                .acquire_lease("other", now, until)
                .await
                .unwrap()
        );
    }
}

#[async_trait]
impl MirrorProvider for Late {
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<ListPage>, ProviderError> {
        self.be_late().await;
        self.jikan.page(list, page, cached).await
    }

    async fn full_record(
        &self,
        id: MalId,
        cached: Option<CachedAnswer>,
    ) -> Result<Fetch<Option<SourceTitle>>, ProviderError> {
        self.be_late().await;
        self.jikan.full_record(id, cached).await
    }
}

#[tokio::test]
async fn answer_that_comes_after_another_server_took_over_is_dropped() {
    let stub = StubProvider::start().await.unwrap();
    let app = Arc::new(TestApp::with(&[]).await);
    let late = |app: &Arc<TestApp>| {
        let (jikan, app) = (jikan(app, &stub), Arc::clone(app));
        mirror_of(
            &app,
            Arc::new(Late {
                jikan,
                app: Arc::clone(&app),
            }),
            "late",
        )
    };
    // The first late answer is a page of a list, the second one a record
    assert_eq!(late(&app).step().await.unwrap(), Step::Nothing);
    assert_eq!(app.store.lists().await.unwrap(), []);
    run_to_completion(&mut mirror(&app, &stub, "other")).await;
    app.clock.advance(Duration::from_hours(24 * 7));
    let mut other = mirror(&app, &stub, "other");
    while app
        .store
        .lists()
        .await
        .unwrap()
        .iter()
        .any(|list| list.next_at <= app.clock.now())
    {
        other.step().await.unwrap();
    }
    app.clock.advance(Duration::from_mins(2));
    let before = app.store.progress(app.clock.now()).await.unwrap().due;
    assert!(before > 0);
    assert_eq!(late(&app).step().await.unwrap(), Step::Nothing);
    let after = app.store.progress(app.clock.now()).await.unwrap().due;
    assert_eq!(after, before);
}

#[tokio::test]
async fn title_that_a_wish_fetches_meanwhile_is_not_fetched_again() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let mut mirror = mirror(&app, &stub, "one");
    // Until the first record is there, and the mirror knows which are next
    while app.store.progress(app.clock.now()).await.unwrap().whole == 0 {
        mirror.step().await.unwrap();
    }
    look_at(&mut app, &stub, FIRST_ID + 2).await;
    run_to_completion(&mut mirror).await;
    let address = format!("/v4/anime/{}/full", FIRST_ID + 2);
    let asked = stub
        .seen()
        .into_iter()
        .filter(|seen| seen.target == address);
    assert_eq!(asked.count(), 1);
}

#[tokio::test]
async fn page_views_cause_no_extra_requests_to_a_dead_provider() {
    let stub = StubProvider::start().await.unwrap();
    let mut app = TestApp::with(&[]).await;
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mirror = awkward(&app, &stub, move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Err(ProviderError::Unreachable)
    });
    let begun = Instant::now();
    let running = tokio::spawn(mirror.run());
    for id in 1..=80 {
        app.get(&format!("/api/v1/anime/{id}")).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        app.queued_wishes();
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    running.abort();
    // At once, after one second, after two more, after four more: three times in the five seconds that this takes,
    // and no more often where a slow machine takes longer for it
    let due = 1 + (begun.elapsed().as_secs() + 1).ilog2() as usize;
    let asked = asked.load(Ordering::SeqCst);
    assert!((1..=due).contains(&asked), "{asked} times, {due} due");
}
