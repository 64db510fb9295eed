//! Pictures of a real host over HTTP, of all sorts.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{fs, path::Path, sync::Arc, time::Duration};

use domain::picture::{Format, Picture, PictureCache as _, PictureError, Size};
use futures::future::join_all;
use pictures::{CachedPictures, Config};
use tempfile::TempDir;
use testkit::{
    MockClock,
    picture_host::{PictureHost, Served},
    pictures as samples,
};

struct Bench {
    host: PictureHost,
    cached: CachedPictures,
    clock: Arc<MockClock>,
    folder: TempDir,
}

impl Bench {
    async fn new() -> Self {
        Self::of(100_000_000).await
    }

    async fn of(most_bytes: u64) -> Self {
        let host = PictureHost::start().await.unwrap();
        let clock = Arc::new(MockClock::default());
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            sources: host.url().parse().unwrap(),
            folder: folder.path().into(),
            most_bytes,
        };
        Self {
            cached: CachedPictures::open(config, clock.clone()).unwrap(),
            host,
            clock,
            folder,
        }
    }

    async fn card(&self, source: &str) -> Result<Picture, PictureError> {
        self.cached.get(source, Size::Card, false).await
    }
}

fn on_disk(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap();
    files.map(|f| f.unwrap().metadata().unwrap().len()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_of_all_sizes_fetch_once() {
    let bench = Bench::new().await;
    let source = bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    let sizes = [Size::Thumb, Size::Card, Size::Poster];
    let visitors = (0..100).map(|n| bench.cached.get(&source, sizes[n % 3], n % 2 == 0));
    for picture in join_all(visitors).await {
        assert!(!picture.unwrap().bytes.is_empty());
    }
    assert_eq!(bench.host.requests(), ["/1.jpg"]);
}

#[tokio::test]
async fn card_is_small_and_webp_until_avif_exists() {
    let bench = Bench::new().await;
    let source = bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    let first = bench.cached.get(&source, Size::Card, true).await.unwrap();
    assert_eq!(first.format, Format::WebP);
    assert!(first.bytes.len() <= 15_000);
    let avif = tokio::time::timeout(Duration::from_mins(1), async {
        loop {
            let picture = bench.cached.get(&source, Size::Card, true).await.unwrap();
            if picture.format == Format::Avif {
                return picture;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    assert!(avif.await.unwrap().bytes.len() <= 15_000);
    // Browsers without AVIF still get WebP.
    assert_eq!(bench.card(&source).await.unwrap(), first);
    assert_eq!(bench.host.requests().len(), 1);
}

#[tokio::test]
async fn cached_pictures_survive_a_restart() {
    let bench = Bench::new().await;
    let source = bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    let before = bench.card(&source).await.unwrap();
    let config = Config {
        sources: bench.host.url().parse().unwrap(),
        folder: bench.folder.path().into(),
        most_bytes: 100_000_000,
    };
    let again = CachedPictures::open(config, bench.clock.clone()).unwrap();
    let after = again.get(&source, Size::Card, false).await.unwrap();
    assert_eq!(after, before);
    assert!(again.get(&source, Size::Thumb, false).await.is_ok());
    assert_eq!(bench.host.requests().len(), 1);
}

#[tokio::test]
async fn redirects_to_unlisted_hosts_are_not_followed() {
    let bench = Bench::new().await;
    let other = PictureHost::start().await.unwrap();
    let there = other.serve("/1.jpg", Served::File(samples::poster(1)));
    let port = there.rsplit(':').next().unwrap().to_owned();
    let to = |path: &str, address: String| bench.host.serve(path, Served::Redirect(address));
    for address in [
        there.clone(),
        format!("http://localhost:{port}"),
        to("/elsewhere", there),
        to("/name", format!("http://localhost:{port}")),
        to("/metadata", "http://169.254.169.254/".into()),
        to("/file", "file:///etc/passwd".into()),
        to("/encrypted", bench.host.url().replace("http:", "https:")),
        "file:///etc/passwd".into(),
        "ftp://127.0.0.1/1.jpg".into(),
        "data:image/png;base64,AAAA".into(),
        String::new(),
    ] {
        let refused = bench.card(&address).await;
        let expected = Some(PictureError::NotAllowed);
        assert_eq!(refused.err(), expected, "{address}");
    }
    assert_eq!(other.requests(), Vec::<String>::new());

    let whole = bench.host.serve("/2.jpg", Served::File(samples::poster(2)));
    let moved = bench.host.serve("/moved", Served::Redirect(whole));
    assert!(bench.card(&moved).await.is_ok());
    let round = bench
        .host
        .serve("/round", Served::Redirect("/round".into()));
    assert!(bench.card(&round).await.is_err());
    let rounds = bench
        .host
        .requests()
        .iter()
        .filter(|p| *p == "/round")
        .count();
    assert!(rounds <= 4, "{rounds}");
}

#[tokio::test]
async fn malicious_and_huge_pictures_are_refused_and_not_cached() {
    let bench = Bench::new().await;
    let cases = [
        (Served::File(b"<script>".to_vec()), PictureError::Unreadable),
        (Served::File(Vec::new()), PictureError::Unreadable),
        (
            Served::File(samples::poster(1)[..300].to_vec()),
            PictureError::Unreadable,
        ),
        (
            Served::File(samples::claiming(60_000, 60_000)),
            PictureError::TooLarge,
        ),
        (
            Served::File(samples::with_truncated_palette()),
            PictureError::Unreadable,
        ),
        (Served::Endless, PictureError::TooLarge),
        (
            Served::ClaimedLength(50_000_000_000),
            PictureError::TooLarge,
        ),
        (Served::Status(404), PictureError::Refused(404)),
        (Served::Status(503), PictureError::Refused(503)),
    ];
    for (number, (served, expected)) in cases.into_iter().enumerate() {
        let source = bench.host.serve(&format!("/{number}"), served);
        assert_eq!(bench.card(&source).await, Err(expected), "{number}");
    }
    assert_eq!(on_disk(bench.folder.path()), 0);
}

#[tokio::test]
async fn failed_fetch_is_retried_after_a_pause() {
    let bench = Bench::new().await;
    let source = bench.host.serve("/1.jpg", Served::Status(503));
    assert_eq!(bench.card(&source).await, Err(PictureError::Refused(503)));
    bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    assert_eq!(bench.card(&source).await, Err(PictureError::Resting));
    assert_eq!(bench.host.requests().len(), 1);
    bench.clock.advance(Duration::from_mins(10));
    assert!(bench.card(&source).await.is_ok());
    assert_eq!(bench.host.requests().len(), 2);
}

#[tokio::test]
async fn cached_picture_waits_for_no_source() {
    let bench = Bench::new().await;
    let cached = bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    bench.card(&cached).await.unwrap();
    let rests = bench.host.serve("/2.jpg", Served::Status(404));
    bench.card(&rests).await.unwrap_err();
    let before = bench.host.requests().len();
    let waiting = (0..300).map(|number| {
        let path = format!("/stalled/{number}");
        let source = bench.host.serve(&path, Served::Stalled);
        let cached = bench.cached.clone();
        tokio::spawn(async move { cached.get(&source, Size::Card, false).await })
    });
    let waiting: Vec<_> = waiting.collect();
    // The queue is full, all other callers were refused, and all turns are taken
    let taken = async {
        while bench.host.requests().len() < before + 8
            || waiting.iter().filter(|one| one.is_finished()).count() < 300 - 256
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let new = bench.host.serve("/3.jpg", Served::File(samples::poster(3)));
    let known = async {
        taken.await;
        assert_eq!(bench.card(&new).await, Err(PictureError::Busy));
        assert!(bench.card(&cached).await.is_ok());
        assert!(bench.cached.get(&cached, Size::Thumb, false).await.is_ok());
        assert_eq!(bench.card(&rests).await, Err(PictureError::Resting));
    };
    // A stalled source is given up after 8 seconds. The queue has room again then
    let soon = Duration::from_secs(7);
    tokio::time::timeout(soon, known).await.unwrap();
    for one in waiting {
        one.abort();
    }
}

#[tokio::test]
async fn size_that_does_not_fit_leaves_the_others_usable() {
    let bench = Bench::new().await;
    let noise = samples::noise(160, 240);
    let source = bench.host.serve("/1.jpg", Served::File(noise));
    let sized = async |size| bench.cached.get(&source, size, false).await.map(|_| ());
    assert_eq!(sized(Size::Thumb).await, Err(PictureError::DoesNotFit));
    assert_eq!(sized(Size::Thumb).await, Err(PictureError::Resting));
    assert_eq!(sized(Size::Poster).await, Ok(()));
    assert_eq!(bench.host.requests().len(), 1);
}

#[tokio::test]
async fn failing_disk_is_not_written_for_a_minute() {
    let bench = Bench::new().await;
    let source = bench.host.serve("/1.jpg", Served::File(samples::poster(1)));
    fs::remove_dir(bench.folder.path()).unwrap();
    assert!(bench.card(&source).await.is_ok());
    fs::create_dir(bench.folder.path()).unwrap();
    assert!(bench.card(&source).await.is_ok());
    assert_eq!(on_disk(bench.folder.path()), 0);
    bench.clock.advance(Duration::from_mins(1));
    assert!(bench.card(&source).await.is_ok());
    assert!(on_disk(bench.folder.path()) > 0);
    assert_eq!(bench.host.requests().len(), 3);
    assert!(bench.card(&source).await.is_ok());
    assert_eq!(bench.host.requests().len(), 3);
}

#[tokio::test]
async fn least_recently_used_pictures_are_evicted_at_the_limit() {
    let one = samples::poster(1).len() as u64;
    let bench = Bench::of(4 * (one + 20_000)).await;
    let path = |number: u32| format!("/{number}.jpg");
    let sources: Vec<String> = (0..10)
        .map(|number| {
            let file = Served::File(samples::poster(number));
            bench.host.serve(&path(number), file)
        })
        .collect();
    for source in &sources {
        bench.card(source).await.unwrap();
        // The first picture is used all along
        bench.card(&sources[0]).await.unwrap();
        assert!(on_disk(bench.folder.path()) <= 4 * (one + 20_000));
    }
    let requests = bench.host.requests();
    let times = |number| {
        requests
            .iter()
            .filter(|requests| **requests == path(number))
            .count()
    };
    assert_eq!(times(0), 1, "what is used stays");
    bench.card(&sources[1]).await.unwrap();
    let requests = bench.host.requests();
    let first = requests
        .iter()
        .filter(|requests| **requests == path(1))
        .count();
    assert_eq!(first, 2, "what is not used went");
}
