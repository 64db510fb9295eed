//! Changes through one server reach listeners of the others.

use std::time::{Duration, Instant};

use reqwest::Method;
use testkit::{
    TestDb,
    remote::{self, Browser, Events},
};

use super::{
    server::{POLL_INTERVAL, Server, TIMEOUT, add, change, titles, until},
    writer::Crowd,
};

/// The number of changes whose way to another server's listener is timed.
const TIMED: usize = 300;
/// Ends the connections by which the servers of a schema notify one another.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE application_name = current_schema() AND pid <> pg_backend_pid() \
    AND (query LIKE 'LISTEN%' OR query LIKE '%pg_try_advisory_lock%' \
    OR query LIKE '%pg_notify%' OR query = 'SELECT 1')";

/// Ends the connection by which the server that was started last receives from the others.
const DEAFEN: &str = "SELECT pg_terminate_backend(pid, 10000) FROM (SELECT pid FROM pg_stat_activity \
    WHERE application_name = current_schema() AND query LIKE 'LISTEN%' \
    ORDER BY backend_start DESC LIMIT 1) line";

/// The streams' heartbeat: a listener that converges sooner was notified.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Times the way of changes from requests to one server to a listener of another.
async fn time(user: &str, [one, other]: &[Server; 2]) -> Vec<Duration> {
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &one.address, user).await.unwrap();
    let titles = titles(&http, &one.address).await;
    let mut events = browser.listen(&other.address, None).await.unwrap();
    until(&mut events, 0).await;
    let mut ways = Vec::new();
    for number in 0..TIMED {
        let method = [Method::PUT, Method::DELETE][number / titles.len() % 2].clone();
        let id = titles[number % titles.len()];
        let asked = Instant::now();
        let version = change(&browser, method, &one.address, id).await.unwrap();
        assert_eq!(until(&mut events, version).await, ["change"]);
        ways.push(asked.elapsed());
    }
    ways.sort();
    ways
}

on_both_servers! {
    change_through_one_server_reaches_listeners_of_another,
    listeners_converge_when_the_servers_are_cut_off_from_one_another,
    reconnected_server_sends_missed_changes_to_its_listeners,
    sign_out_through_one_server_ends_streams_of_another,
    servers_start_concurrently_over_a_new_database,
}

async fn change_through_one_server_reaches_listeners_of_another(db: &TestDb) {
    let servers = Server::two_over(db, &[]).await;
    let quiet = time("alone", &servers).await;
    let sites = [servers[0].address.clone(), servers[1].address.clone()];
    let crowd = Crowd::start(&remote::http().unwrap(), &sites).await;
    let busy = time("among", &servers).await;
    crowd.end(&sites[1]).await;
    // How soon in figures is for `cargo xtask bench nodes`
    for (when, ways) in [("nothing else", quiet), ("others who write", busy)] {
        let at = |share: usize| ways[TIMED * share / 100];
        let (half, most) = (at(50), at(99));
        println!("to a listener of another server beside {when}: p50 {half:?}, p99 {most:?}");
        assert!(most < HEARTBEAT / 3, "{most:?} beside {when}");
    }
}

async fn listeners_converge_when_the_servers_are_cut_off_from_one_another(db: &TestDb) {
    let [one, other] = Server::two_over(db, &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &one.address, "cut").await.unwrap();
    let titles = titles(&http, &one.address).await;
    let mut events = browser.listen(&other.address, None).await.unwrap();
    until(&mut events, 0).await;
    let (mut version, mut cuts) = (0, 0);
    for id in &titles[..10] {
        cuts += db.query(CUT).await.unwrap().len();
        version = add(&browser, &one.address, *id).await;
    }
    assert!(cuts >= 2, "{cuts} were cut");
    let cut = Instant::now();
    let names = until(&mut events, version).await;
    let caught_up = cut.elapsed();
    println!("caught up after {caught_up:?}");
    assert_eq!(names.len(), 10, "{names:?}");
    assert!(names.iter().all(|name| name == "change"), "{names:?}");
    assert!(caught_up < HEARTBEAT / 3, "nobody was notified");
}

async fn reconnected_server_sends_missed_changes_to_its_listeners(db: &TestDb) {
    let one = Server::over(db, &[]).await;
    let deaf = Server::over(db, &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &one.address, "deaf").await.unwrap();
    let titles = titles(&http, &one.address).await;
    let mut events = browser.listen(&deaf.address, None).await.unwrap();
    until(&mut events, 0).await;
    for id in &titles[..3] {
        let ended = db.query(DEAFEN).await.unwrap();
        assert_eq!(ended, [[Some("t".to_owned())]]);
        // The notification is lost: its sender is not cut off and has no reason to repeat it
        let version = add(&browser, &one.address, *id).await;
        let made = Instant::now();
        assert_eq!(until(&mut events, version).await, ["change"]);
        assert!(made.elapsed() < HEARTBEAT / 3, "nobody caught up");
    }
}

async fn sign_out_through_one_server_ends_streams_of_another(db: &TestDb) {
    let [one, other] = Server::two_over(db, &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &one.address, "out").await.unwrap();
    let stays = Browser::log_in(&http, &other.address, "out").await.unwrap();
    let mut events = browser.listen(&other.address, None).await.unwrap();
    let mut staying = stays.listen(&other.address, None).await.unwrap();
    until(&mut events, 0).await;
    until(&mut staying, 0).await;
    let out = browser.request(Method::POST, &one.address, "auth/logout");
    assert!(out.send().await.unwrap().status().is_success());
    let asked = Instant::now();
    ended_by_sign_out(&mut events).await;
    assert!(asked.elapsed() < HEARTBEAT / 3, "nobody was notified");
    // The other session of the same user goes on
    let id = titles(&http, &one.address).await[0];
    let version = add(&stays, &one.address, id).await;
    assert_eq!(until(&mut staying, version).await, ["change"]);
    let read = browser.read(&other.address, "me/record").await;
    assert!(read.is_err(), "the session is still open");
}

/// Waits until the stream says that its session has ended, and ends.
async fn ended_by_sign_out(events: &mut Events) {
    let event = tokio::time::timeout(TIMEOUT, events.next()).await;
    let event = event.unwrap().unwrap().unwrap();
    assert_eq!(event.name, "signed_out");
    assert_eq!(events.next().await.unwrap(), None);
}

async fn servers_start_concurrently_over_a_new_database(db: &TestDb) {
    let starting = (0..3).map(|_| Server::over(db, &[]));
    let servers = futures::future::join_all(starting).await;
    let http = remote::http().unwrap();
    let listed = titles(&http, &servers[0].address).await;
    assert!(!listed.is_empty());
    for server in &servers[1..] {
        let start = Instant::now();
        while titles(&http, &server.address).await != listed {
            assert!(start.elapsed() < TIMEOUT, "they differ");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}
