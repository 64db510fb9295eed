//! Edits of an anime list, each of which is sent until it is answered, while the process dies again and
//! again. None that was acknowledged is lost, and none is made twice.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{TestDb, remote::Browser};
use tokio::sync::watch;

use super::{client::SeededRng, mitai::Mitai};

/// The number of times that the process is killed.
const KILLS: usize = 10;
const CLIENTS: usize = 64;
/// The number of titles that a client has to itself, and the number that all clients share.
const OWN: usize = 3;
const SHARED: usize = 8;
/// The number of edits that are answered between two deaths.
const LIFE: usize = 300;
/// Longest wait for these edits, and the pause before the test looks, or a client tries, again.
const TIMEOUT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(5);

/// An edit by a client, and what it was answered.
struct Edit {
    title: u64,
    /// The notes that the client wrote, and no other client writes; `None` where it took the title off.
    notes: Option<String>,
    /// The version of the change; `None` if the edit changed nothing.
    event: Option<u64>,
}

/// What the clients share with one another and with the test.
#[derive(Clone)]
struct Scene {
    browser: Browser,
    site: watch::Receiver<String>,
    answered: Arc<AtomicUsize>,
    /// The number of lost answers, after each of which the same operation was sent again.
    lost: Arc<AtomicUsize>,
    done: Arc<AtomicBool>,
}

impl Scene {
    /// Sends an operation until it is answered.
    async fn send(&self, title: u64, op_id: &str, notes: Option<&str>) -> Value {
        loop {
            let site = self.site.borrow().clone();
            let path = format!("me/list/{title}");
            let request = if let Some(notes) = notes {
                let body = json!({ "notes": notes, "op_id": op_id });
                let request = self.browser.request(Method::PATCH, &site, &path);
                let request = request.header("content-type", "application/json");
                request.body(body.to_string())
            } else {
                let path = format!("{path}?op_id={op_id}");
                self.browser.request(Method::DELETE, &site, &path)
            };
            match answer(request).await {
                Ok(answer) => {
                    self.answered.fetch_add(1, Ordering::Relaxed);
                    return answer;
                }
                Err(error) if error.is_connect() => tokio::time::sleep(PAUSE).await,
                Err(_) => drop(self.lost.fetch_add(1, Ordering::Relaxed)),
            }
        }
    }

    async fn answered(&self, more: usize) {
        let target = self.answered.load(Ordering::Relaxed) + more;
        let reached = async {
            while self.answered.load(Ordering::Relaxed) < target {
                tokio::time::sleep(PAUSE).await;
            }
        };
        let reached = tokio::time::timeout(TIMEOUT, reached).await;
        reached.expect("edits are answered");
    }
}

async fn answer(request: reqwest::RequestBuilder) -> reqwest::Result<Value> {
    let answer = request.send().await?;
    let status = answer.status();
    let body = answer.bytes().await?;
    assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
    Ok(serde_json::from_slice(&body).unwrap())
}

/// Edits its own titles and shared ones as fast as it is answered.
async fn client(number: usize, scene: Scene, titles: [Vec<u64>; 2]) -> Vec<Edit> {
    let mut rng = SeededRng::new(number);
    let mut edits = Vec::new();
    while !scene.done.load(Ordering::Relaxed) {
        let titles = &titles[rng.roll(2)];
        let title = titles[rng.roll(titles.len())];
        let op_id = format!("client_{number:03}-{}", edits.len());
        let notes = (rng.roll(8) > 0).then(|| op_id.clone());
        let answer = scene.send(title, &op_id, notes.as_deref()).await;
        edits.push(Edit {
            title,
            notes,
            event: answer["event"].as_u64(),
        });
    }
    edits
}

