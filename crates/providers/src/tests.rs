//! The whole chain against a provider that fails in every way.

mod kitsu;

use std::{sync::Arc, time::Duration};

use domain::{
    anime::{Anime, MalId},
    clock::Clock,
    extras::{CharacterId, Extra, ExtraKind, ExtraPage, FullRecord, PersonId, RecordId},
    provider::{AiringProvider, ExtraProvider, ProviderError, SourceTitle, TitleProvider},
};
use futures::future::join_all;
use jiff::civil::date;
use testkit::stub_provider::{
    FIRST_CHARACTER, FIRST_ID, FIRST_PERSON, Mode, StubProvider, UNKNOWN_PERSON,
};

use crate::{
    Jikan, Kitsu, ProviderConfig,
    fake::{HandClock, MemoryAnswers},
    http::Http,
    rate::Limits,
    request::{Fetch, Request},
};

struct Scene {
    stub: StubProvider,
    clock: Arc<HandClock>,
    answers: Arc<MemoryAnswers>,
}

impl Scene {
    async fn new() -> Self {
        Self {
            stub: StubProvider::start().await.unwrap(),
            clock: Arc::default(),
            answers: Arc::default(),
        }
    }

    /// A new client, as after a start of the server.
    fn jikan(&self, limits: Limits) -> Jikan {
        let config = ProviderConfig {
            limits,
            ..ProviderConfig::new(self.stub.jikan_url())
        };
        Jikan::connect(&config, self.answers.clone(), self.clock.clone()).unwrap()
    }
}

const HASTY: Limits = Limits {
    per_second: 1000,
    per_minute: 1000,
};

/// The titles of an answer, which must have none for adults.
fn titles(titles: impl IntoIterator<Item = SourceTitle>) -> Vec<Anime> {
    let (titles, adult) = SourceTitle::partition(titles);
    assert_eq!(adult, []);
    titles
}

#[tokio::test]
async fn jikan_client_reads_pages_hits_and_full_records() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(HASTY);
    let first = titles(jikan.popular(1).await.unwrap().value);
    let second = titles(jikan.popular(2).await.unwrap().value);
    assert_eq!((first.len(), second.len()), (25, 25));
    assert_eq!(first[0].mal_id, MalId::new(FIRST_ID));
    assert_eq!(first[0].relations, None);
    assert_eq!(second[0].popularity, Some(26));

    let hits = titles(jikan.search("果樹園").await.unwrap().value);
    assert!(!hits.is_empty() && hits.iter().all(|hit| hit.title.starts_with("Orchard")));

    let middle = titles(jikan.full(MalId::new(FIRST_ID + 1)).await.unwrap().value);
    assert_eq!(middle[0].seasons(), Some(3));
    let unknown = jikan.full(MalId::new(1)).await.unwrap();
    assert_eq!((unknown.value, unknown.as_of), (None, scene.clock.now()));
}

#[tokio::test]
async fn jikan_client_reads_each_part_of_a_title_and_its_pages() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(HASTY);
    let part = async |id, kind, page| jikan.extra_page(MalId::new(id).into(), kind, page).await;
    for kind in ExtraKind::ALL {
        let ExtraPage { extra, pages, .. } = part(FIRST_ID, *kind, 1).await.unwrap().value;
        assert_eq!(
            (extra.mal_id, extra.extra.kind()),
            (MalId::new(FIRST_ID), *kind)
        );
        assert!(extra.extra.items() > 0, "{kind:?}");
        let more = (*kind == ExtraKind::Episodes).then_some(2);
        assert_eq!(pages, more.unwrap_or(1), "{kind:?}");
    }
    let last = part(FIRST_ID, ExtraKind::Episodes, 2).await.unwrap().value;
    let Extra::Episodes(last) = last.extra.extra else {
        panic!("another kind");
    };
    assert_eq!(last.first().map(|episode| episode.number), Some(101));
    // What the service does not know there is none of; a page that it lost is another thing
    let none = part(1, ExtraKind::Staff, 1).await.unwrap();
    assert_eq!(none.value.extra.extra, Extra::none(ExtraKind::Staff));
    assert_eq!((none.value.pages, none.as_of), (1, scene.clock.now()));
    let unknown = part(1, ExtraKind::Episodes, 2).await;
    assert_eq!(unknown, Err(ProviderError::NotFound));
    scene.stub.set(Mode::WrongShape);
    let odd = part(FIRST_ID, ExtraKind::Videos, 1).await;
    assert!(matches!(odd, Err(ProviderError::Malformed(_))), "{odd:?}");
}

