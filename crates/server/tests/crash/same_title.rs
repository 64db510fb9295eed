//! Changes of one title that meet: its adds, and the catalogue's.

use std::{fs, time::Duration};

use futures::future::join_all;
use reqwest::Method;
use testkit::{
    TestDb,
    remote::{self, Browser},
};

use super::{
    history::StoredLibrary,
    listener,
    mitai::{self, Mitai},
};

/// The number of clients that add one title at once.
const CLIENTS: usize = 64;
/// The number of titles that all clients add at once, one title after the other.
const TITLES: usize = 30;
/// The ids of titles whose score changes while they are on a list.
const CHANGING: std::ops::Range<u32> = 900_001..900_021;
/// Longest wait for a change of the catalogue to be seen, and the pause between two looks.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

async fn parallel_adds_of_a_title_make_one_entry(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "storm")
        .await
        .unwrap();
    let titles = catalogue::titles().unwrap();
    let titles: Vec<u32> = titles.iter().map(|t| t.mal_id.get()).take(TITLES).collect();
    assert_eq!(titles.len(), TITLES);

    // The first requests also race to make the record
    for (added, title) in titles.iter().enumerate() {
        let path = format!("me/watchlist/{title}");
        for version in all(&browser, Method::PUT, &server.address, &path).await {
            assert_eq!(version, added as u64 + 1);
        }
    }
    let record = browser.read(&server.address, "me/record").await.unwrap();
    let expected = StoredLibrary {
        version: TITLES as u64,
        watchlist: titles.iter().rev().copied().collect(),
        history: Vec::new(),
    };
    assert_eq!(listener::stored_library(&record), expected);

    let path = format!("me/watchlist/{}", titles[0]);
    for version in all(&browser, Method::DELETE, &server.address, &path).await {
        assert_eq!(version, TITLES as u64 + 1);
    }
}

/// Sends a request by all clients at once; returns the versions that they are answered.
async fn all(browser: &Browser, method: Method, site: &str, path: &str) -> Vec<u64> {
    let sent = (0..CLIENTS).map(|_| async {
        let answer = browser
            .request(method.clone(), site, path)
            .send()
            .await
            .unwrap();
        let status = answer.status();
        remote::version(status, &answer.bytes().await.unwrap()).unwrap()
    });
    join_all(sent).await
}

async fn titles_whose_score_changes_are_removed(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let site = &server.address;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, site, "fan").await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("titles.jsonl");
    let import = async |score: f64| {
        fs::write(
            &file,
            CHANGING.map(|id| line(id, score)).collect::<String>(),
        )
        .unwrap();
        mitai::import(db.url(), &file).await;
    };
    let path = |id: u32| format!("me/watchlist/{id}");

    import(7.25).await;
    for id in CHANGING {
        all(&browser, Method::PUT, site, &path(id)).await;
    }
    import(8.75).await;
    shown(&browser, site, 8.75).await;
    for id in CHANGING {
        all(&browser, Method::DELETE, site, &path(id)).await;
    }
    let record = browser.read(site, "me/record").await.unwrap();
    let stored = listener::stored_library(&record);
    assert_eq!(stored.watchlist, [0; 0]);
    assert_eq!(stored.version, 2 * CHANGING.len() as u64);
}

/// A title as a file to import holds it.
fn line(id: u32, score: f64) -> String {
    format!("{{\"mal_id\":{id},\"title\":\"Title {id}\",\"score\":{score},\"relations\":[]}}\n")
}

/// Waits until the watchlist shows all titles with this score, which takes a second.
async fn shown(browser: &Browser, site: &str, score: f64) {
    let shown = async {
        loop {
            let record = browser.read(site, "me/record").await.unwrap();
            let entries = record["watchlist"].as_array().unwrap();
            assert_eq!(entries.len(), CHANGING.len());
            if entries.iter().all(|entry| entry["score"] == score) {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(TIMEOUT, shown)
        .await
        .expect("the new score is shown");
}

on_both_engines! {
    parallel_adds_of_a_title_make_one_entry,
    titles_whose_score_changes_are_removed
}