async fn acknowledged_edits_survive_kills_and_are_made_once(db: &TestDb) {
    let mut server = Mitai::start(db.url()).await;
    let (place, site) = watch::channel(server.address.clone());
    let http = testkit::remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "editor").await;
    let scene = Scene {
        browser: browser.unwrap(),
        site,
        answered: Arc::default(),
        lost: Arc::default(),
        done: Arc::default(),
    };
    let titles = catalogue::titles().unwrap();
    let mut titles = titles.iter().map(|title| title.mal_id.get().into());
    let shared: Vec<u64> = titles.by_ref().take(SHARED).collect();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let own = titles.by_ref().take(OWN).collect();
            tokio::spawn(client(number, scene.clone(), [own, shared.clone()]))
        })
        .collect();
    for _ in 0..KILLS {
        scene.answered(LIFE).await;
        server.kill();
        server = Mitai::start(db.url()).await;
        place.send_replace(server.address.clone());
    }
    scene.answered(LIFE).await;
    scene.done.store(true, Ordering::Relaxed);
    let edits = join_all(clients).await.into_iter().map(Result::unwrap);
    let edits: Vec<Vec<Edit>> = edits.collect();
    let lost = scene.lost.load(Ordering::Relaxed);
    assert!(lost >= KILLS, "kills met nobody at work: {lost}");
    judge(&scene.browser, &server.address, &edits).await;
    println!(
        "{} edits, {lost} answers lost",
        edits.iter().flatten().count()
    );
}

/// A change as the list's activity shows it.
struct Event {
    title: u64,
    old: Value,
    new: Option<String>,
}

/// All events by their versions.
async fn events(browser: &Browser, site: &str) -> BTreeMap<u64, Event> {
    let mut events = BTreeMap::new();
    let mut before = String::new();
    loop {
        let path = format!("me/activity?limit=200{before}");
        let page = browser.read(site, &path).await.unwrap();
        for item in page["items"].as_array().unwrap() {
            let notes = item["changes"].as_array().unwrap().iter();
            let notes = notes.clone().find(|change| change["field"] == "notes");
            let (old, new) = match notes {
                Some(notes) => (notes["old"].clone(), notes["new"].as_str()),
                None => (Value::Null, None),
            };
            let event = Event {
                title: item["mal_id"].as_u64().unwrap(),
                old,
                new: new.map(str::to_owned),
            };
            events.insert(item["event"].as_u64().unwrap(), event);
        }
        match page["next"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => return events,
        }
    }
}

async fn judge(browser: &Browser, site: &str, edits: &[Vec<Edit>]) {
    let events = events(browser, site).await;
    let list = browser.read(site, "me/list").await.unwrap();
    let version = list["version"].as_u64().unwrap();
    let versions = events.keys().copied();
    assert!(versions.eq(1..=version), "versions have a gap");

    // Each answer is an event, each event the answer to one edit
    let mut made: HashMap<u64, &Edit> = HashMap::new();
    for edit in edits.iter().flatten() {
        let Some(version) = edit.event else {
            assert_eq!(edit.notes, None, "an edit was answered as no change");
            continue;
        };
        let twice = made.insert(version, edit);
        assert!(twice.is_none(), "two edits were answered {version}");
        let event = &events[&version];
        assert_eq!(
            (event.title, &event.new),
            (edit.title, &edit.notes),
            "{version}"
        );
    }
    assert_eq!(made.len(), events.len(), "events that nobody asked for");

    // Each begins where the one before it has ended, and the list is where the last has
    let mut notes: HashMap<u64, Option<&String>> = HashMap::new();
    for (version, event) in &events {
        let before = notes.insert(event.title, event.new.as_ref()).flatten();
        if event.new.is_some() {
            assert_eq!(event.old.as_str(), before.map(String::as_str), "{version}");
        }
    }
    notes.retain(|_, notes| notes.is_some());
    let items = list["items"].as_array().unwrap();
    assert_eq!(items.len(), notes.len());
    for item in items {
        let title = item["mal_id"].as_u64().unwrap();
        assert_eq!(item["notes"].as_str(), notes[&title].map(String::as_str));
    }
}

on_both_engines! { acknowledged_edits_survive_kills_and_are_made_once }
