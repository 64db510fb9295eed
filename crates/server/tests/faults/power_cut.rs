//! The machine stops while the log is written: of its end some is missing, or is something else.

use std::{fs, path::Path};

use reqwest::Method;
use store::{DatabaseUrl, Store};
use testkit::remote::{self, Browser};

use super::mitai::{left_in, serve, serving, titles};

/// What stands before the log's frames and before each frame's page, and a page, in bytes.
const HEADER: usize = 32;
const FRAME: usize = 24 + 4096;
const ADDED: usize = 12;

/// A database and its log, with the length of the log after each entry that was acknowledged.
struct Cut {
    database: Vec<u8>,
    log: Vec<u8>,
    lengths: Vec<usize>,
}

async fn cut(data: &Path, titles: &[u64]) -> Cut {
    left_in(data);
    let server = serving(&mut serve(data));
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "writer")
        .await
        .unwrap();
    let log = data.join("mitai.db-wal");
    let mut lengths = Vec::new();
    for title in &titles[..ADDED] {
        let path = format!("me/watchlist/{title}");
        let added = browser.request(Method::PUT, &server.address, &path);
        added.send().await.unwrap().error_for_status().unwrap();
        lengths.push(usize::try_from(fs::metadata(&log).unwrap().len()).unwrap());
    }
    drop(server);
    Cut {
        database: fs::read(data.join("mitai.db")).unwrap(),
        log: fs::read(log).unwrap(),
        lengths,
    }
}

/// What is kept when only this is left of the log.
async fn kept(cut: &Cut, log: &[u8]) -> Vec<u64> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mitai.db");
    fs::write(&path, &cut.database).unwrap();
    fs::write(folder.path().join("mitai.db-wal"), log).unwrap();
    // Opens only what is sound
    let store = Store::open(&DatabaseUrl::Sqlite(path.clone()))
        .await
        .unwrap();
    let database = rusqlite::Connection::open(path).unwrap();
    let sql = "SELECT e.mal_id, r.version = COUNT(*) OVER () FROM record_entry e \
        JOIN user_record r ON r.uid = e.uid ORDER BY e.version";
    let mut statement = database.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let entry = |row: rusqlite::Result<(i64, bool)>| {
        let (title, whole) = row.unwrap();
        assert!(whole, "a transaction was kept by halves");
        title.try_into().unwrap()
    };
    let kept = rows.unwrap().map(entry).collect();
    drop(store);
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_is_a_beginning_of_what_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let titles = titles();
    let cut = cut(folder.path(), &titles).await;
    let frames = (cut.log.len() - HEADER) / FRAME;
    assert!(
        frames > 2 * ADDED && cut.lengths.is_sorted(),
        "{:?}",
        cut.lengths
    );
    assert_eq!(kept(&cut, &cut.log).await, titles[..ADDED]);
    for frame in 0..frames {
        let at = HEADER + frame * FRAME;
        let mut other_end = cut.log.clone();
        other_end[at..].iter_mut().for_each(|byte| *byte ^= 0xa5);
        let mut lost_sector = cut.log.clone();
        lost_sector[at + 1000..at + 1512].fill(0);
        let mut empty_end = cut.log.clone();
        empty_end[at + FRAME / 2..].fill(0);
        let within = &cut.log[..at + FRAME / 2];
        let logs = [&cut.log[..at], within, &other_end, &lost_sector, &empty_end];
        for (way, log) in logs.into_iter().enumerate() {
            let kept = kept(&cut, log).await;
            let acknowledged = cut.lengths.iter().filter(|length| **length <= at).count();
            // A sector of nothing but zeros may be what was to be written there
            let most = if way == 3 { ADDED } else { acknowledged };
            assert!(
                (acknowledged..=most).contains(&kept.len()),
                "{frame} {way}: {kept:?}"
            );
            assert_eq!(kept, titles[..kept.len()], "{frame} {way}");
        }
    }
}
