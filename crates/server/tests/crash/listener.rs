//! A listener that comes back whenever its stream ends, and checks what it receives.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::library::List;
use serde_json::Value;
use testkit::{Event, remote::Browser};
use tokio::{sync::watch, task::JoinHandle};

use super::history::{SeenChange, Slot, StoredLibrary, Wish};

/// Pause before a server that is away is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// The record as a listener knows it, and what it saw on the way.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// The library as the listener knows it; `None` before the first snapshot.
    pub(super) library: Option<StoredLibrary>,
    /// The changes by version.
    pub(super) seen: BTreeMap<u64, SeenChange>,
    /// The descriptions of events that should not have been sent as they were.
    pub(super) faults: Vec<String>,
    /// The number of times that the listener began to listen.
    pub(super) streams: usize,
}

/// How far a listener has come.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    /// The version that the listener knows; `None` before the first snapshot.
    version: Option<u64>,
    /// The number of times that the listener began to listen.
    streams: usize,
}

impl View {
    fn new() -> Self {
        Self {
            library: None,
            seen: BTreeMap::new(),
            faults: Vec::new(),
            streams: 0,
        }
    }

    fn version(&self) -> Option<u64> {
        self.library.as_ref().map(|library| library.version)
    }

    fn progress(&self) -> Progress {
        Progress {
            version: self.version(),
            streams: self.streams,
        }
    }

    /// Takes an event in, and notes its faults.
    ///
    /// # Panics
    /// Panics if the event has not the described form.
    fn receive(&mut self, event: &Event) {
        let data: Value = serde_json::from_str(&event.data).unwrap();
        let version = data["version"].as_u64().unwrap();
        assert_eq!(event.version(), version, "{event:?}");
        match event.name.as_str() {
            "snapshot" => self.begin(version, &data),
            "change" => self.change(version, &data),
            name => self.faults.push(format!("received {name}")),
        }
    }

    fn begin(&mut self, version: u64, record: &Value) {
        if let Some(known) = self.version()
            && version <= known
        {
            self.faults
                .push(format!("a snapshot of {version} when {known} was known"));
        }
        self.library = Some(stored_library(record));
    }

    fn change(&mut self, version: u64, data: &Value) {
        let Some(library) = &mut self.library else {
            return self
                .faults
                .push(format!("{version} was sent before the record"));
        };
        if version != library.version + 1 {
            self.faults
                .push(format!("{version} was sent after {}", library.version));
        }
        library.version = version;
        let change = seen_change(data);
        let list = match change.slot.list {
            List::Watchlist => &mut library.watchlist,
            List::History => &mut library.history,
        };
        let known = list.iter().position(|id| *id == change.slot.id);
        match (change.wish, known) {
            (Wish::Add, None) => list.insert(0, change.slot.id),
            (Wish::Add, Some(_)) => self.faults.push(format!("{} was sent twice", change.slot)),
            (Wish::Remove, Some(place)) => {
                list.remove(place);
            }
            // The title was added and removed before this listener could see it
            (Wish::Remove, None) => {}
        }
        self.seen.insert(version, change);
    }
}

/// Returns the library in an answer of the API.
///
/// # Panics
/// Panics if the answer has not the described form.
pub(super) fn stored_library(record: &Value) -> StoredLibrary {
    let ids = |list: &str| {
        let entries = record[list].as_array().unwrap();
        entries.iter().map(id).collect()
    };
    StoredLibrary {
        version: record["version"].as_u64().unwrap(),
        watchlist: ids("watchlist"),
        history: ids("history"),
    }
}

fn seen_change(data: &Value) -> SeenChange {
    let (wish, titled) = match data["kind"].as_str() {
        Some("added") => (Wish::Add, &data["entry"]),
        Some("removed") => (Wish::Remove, data),
        _ => panic!("nobody asked for {data}"),
    };
    let list = match data["list"].as_str() {
        Some("watchlist") => List::Watchlist,
        Some("history") => List::History,
        _ => panic!("there is no such list: {data}"),
    };
    let id = id(titled);
    SeenChange {
        slot: Slot { list, id },
        wish,
    }
}

fn id(titled: &Value) -> u32 {
    titled["mal_id"].as_u64().unwrap().try_into().unwrap()
}

/// A listener at work, until it is dropped.
pub(super) struct Listener {
    view: Arc<Mutex<View>>,
    progress: watch::Receiver<Progress>,
    task: JoinHandle<()>,
}

