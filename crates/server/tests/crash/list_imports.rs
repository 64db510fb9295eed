//! Imports of lists that are applied and undone, while the process dies again and again. Each is done as a whole or
//! not at all.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{TestDb, remote::Browser};
use tokio::sync::watch;

use super::{
    client::SeededRng,
    mitai::{self, Mitai},
};

/// The number of kills, if at least half as many answers are lost by them.
const KILLS: usize = 10;
/// The most kills, where the first ones lose too few.
const MAX_KILLS: usize = 40;
/// Users who import at the same time.
const USERS: usize = 3;
/// Titles of a file that the catalogue knows, how many of them are on the list before, and titles that nobody knows.
const KNOWN: u32 = 1_500;
const LISTED: u32 = 500;
const UNKNOWN: u32 = 1_000;
/// The ids of the first title that the catalogue knows and of the first that it does not.
const FIRST: u32 = 1_000_001;
const FIRST_UNKNOWN: u32 = 2_000_001;
/// The body of the request that applies an import: the file's values win.
const THEIRS: &str = r#"{"policy":"theirs"}"#;
/// Longest wait for anything, and the pause before a server that is away is tried again.
const TIMEOUT: Duration = Duration::from_mins(2);
const PAUSE: Duration = Duration::from_millis(5);

/// What the users share with one another and with the test.
#[derive(Clone)]
struct Scene {
    site: watch::Receiver<String>,
    /// The number of steps that were begun.
    begun: Arc<watch::Sender<usize>>,
    /// The numbers of lost answers to steps that were not done, and to steps that were.
    lost: Arc<[AtomicUsize; 2]>,
    done: Arc<AtomicBool>,
}

/// A user, whose imports are one after the other.
struct User {
    browser: Browser,
    scene: Scene,
}

/// What the server stores of a user.
#[derive(Debug, PartialEq)]
struct UserState {
    version: u64,
    /// The entries by title.
    entries: BTreeMap<u64, Value>,
    unresolved: BTreeSet<String>,
}

/// A step that is taken with an import.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Apply,
    Undo,
}

impl Step {
    /// Returns the step's name in addresses, the field with its time, and the refusal of the same step a second time.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Apply => [
                "apply",
                "applied_at",
                "This import was applied already, or is forgotten.",
            ],
            Self::Undo => [
                "undo",
                "undone_at",
                "This import was taken back already, or was never applied.",
            ],
        }
    }
}

impl User {
    async fn sign_up(number: usize, scene: Scene) -> Self {
        let http = testkit::remote::http().unwrap();
        let site = scene.site.borrow().clone();
        let name = format!("importer{number}");
        let browser = Browser::sign_up(&http, &site, &name).await.unwrap();
        Self { browser, scene }
    }

    /// Sends a request and returns its answer; `None` where the answer was lost.
    async fn send(&self, path: &str, kind: &str, body: &str) -> Option<(StatusCode, Value)> {
        loop {
            let site = self.scene.site.borrow().clone();
            let request = self.browser.request(Method::POST, &site, path);
            let request = request.header("content-type", kind).body(body.to_owned());
            let answer = async {
                let answer = request.send().await?;
                Ok((answer.status(), answer.bytes().await?))
            };
            let answer: reqwest::Result<_> = answer.await;
            match answer {
                Ok((status, body)) => {
                    return Some((status, serde_json::from_slice(&body).unwrap()));
                }
                // Without a connection the request never left, so it is sent again
                Err(error) if error.is_connect() => tokio::time::sleep(PAUSE).await,
                Err(_) => return None,
            }
        }
    }

    /// Sends a request until it is answered.
    async fn ask(&self, path: &str, kind: &str, body: &str) -> (StatusCode, Value) {
        loop {
            if let Some(answered) = self.send(path, kind, body).await {
                return answered;
            }
        }
    }

