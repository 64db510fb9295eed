//! The machine stops while the log is written: of its end some is missing, or is something else.

use std::{
    env, fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use reqwest::Method;
use store::{DatabaseUrl, Store};
use testkit::remote::{self, Browser};

use super::mitai::{left_in, serve, serving, titles};

/// What stands before the log's frames and before each frame's page, and a page, in bytes.
const HEADER: usize = 32;
const FRAME: usize = 24 + 4096;
const ADDED: usize = 12;
/// Instants at which the files are copied while somebody writes. `MITAI_TEST_CUTS` sets another number.
const INSTANTS: usize = 40;

/// The bytes of a database file and its write-ahead log, as a power cut leaves them.
struct Cut {
    database: Vec<u8>,
    log: Vec<u8>,
}

impl Cut {
    fn of(data: &Path) -> Self {
        Self {
            database: fs::read(data.join("mitai.db")).unwrap(),
            log: fs::read(data.join("mitai.db-wal")).unwrap(),
        }
    }

    /// Where the frame ends that ends the last transaction; later ones are none yet, or left over from before
    /// the log began anew (<https://www.sqlite.org/fileformat2.html#walformat>).
    fn end_of_transactions(&self) -> usize {
        let Some((header, frames)) = self.log.split_at_checked(HEADER) else {
            return 0;
        };
        let frames = frames.chunks_exact(FRAME);
        let of_now = frames.take_while(|frame| frame[8..16] == header[16..24]);
        let ends = of_now
            .enumerate()
            .filter(|(_, frame)| frame[4..8] != [0; 4]);
        ends.map(|(place, _)| HEADER + (place + 1) * FRAME)
            .last()
            .unwrap_or(HEADER)
    }
}

/// Adds [`ADDED`] titles; returns what is there then, with the length of the log before and after each addition.
/// Between two of them the server also writes what it counts.
async fn cut(data: &Path, titles: &[u64]) -> (Cut, Vec<[usize; 2]>) {
    left_in(data);
    let server = serving(&mut serve(data));
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "writer")
        .await
        .unwrap();
    let log = data.join("mitai.db-wal");
    let length = || usize::try_from(fs::metadata(&log).unwrap().len()).unwrap();
    let mut lengths = Vec::new();
    for title in &titles[..ADDED] {
        let path = format!("me/watchlist/{title}");
        let added = browser.request(Method::PUT, &server.address, &path);
        let before = length();
        added.send().await.unwrap().error_for_status().unwrap();
        lengths.push([before, length()]);
    }
    drop(server);
    (Cut::of(data), lengths)
}

/// Returns what the store holds with only this left of the log: the library's version, and its titles in order.
async fn stored(cut: &Cut, log: &[u8]) -> (u64, Vec<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mitai.db");
    fs::write(&path, &cut.database).unwrap();
    fs::write(folder.path().join("mitai.db-wal"), log).unwrap();
    // The store opens only a sound database
    let store = Store::open(&DatabaseUrl::Sqlite(path.clone()))
        .await
        .unwrap();
    let database = rusqlite::Connection::open(path).unwrap();
    let version = database.query_row("SELECT MAX(version) FROM user_record", [], |row| row.get(0));
    let version: Option<i64> = version.unwrap();
    let sql = "SELECT mal_id FROM record_entry ORDER BY version";
    let mut statement = database.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| row.get::<_, i64>(0)).unwrap();
    let titles = rows
        .map(|title| title.unwrap().try_into().unwrap())
        .collect();
    drop(store);
    (version.unwrap_or(0).try_into().unwrap(), titles)
}

/// The titles of the list after so many changes: all are added, then all are removed, and so on.
fn after(changes: u64, titles: &[u64]) -> &[u64] {
    let all = titles.len() as u64;
    let place = usize::try_from(changes % (2 * all)).unwrap();
    if place <= titles.len() {
        &titles[..place]
    } else {
        &titles[place - titles.len()..]
    }
}

/// Changes the list without a pause; returns how many changes were acknowledged.
async fn write(browser: Browser, site: String, titles: Vec<u64>, acknowledged: Arc<AtomicU64>) {
    for method in [Method::PUT, Method::DELETE].into_iter().cycle() {
        for title in &titles {
            let path = format!("me/watchlist/{title}");
            let changed = browser.request(method.clone(), &site, &path);
            changed.send().await.unwrap().error_for_status().unwrap();
            acknowledged.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_hold_a_prefix_of_the_writes_at_any_instant() {
    let instants = env::var("MITAI_TEST_CUTS").map_or(INSTANTS, |cuts| cuts.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let titles = titles();
    let server = serving(&mut serve(folder.path()));
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "writer")
        .await
        .unwrap();
    let acknowledged = Arc::<AtomicU64>::default();
    let writer = tokio::spawn(write(
        browser,
        server.address.clone(),
        titles.clone(),
        Arc::clone(&acknowledged),
    ));
    for instant in 0..instants {
        tokio::time::sleep(Duration::from_millis(instant as u64 * 7 % 30)).await;
        // The stopped server writes nothing while its files are copied
        server.signal("STOP").unwrap();
        let least = acknowledged.load(Ordering::SeqCst);
        let cut = Cut::of(folder.path());
        server.signal("CONT").unwrap();
        let (version, list) = stored(&cut, &cut.log).await;
        assert!(version >= least, "{instant}: {version} of {least}");
        assert_eq!(list, after(version, &titles), "{instant}");
        // Bytes after the last transaction were never acknowledged, and may be anything
        let end = cut.end_of_transactions();
        let within = cut.log.len().min(end + 1 + instant * 37 % FRAME);
        let mut other_end = cut.log.clone();
        other_end[end..].iter_mut().for_each(|byte| *byte ^= 0x5a);
        for log in [&cut.log[..end], &cut.log[..within], &other_end] {
            let left = stored(&cut, log).await;
            assert_eq!(left, (version, list.clone()), "{instant} {end}");
        }
    }
    assert!(!writer.is_finished(), "a change was refused");
    writer.abort();
    let written = acknowledged.load(Ordering::SeqCst);
    println!("{instants} instants of {written} changes");
    assert!(written > instants as u64, "{written}");
}

#[tokio::test(flavor = "multi_thread")]
async fn power_cut_leaves_a_prefix_of_the_acknowledged_writes() {
    let folder = tempfile::tempdir().unwrap();
    let titles = titles();
    let (cut, lengths) = cut(folder.path(), &titles).await;
    let frames = (cut.log.len() - HEADER) / FRAME;
    assert!(
        frames > 2 * ADDED && lengths.as_flattened().is_sorted(),
        "{lengths:?}"
    );
    assert_eq!(stored(&cut, &cut.log).await.1, titles[..ADDED]);
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
        for (damage, log) in logs.into_iter().enumerate() {
            let (version, stored) = stored(&cut, log).await;
            assert_eq!(
                version,
                stored.len() as u64,
                "a transaction was kept by halves"
            );
            let begun = lengths.iter().filter(|[before, _]| *before < at).count();
            let acknowledged = lengths.iter().filter(|[_, after]| *after <= at).count();
            // A sector of nothing but zeros may be what the server was about to write there
            let most = if damage == 3 { ADDED } else { begun };
            assert!(
                (acknowledged..=most).contains(&stored.len()),
                "{frame} {damage}: {stored:?}"
            );
            assert_eq!(stored, titles[..stored.len()], "{frame} {damage}");
        }
    }
}
