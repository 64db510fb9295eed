//! A server that gets the signal to stop while clients write, read and listen through it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client, Method, StatusCode};
use testkit::{
    TestDb,
    remote::{self, Browser, Events},
};

use super::server::{MAX_PAUSE, POLL_INTERVAL, Server, TIMEOUT, change, titles, until};

/// Users who write at once: half of them over a persistent connection, half with one for each request.
const WRITERS: usize = 8;
/// Visitors who read at once, with a connection for each request.
const READERS: usize = 4;
/// Much less than the 10 seconds that requests may still take: a server that ends later waited in vain.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// A user who changes a list without a pause: through the first server, and through the other as soon as
/// the first takes no connection any more.
struct Writer {
    browser: Browser,
    sites: [String; 2],
    ids: Vec<u64>,
    acknowledged: Arc<AtomicUsize>,
    done: Arc<AtomicBool>,
}

/// What a writer knows of its changes in the end.
struct Story {
    browser: Browser,
    version: u64,
    /// Longest time between two acknowledgements.
    pause: Duration,
}

/// Returns a client that uses each connection for one request only.
fn once() -> Client {
    let builder = Client::builder().pool_max_idle_per_host(0);
    builder.read_timeout(TIMEOUT).build().unwrap()
}

impl Writer {
    async fn write(self) -> Story {
        let (mut site, mut version) = (0, 0);
        let (mut last, mut pause) = (Instant::now(), Duration::ZERO);
        for number in 0.. {
            let id = self.ids[number % self.ids.len()];
            let method = [Method::PUT, Method::DELETE][number / self.ids.len() % 2].clone();
            loop {
                let made = change(&self.browser, method.clone(), &self.sites[site], id).await;
                let error = match made {
                    Ok(made) => {
                        assert_eq!(made, version + 1, "a change was made and not answered");
                        version = made;
                        break;
                    }
                    Err(error) => error,
                };
                assert_eq!(site, 0, "the other server fails: {error:?}");
                let sending: &reqwest::Error = error.downcast_ref().expect("no refusal");
                assert!(
                    sending.is_connect(),
                    "a request was sent and not answered: {error:?}"
                );
                site = 1;
            }
            pause = pause.max(last.elapsed());
            last = Instant::now();
            self.acknowledged.fetch_add(1, Ordering::SeqCst);
            if self.done.load(Ordering::SeqCst) {
                break;
            }
        }
        assert_eq!(site, 1, "the first server still takes requests");
        Story {
            browser: self.browser,
            version,
            pause,
        }
    }
}

/// Reads the first page until no connection is taken any more; returns how often.
async fn read(site: String) -> usize {
    let http = once();
    for count in 0.. {
        match http.get(&site).send().await {
            Ok(answer) => {
                assert_eq!(answer.status(), StatusCode::OK);
                let page = answer.text().await.expect("the answer is whole");
                assert!(page.ends_with("</html>\n"), "{page}");
            }
            Err(error) if error.is_connect() => return count,
            Err(error) => panic!("a request was sent and not answered: {error:?}"),
        }
    }
    unreachable!("it reads until it returns")
}

/// Listens until the server ends the stream; returns the last version that was sent.
async fn listen(mut events: Events) -> u64 {
    let mut version = 0;
    loop {
        let event = tokio::time::timeout(TIMEOUT, events.next()).await;
        let event = event.expect("an event comes or it ends");
        match event.expect("the stream ends in order") {
            Some(event) => version = event.version(),
            None => return version,
        }
    }
}

/// Waits until `count` more changes were acknowledged.
async fn more(acknowledged: &AtomicUsize, count: usize) {
    let (start, known) = (Instant::now(), acknowledged.load(Ordering::SeqCst));
    while acknowledged.load(Ordering::SeqCst) < known + count {
        assert!(start.elapsed() < TIMEOUT, "nobody goes on");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Waits until a listener has got the rest of a story, after a position, from the other server.
async fn receives_rest(site: &str, story: &Story, position: u64) {
    let rest = story.browser.listen(site, Some(position)).await;
    until(&mut rest.unwrap(), story.version).await;
}

on_both_servers! {
    stopping_server_answers_open_requests_and_clients_switch_to_another,
}

async fn stopping_server_answers_open_requests_and_clients_switch_to_another(db: &TestDb) {
    let [one, other] = Server::two_over(db, &[]).await;
    let sites = [one.address.clone(), other.address.clone()];
    let ids = titles(&once(), &sites[0]).await;
    let (acknowledged, done) = (Arc::new(AtomicUsize::new(0)), Arc::<AtomicBool>::default());
    let (mut writers, mut listeners) = (Vec::new(), Vec::new());
    for number in 0..WRITERS {
        let keeps = number % 2 == 0;
        let http = if keeps {
            remote::http().unwrap()
        } else {
            once()
        };
        let name = format!("stopped{number}");
        let browser = Browser::sign_up(&http, &sites[0], &name).await.unwrap();
        let mut events = browser.listen(&sites[0], None).await.unwrap();
        until(&mut events, 0).await;
        listeners.push(tokio::spawn(listen(events)));
        let writer = Writer {
            browser,
            sites: sites.clone(),
            ids: ids.clone(),
            acknowledged: Arc::clone(&acknowledged),
            done: Arc::clone(&done),
        };
        writers.push(tokio::spawn(writer.write()));
    }
    let readers: Vec<_> = (0..READERS)
        .map(|_| tokio::spawn(read(sites[0].clone())))
        .collect();
    more(&acknowledged, 200).await;

    let asked = Instant::now();
    let status = tokio::time::timeout(TIMEOUT, one.stop()).await.unwrap();
    let ended = asked.elapsed();
    assert_eq!(status.code(), Some(0));
    more(&acknowledged, 200).await;
    done.store(true, Ordering::SeqCst);
    let mut longest = Duration::ZERO;
    for (writing, listening) in writers.into_iter().zip(listeners) {
        let (story, position) = (writing.await.unwrap(), listening.await.unwrap());
        longest = longest.max(story.pause);
        receives_rest(&sites[1], &story, position).await;
    }
    let pages = futures::future::join_all(readers).await;
    let pages: usize = pages.into_iter().map(Result::unwrap).sum();
    println!(
        "ended after {ended:?}, {pages} pages were read; the longest pause of a client {longest:?}"
    );
    assert!(pages > READERS, "{pages}");
    assert!(ended < ENDS_WITHIN, "{ended:?}");
    assert!(longest < MAX_PAUSE, "{longest:?}");
}