impl Listener {
    /// Listens with a user's browser, wherever the server is. After `stay` events it leaves and
    /// comes back.
    pub(super) fn start(browser: Browser, site: watch::Receiver<String>, stay: usize) -> Self {
        let view = Arc::new(Mutex::new(View::new()));
        let (report, progress) = watch::channel(Progress::default());
        let task = tokio::spawn(listen(browser, site, stay, Arc::clone(&view), report));
        Self {
            view,
            progress,
            task,
        }
    }

    /// Waits until the listener has begun to listen `streams` times.
    ///
    /// # Panics
    /// Panics if that takes longer than `limit`.
    pub(super) async fn began(&mut self, streams: usize, limit: Duration) {
        let reached = self.progress.wait_for(|now| now.streams >= streams);
        let reached = tokio::time::timeout(limit, reached).await;
        assert!(reached.is_ok(), "a listener does not come back");
    }

    /// Waits until the listener knows `version`; returns what it knows.
    ///
    /// # Panics
    /// Panics if that takes longer than `limit`.
    pub(super) async fn at(&mut self, version: u64, limit: Duration) -> View {
        let reached = self.progress.wait_for(|now| now.version >= Some(version));
        let reached = tokio::time::timeout(limit, reached).await;
        let view = self.view.lock().unwrap().clone();
        let known = view.version();
        assert!(
            reached.is_ok(),
            "a listener stays at {known:?} and not {version}"
        );
        view
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(
    browser: Browser,
    site: watch::Receiver<String>,
    stay: usize,
    view: Arc<Mutex<View>>,
    report: watch::Sender<Progress>,
) {
    loop {
        let address = site.borrow().clone();
        let since = view.lock().unwrap().version();
        match browser.listen(&address, since).await {
            Ok(mut events) => {
                {
                    let mut view = view.lock().unwrap();
                    view.streams += 1;
                    report.send_replace(view.progress());
                }
                for _ in 0..stay {
                    let Ok(Some(event)) = events.next().await else {
                        break;
                    };
                    let mut view = view.lock().unwrap();
                    view.receive(&event);
                    report.send_replace(view.progress());
                }
            }
            Err(error) if error.is_status() => {
                view.lock().unwrap().faults.push(error.to_string());
            }
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, version: u64, data: &str) -> Event {
        Event {
            name: name.into(),
            id: version.to_string(),
            is_comment: false,
            data: data.replace("{{", &format!("{{\"version\":{version},")),
        }
    }

    fn snapshot(version: u64) -> Event {
        event(
            "snapshot",
            version,
            r#"{{"watchlist":[{"mal_id":7}],"history":[]}"#,
        )
    }

    fn added(version: u64, id: u32) -> Event {
        let data = r#"{{"kind":"added","list":"watchlist","entry":{"mal_id":ID}}"#;
        event("change", version, &data.replace("ID", &id.to_string()))
    }

    fn removed(version: u64, id: u32) -> Event {
        let data = r#"{{"kind":"removed","list":"watchlist","mal_id":ID}"#;
        event("change", version, &data.replace("ID", &id.to_string()))
    }

    fn view(events: &[Event]) -> View {
        let mut view = View::new();
        for event in events {
            view.receive(event);
        }
        view
    }

    #[test]
    fn valid_stream_leads_to_the_library() {
        let events = [snapshot(3), added(4, 9), removed(5, 7), removed(6, 1)];
        let view = view(&events);
        assert_eq!(view.faults, Vec::<String>::new());
        assert_eq!(view.library.unwrap().watchlist, [9]);
        assert_eq!(view.seen.len(), 3);
    }

    #[test]
    fn snapshot_may_replace_changes() {
        let view = view(&[snapshot(3), snapshot(9), added(10, 1)]);
        assert_eq!(view.faults, Vec::<String>::new());
        assert_eq!(view.version(), Some(10));
    }

    #[test]
    fn missed_duplicate_and_reordered_events_are_detected() {
        for events in [
            [snapshot(3), added(5, 1)],
            [snapshot(3), added(3, 1)],
            [snapshot(3), added(2, 1)],
            [snapshot(3), added(4, 7)],
            [snapshot(3), snapshot(3)],
            [snapshot(3), snapshot(2)],
            [added(1, 1), snapshot(3)],
        ] {
            assert!(!view(&events).faults.is_empty(), "{events:?}");
        }
    }
}
