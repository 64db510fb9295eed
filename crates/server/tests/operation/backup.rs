//! `mitai db backup`, and what comes back from it.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::Method;
use testkit::remote::{self, Browser};
use tokio::task::JoinHandle;

use super::mitai::{mitai, output_of, serving};

const CLIENTS: usize = 8;
/// The number of acknowledged entries that a step of the test waits for.
const ENOUGH: usize = 40;
/// Longest wait for entries to be acknowledged.
const TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const NONE: [&str; 0] = [];

/// Titles that were added, in order, with the instants of the request and of its answer.
type Added = Vec<(u64, Instant, Instant)>;

/// Somebody who adds title after title.
struct Client {
    browser: Browser,
    /// The titles that the server has acknowledged so far.
    acknowledged: Arc<Mutex<Added>>,
    adding: JoinHandle<()>,
}

impl Client {
    async fn start(site: &str, number: usize, done: &Arc<AtomicBool>) -> Self {
        let http = remote::http().unwrap();
        let browser = Browser::sign_up(&http, site, &format!("client{number}"))
            .await
            .unwrap();
        let acknowledged = Arc::<Mutex<Added>>::default();
        let (theirs, at) = (browser.clone(), site.to_owned());
        let (entries, done) = (Arc::clone(&acknowledged), Arc::clone(done));
        let titles = catalogue::titles().unwrap();
        let titles: Vec<u32> = titles.iter().map(|title| title.mal_id.get()).collect();
        let adding = tokio::spawn(async move {
            for title in titles {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                let path = format!("me/watchlist/{title}");
                let asked = Instant::now();
                let answer = theirs.request(Method::PUT, &at, &path).send().await;
                answer.unwrap().error_for_status().unwrap();
                let added = (title.into(), asked, Instant::now());
                entries.lock().unwrap().push(added);
            }
        });
        Self {
            browser,
            acknowledged,
            adding,
        }
    }

    fn added(&self) -> Added {
        self.acknowledged.lock().unwrap().clone()
    }

    fn entries(&self) -> BTreeSet<u64> {
        self.added().into_iter().map(|(title, ..)| title).collect()
    }
}

async fn until(clients: &[Client], count: usize) {
    let reached = async {
        while clients.iter().map(|c| c.entries().len()).sum::<usize>() < count {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(TIMEOUT, reached)
        .await
        .expect("entries are taken");
}

async fn stored(browser: &Browser, site: &str) -> BTreeSet<u64> {
    let record = browser.read(site, "me/record").await.unwrap();
    let entries = record["watchlist"].as_array().unwrap();
    let id = |entry: &serde_json::Value| entry["mal_id"].as_u64().unwrap();
    entries.iter().map(id).collect()
}

fn back_up(data: &Path, file: &Path) -> (bool, String, String) {
    let mut backup = mitai(data);
    output_of(backup.args(["db", "backup"]).arg(file).output().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_has_every_write_acknowledged_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let file = folder.path().join("backup.db");
    let server = serving(&old, &NONE);
    let done = Arc::default();
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        clients.push(Client::start(&server.address, number, &done).await);
    }
    until(&clients, ENOUGH).await;
    let before: Vec<_> = clients.iter().map(Client::entries).collect();
    let (from, to) = (old.clone(), file.clone());
    let (well, words, faults) = tokio::task::spawn_blocking(move || back_up(&from, &to))
        .await
        .unwrap();
    assert!(well, "{faults}");
    assert!(words.starts_with("Backed up to "), "{words}");
    // The clients wrote during the backup, and go on
    let count = clients.iter().map(|c| c.entries().len()).sum::<usize>();
    assert!(count > before.iter().map(BTreeSet::len).sum());
    until(&clients, count + 1).await;
    done.store(true, Ordering::Relaxed);
    for client in &mut clients {
        (&mut client.adding).await.unwrap();
    }
    drop(server);

    fs::create_dir(&new).unwrap();
    fs::copy(&file, new.join("mitai.db")).unwrap();
    let restored = serving(&new, &NONE);
    let (mut last_asked, mut first_missing) = (None, None);
    for (client, before) in clients.iter().zip(before) {
        let stored = stored(&client.browser, &restored.address).await;
        let lost: Vec<_> = before.difference(&stored).collect();
        assert!(lost.is_empty(), "{lost:?}");
        assert!(stored.is_subset(&client.entries()), "{stored:?}");
        for (title, asked, answered) in client.added() {
            if stored.contains(&title) {
                last_asked = last_asked.max(Some(asked));
            } else {
                first_missing = [first_missing, Some(answered)].into_iter().flatten().min();
            }
        }
    }
    let first_missing = first_missing.expect("the copy is of its instant, not of a later one");
    // A prefix of all clients' history: it has nothing that was requested after something that is missing
    // had been acknowledged
    assert!(last_asked.is_some_and(|asked| asked < first_missing));
}

#[test]
fn backup_overwrites_no_file_and_reports_a_wrong_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.db");
    let data = folder.path().join("data");
    let refused = |data: &Path, file: &Path, sentence: &str| {
        let (well, _, faults) = back_up(data, file);
        assert!(!well);
        assert!(faults.contains("Nothing was backed up"), "{faults}");
        assert!(faults.contains(sentence), "{faults}");
    };
    refused(&data, &file, "there is no database at");
    assert!(!data.exists(), "looking makes no folder");
    drop(serving(&data, &NONE));

    fs::write(&file, "mine").unwrap();
    refused(&data, &file, "exists already");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    refused(
        &data,
        &folder.path().join("no/backup.db"),
        "cannot be written",
    );
    fs::write(folder.path().join("other.db.part"), "").unwrap();
    refused(
        &data,
        &folder.path().join("other.db"),
        "if none runs, remove it",
    );

    let good = folder.path().join("good.db");
    assert!(back_up(&data, &good).0);
    assert!(!folder.path().join("good.db.part").exists());
    let whole = fs::read(data.join("mitai.db")).unwrap();
    fs::write(data.join("mitai.db"), vec![7; whole.len()]).unwrap();
    refused(&data, &file.with_extension("bad"), "not a SQLite database");
    assert!(!file.with_extension("bad").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&good).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others read it");
    }
}

#[test]
fn failed_backup_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup.db"));
    drop(serving(&data, &NONE));
    // Opened and closed once, nothing of the database is beside it, which would be written back first
    assert!(back_up(&data, &folder.path().join("first.db")).0);
    let binary = mitai(&data);
    let mut narrow = Command::new("sh");
    // Files may grow to 512 blocks at most, and the attempt is an error instead of a signal
    narrow.args(["-c", "trap '' XFSZ; ulimit -f 512; exec \"$0\" \"$@\""]);
    narrow
        .arg(binary.get_program())
        .args(["db", "backup"])
        .arg(&file);
    narrow
        .arg("--data-dir")
        .arg(&data)
        .env_remove("MITAI_DATABASE");
    let (well, _, faults) = output_of(narrow.output().unwrap());
    assert!(!well);
    assert!(faults.contains("takes no such file"), "{faults}");
    for name in ["backup.db", "backup.db.part"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}

#[test]
fn backup_of_postgresql_names_its_own_programs() {
    let folder = tempfile::tempdir().unwrap();
    let mut backup = mitai(folder.path());
    backup.env("MITAI_DATABASE", "postgres://app:hush@127.0.0.1:1/mitai");
    backup.args(["db", "backup", "backup.db"]);
    let (well, _, faults) = output_of(backup.output().unwrap());
    assert!(!well);
    assert!(faults.contains("pg_dump --format=custom"), "{faults}");
    assert!(!faults.contains("hush"), "{faults}");
}