    /// Sends a GET until it is answered.
    async fn read(&self, path: &str) -> Value {
        let reading = async {
            loop {
                let site = self.scene.site.borrow().clone();
                match self.browser.read(&site, path).await {
                    Ok(answer) => return answer,
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
            }
        };
        let answer = tokio::time::timeout(TIMEOUT, reading).await;
        answer.expect("the server comes back")
    }

    async fn stored_state(&self) -> UserState {
        let list = self.read("me/list").await;
        let unresolved = self.read("me/unresolved").await;
        let entry = |item: &Value| {
            let mut item = item.clone();
            // A title that comes back has another time of addition
            item["added_at"].take();
            (item["mal_id"].as_u64().unwrap(), item)
        };
        // An unresolved entry's key names the import, too
        let key = |item: &Value| item["mal_id"].to_string();
        UserState {
            version: list["version"].as_u64().unwrap(),
            entries: list["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(entry)
                .collect(),
            unresolved: (unresolved["items"].as_array().unwrap().iter())
                .map(key)
                .collect(),
        }
    }

    /// Versions of the changes after `version`.
    async fn changes_after(&self, version: u64) -> Vec<u64> {
        let mut versions = Vec::new();
        let mut before = String::new();
        loop {
            let page = self.read(&format!("me/activity?limit=200{before}")).await;
            let items = page["items"].as_array().unwrap().iter();
            let events = items.map(|item| item["event"].as_u64().unwrap());
            versions.extend(events.filter(|event| *event > version));
            match page["next"].as_u64() {
                Some(next) if versions.last() == Some(&next) => before = format!("&before={next}"),
                _ => return versions,
            }
        }
    }

    async fn import(&self, number: &Value) -> Value {
        let imports = self.read("me/imports").await;
        let mut items = imports["items"].as_array().unwrap().iter();
        let found = items.find(|item| item["id"] == *number);
        found.expect("an import is not forgotten").clone()
    }

    /// Sends the file until it is answered; returns the import's number.
    async fn bring(&self, file: &str) -> Value {
        let path = "me/imports?name=list.xml";
        let (status, preview) = self.ask(path, "application/octet-stream", file).await;
        assert_eq!(status, StatusCode::CREATED, "{preview}");
        preview["id"].clone()
    }

    /// Takes a step until it is answered, and once more. After each answer that is lost, all of it was done or nothing.
    async fn take(&self, step: Step, number: &Value, ends: [&UserState; 2]) {
        let [word, at, refusal] = step.words();
        let path = format!("me/imports/{number}/{word}");
        let before = self.stored_state().await;
        assert_same(&before, ends[0]);
        let mut was_done = false;
        let (status, answer) = loop {
            self.scene.begun.send_modify(|count| *count += 1);
            if let Some(answered) = self.send(&path, "application/json", THEIRS).await {
                break answered;
            }
            was_done = self.import(number).await[at].is_string();
            self.scene.lost[usize::from(was_done)].fetch_add(1, Ordering::Relaxed);
            self.judge(&before, ends, was_done).await;
        };
        if !was_done {
            assert_eq!(status, StatusCode::OK, "{answer}");
            assert_eq!(answer["left"], json!([]));
        }
        let (status, answer) = self.ask(&path, "application/json", THEIRS).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
        assert_eq!(answer["detail"], refusal);
        assert!(self.import(number).await[at].is_string());
        self.judge(&before, ends, true).await;
    }

    /// Compares the stored state with what there was before a step, or with what there is after it.
    async fn judge(&self, before: &UserState, [first, last]: [&UserState; 2], was_done: bool) {
        let now = self.stored_state().await;
        let (expected, changes) = if was_done {
            (last, u64::from(KNOWN))
        } else {
            (first, 0)
        };
        assert_same(&now, expected);
        assert_eq!(now.version, before.version + changes);
        let changes = self.changes_after(before.version).await.into_iter();
        assert!(changes.rev().eq(before.version + 1..=now.version));
    }

    /// Imports a file and undoes it, again and again.
    async fn run(self, file: String, ends: [UserState; 2]) {
        let [without, with] = &ends;
        while !self.scene.done.load(Ordering::Relaxed) {
            let number = self.bring(&file).await;
            self.take(Step::Apply, &number, [without, with]).await;
            self.take(Step::Undo, &number, [with, without]).await;
        }
    }

    /// Keeps a list, and finds out what it is before an import and after it, and how long that takes.
    async fn ends(&self, file: &str) -> ([UserState; 2], Duration) {
        let site = self.scene.site.borrow().clone();
        let ids: Vec<u32> = (FIRST..FIRST + LISTED).collect();
        let edit = json!({ "mal_ids": ids, "edit": { "score": 40, "tags": ["mine"] } });
        let request = self.browser.request(Method::PATCH, &site, "me/list");
        let request = request.header("content-type", "application/json");
        let answer = request.body(edit.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let without = self.stored_state().await;
        let number = self.bring(file).await;
        let begun = Instant::now();
        self.answered(Step::Apply, &number).await;
        let took = begun.elapsed();
        let with = self.stored_state().await;
        let found = (with.entries.len(), with.unresolved.len());
        assert_eq!(found, (KNOWN as usize, UNKNOWN as usize));
        let undone = self.answered(Step::Undo, &number).await;
        assert_eq!(undone["restored"], KNOWN);
        ([without, with], took)
    }

    /// Returns the answer to a step while nothing happens to the server.
    async fn answered(&self, step: Step, number: &Value) -> Value {
        let path = format!("me/imports/{number}/{}", step.words()[0]);
        let sent = self.send(&path, "application/json", THEIRS).await;
        let (status, answer) = sent.expect("nobody kills the server");
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }
}

fn assert_same(actual: &UserState, expected: &UserState) {
    assert!(actual.entries == expected.entries, "the list is half-done");
    assert!(
        actual.unresolved == expected.unresolved,
        "unresolved entries are half-done"
    );
}

/// Titles as a file to import holds them.
fn titles() -> String {
    let ids = FIRST..FIRST + KNOWN;
    let title = |id| {
        format!("{{\"mal_id\":{id},\"title\":\"Title {id}\",\"episodes\":24,\"relations\":[]}}\n")
    };
    ids.map(title).collect()
}

/// A list in MyAnimeList's form.
fn list() -> String {
    let mut file = String::from("<myanimelist>");
    let unknown = FIRST_UNKNOWN..FIRST_UNKNOWN + UNKNOWN;
    for id in (FIRST..FIRST + KNOWN).chain(unknown) {
        write!(
            file,
            "<anime><series_animedb_id>{id}</series_animedb_id><series_title>Title {id}</series_title>\
             <my_watched_episodes>{}</my_watched_episodes><my_score>{}</my_score>\
             <my_status>Watching</my_status><my_comments>Of the file</my_comments></anime>",
            1 + id % 20,
            1 + id % 10
        )
        .unwrap();
    }
    file + "</myanimelist>"
}

async fn imports_are_whole_or_not_at_all_after_kills(db: &TestDb) {
    let mut server = Mitai::start(db.url()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("titles.jsonl");
    fs::write(&file, titles()).unwrap();
    mitai::import(db.url(), &file).await;
    let (place, site) = watch::channel(server.address.clone());
    let scene = Scene {
        site,
        begun: Arc::default(),
        lost: Arc::default(),
        done: Arc::default(),
    };
    let users = join_all((0..USERS).map(|number| User::sign_up(number, scene.clone()))).await;
    let file = list();
    let ends = join_all(users.iter().map(|user| user.ends(&file))).await;
    let longest = ends.iter().map(|(_, took)| *took).max().unwrap();
    let users = users.into_iter().zip(ends);
    let users: Vec<_> = users
        .map(|(user, (ends, _))| tokio::spawn(user.run(file.clone(), ends)))
        .collect();
    let mut begun = scene.begun.subscribe();
    let mut rng = SeededRng::new(KILLS);
    let lost = || [0, 1].map(|at| scene.lost[at].load(Ordering::Relaxed));
    let mut kills = 0;
    while kills < KILLS || lost().iter().sum::<usize>() < KILLS / 2 && kills < MAX_KILLS {
        kills += 1;
        begun.mark_unchanged();
        let change = tokio::time::timeout(TIMEOUT, begun.changed()).await;
        change.expect("users go on").unwrap();
        // The kill comes before a step has ended, or during one of the next
        let part = u32::try_from(rng.roll(200)).unwrap();
        tokio::time::sleep(longest * part / 100).await;
        server.kill();
        server = Mitai::start(db.url()).await;
        place.send_replace(server.address.clone());
    }
    scene.done.store(true, Ordering::Relaxed);
    for user in users {
        let ended = tokio::time::timeout(TIMEOUT, user).await;
        ended.expect("users come to an end").unwrap();
    }
    let [undone, done] = lost();
    let steps = *scene.begun.borrow();
    println!("{steps} steps of {longest:?}; of lost ones {done} were done, {undone} were not");
    assert!(done + undone >= KILLS / 2, "kills met nobody at work");
}

on_both_engines! { imports_are_whole_or_not_at_all_after_kills }