#[tokio::test]
async fn jikan_client_reads_own_records_of_people_and_characters() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(HASTY);
    let person = |id| RecordId::Person(PersonId::new(id));
    let known = jikan.whole_record(person(FIRST_PERSON)).await.unwrap();
    let Some(FullRecord::Person(known)) = known.value else {
        panic!("not a person: {known:?}");
    };
    assert_eq!(known.id, PersonId::new(FIRST_PERSON));
    assert_eq!(known.birthday, Some(date(1980, 5, 4)));
    assert_eq!(known.native_name().as_deref(), Some("人番号"));

    let character = RecordId::Character(CharacterId::new(FIRST_CHARACTER));
    let known = jikan.whole_record(character).await.unwrap();
    let Some(FullRecord::Character(known)) = known.value else {
        panic!("not a character: {known:?}");
    };
    assert_eq!(known.id, CharacterId::new(FIRST_CHARACTER));
    assert_eq!(known.about.as_deref(), Some("Waters trees."));

    let unknown = jikan.whole_record(person(UNKNOWN_PERSON)).await.unwrap();
    assert_eq!((unknown.value, unknown.as_of), (None, scene.clock.now()));
    scene.stub.set(Mode::WrongShape);
    let odd = jikan.whole_record(character).await;
    assert!(matches!(odd, Err(ProviderError::Malformed(_))), "{odd:?}");
    // The cache stays empty, because the store has the facts
    assert_eq!(scene.answers.len(), 0);
}

#[tokio::test]
async fn search_texts_arrive_unchanged() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(HASTY);
    let texts = [
        "Steins;Gate 0",
        ".hack//SIGN",
        "100%",
        "K&K",
        "進撃",
        "?",
        "a+b #1",
    ];
    for text in texts {
        jikan.search(text).await.unwrap();
    }
    let seen = scene.stub.seen();
    for (seen, text) in seen.iter().zip(texts) {
        let url = reqwest::Url::parse(&format!("http://x{}", seen.target)).unwrap();
        assert_eq!(url.path(), "/v4/anime");
        let query = url.query_pairs().find(|(key, _)| key == "q").unwrap().1;
        assert_eq!(query, text);
    }
    assert_eq!(seen.len(), texts.len());
}

/// One client for all cases: building one reads every root certificate.
fn http() -> Http {
    Http::new(Duration::from_secs(2), Arc::<HandClock>::default()).unwrap()
}

async fn answer_in(mode: Mode, http: &Http) -> Result<(), ProviderError> {
    let stub = StubProvider::start().await.unwrap();
    stub.set(mode);
    let request = Request {
        url: format!("{}/top/anime", stub.jikan_url()),
        check: |body| crate::jikan::parse_list(body).map(drop),
        cacheable: true,
    };
    http.fetch(&request, None).await.map(drop)
}

#[tokio::test]
async fn each_failure_has_its_error() {
    use ProviderError::{Failed, NotFound, RateLimited, Refused, TimedOut, Unreachable};
    let limited = |seconds: Option<u64>| RateLimited {
        retry_after: seconds.map(Duration::from_secs),
    };
    let cases = [
        (
            Mode::Status {
                status: 429,
                retry_after: Some(7),
            },
            limited(Some(7)),
        ),
        (Mode::status(429), limited(None)),
        (Mode::ErrorIn200, limited(None)),
        (Mode::status(403), Refused(403)),
        (Mode::Redirect, Refused(302)),
        (Mode::status(404), NotFound),
        (Mode::status(500), Failed(500)),
        (Mode::status(503), Failed(503)),
        (Mode::status(504), Failed(504)),
        (Mode::Silent(Duration::from_secs(30)), TimedOut),
        (Mode::Drip, TimedOut),
        (Mode::Closed, Unreachable),
        (Mode::Reset, Unreachable),
    ];
    let hasty = &http();
    // On a busy machine an answer takes a while
    let patient = &Http::new(Duration::from_secs(30), Arc::<HandClock>::default()).unwrap();
    let answers = cases.map(|(mode, error)| async move {
        let http = if error == TimedOut { hasty } else { patient };
        assert_eq!(answer_in(mode.clone(), http).await, Err(error), "{mode:?}");
    });
    join_all(answers).await;
    assert_eq!(answer_in(Mode::Normal, patient).await, Ok(()));
}

#[tokio::test]
async fn unexpected_json_is_malformed() {
    // A bomb is packed while it is sent, which takes a debug build its time
    let http = Http::new(Duration::from_secs(30), Arc::<HandClock>::default()).unwrap();
    for mode in [Mode::Huge, Mode::Bomb] {
        let too_large = ProviderError::Malformed("more than 8 MB".into());
        let answer = answer_in(mode.clone(), &http).await;
        assert_eq!(answer, Err(too_large), "{mode:?}");
    }
    for mode in [Mode::Html, Mode::Truncated, Mode::WrongShape] {
        let answer = answer_in(mode.clone(), &http).await;
        assert!(
            matches!(answer, Err(ProviderError::Malformed(_))),
            "{mode:?}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn refused_connection_is_unreachable() {
    let scene = Scene::new().await;
    let url = scene.stub.jikan_url();
    drop(scene.stub);
    let http = http();
    for url in [url, "http://localhost.invalid/v4".into()] {
        let request = crate::fake::request(&url);
        let answer = http.fetch(&request, None).await;
        assert_eq!(answer, Err(ProviderError::Unreachable), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn burst_of_requests_stays_within_the_limits() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(Limits::default());
    join_all((1..=9).map(|page| jikan.popular(page))).await;
    assert_eq!(scene.stub.seen().len(), 9);
    assert!(scene.stub.most_within(Duration::from_secs(1)) <= 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_visitors_cost_one_request_a_page() {
    let scene = Scene::new().await;
    let jikan = scene.jikan(Limits::default());
    let pages = join_all((0..1000).map(|visitor| jikan.popular(1 + visitor % 2))).await;
    assert!(
        pages
            .iter()
            .all(|page| page.as_ref().unwrap().value.len() == 25)
    );
    assert_eq!(scene.stub.seen().len(), 2);
}

#[tokio::test]
async fn stale_answer_survives_a_restart_and_every_failure() {
    let scene = Scene::new().await;
    let good = scene.jikan(HASTY).popular(1).await.unwrap();
    scene.clock.advance(Duration::from_hours(48));
    for mode in [
        Mode::status(403),
        Mode::Html,
        Mode::Truncated,
        Mode::status(429),
    ] {
        scene.stub.set(mode.clone());
        let requests = scene.stub.seen().len();
        let answer = scene.jikan(HASTY).popular(1).await.unwrap();
        assert_eq!(answer.as_of, good.as_of, "{mode:?}");
        assert!(answer == good, "{mode:?}");
        assert_eq!(scene.stub.seen().len(), requests + 1, "{mode:?}");
    }
    scene.stub.set(Mode::Normal);
    let confirmed = scene.jikan(HASTY).popular(1).await.unwrap();
    assert_eq!(confirmed.value, good.value);
    assert_eq!(confirmed.as_of, scene.clock.now());
    assert!(scene.stub.seen().last().unwrap().conditional);
}

#[tokio::test]
async fn breaker_opens_for_a_refusing_provider() {
    let scene = Scene::new().await;
    scene.stub.set(Mode::status(403));
    let jikan = scene.jikan(HASTY);
    for page in 1..=5 {
        assert_eq!(jikan.popular(page).await, Err(ProviderError::Refused(403)));
    }
    assert_eq!(jikan.popular(6).await, Err(ProviderError::Resting));
    assert_eq!(scene.stub.seen().len(), 5);
}

#[tokio::test]
async fn transient_failure_is_retried() {
    let scene = Scene::new().await;
    scene.stub.set(Mode::status(503));
    let jikan = scene.jikan(HASTY);
    let healed = async {
        while scene.stub.seen().is_empty() {
            tokio::task::yield_now().await;
        }
        scene.stub.set(Mode::Normal);
    };
    let (page, ()) = futures::join!(jikan.popular(1), healed);
    assert_eq!(page.unwrap().value.len(), 25);
    assert_eq!(scene.stub.seen().len(), 2);
}

#[test]
fn invalid_address_is_refused_with_advice() {
    for url in [
        "",
        "off",
        "ftp://example.org",
        "example.org/v4",
        "https://x/?q=",
    ] {
        let connected = Jikan::connect(
            &ProviderConfig::new(url),
            Arc::<MemoryAnswers>::default(),
            Arc::<HandClock>::default(),
        );
        let error = connected.err().map(|error| error.to_string());
        assert!(
            error.is_some_and(|error| error.contains("https://")),
            "{url}"
        );
    }
}
