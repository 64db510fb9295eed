//! Streams, sessions and records when something ends: the process, or a session.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use testkit::{
    Event, TestDb,
    remote::{self, Browser, Events},
};

use super::mitai::Mitai;

/// Streams that are open when the process gets the signal to stop.
const STREAMS: usize = 50;
/// Longest time from the signal to the end of the process, and from signing out to the end of the
/// session's streams: sooner than these look by themselves, which is every 15 s.
const STOP_TIMEOUT: Duration = Duration::from_secs(7);
/// Longest wait for anything but the ends that [`STOP_TIMEOUT`] limits.
const TIMEOUT: Duration = Duration::from_secs(30);

async fn open_streams_do_not_keep_the_process(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "listener")
        .await
        .unwrap();
    let mut streams = Vec::new();
    for _ in 0..STREAMS {
        streams.push(listening(&browser, &server.address).await);
    }
    let (status, took) = server.stop(TIMEOUT).await;
    assert!(status.success(), "{status}");
    assert!(took <= STOP_TIMEOUT, "stopping took {took:?}");
    for mut stream in streams {
        // Whether it is ended or cut off does not matter: browsers come back
        assert!(!matches!(stream.next().await, Ok(Some(_))));
    }
}

async fn signing_out_ends_the_streams_of_the_session(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let site = &server.address;
    let http = remote::http().unwrap();
    let here = Browser::sign_up(&http, site, "owner").await.unwrap();
    let elsewhere = Browser::log_in(&http, site, "owner").await.unwrap();
    let mut tabs = [listening(&here, site).await, listening(&here, site).await];
    let mut other = listening(&elsewhere, site).await;

    let begin = Instant::now();
    send(
        &here,
        Method::POST,
        site,
        "auth/logout",
        StatusCode::NO_CONTENT,
    )
    .await;
    for tab in &mut tabs {
        assert_eq!(next(tab).await.unwrap().name, "signed_out");
        assert_eq!(next(tab).await, None);
    }
    let took = begin.elapsed();
    assert!(took <= STOP_TIMEOUT, "it took {took:?}");

    send(
        &here,
        Method::PUT,
        site,
        "me/watchlist/1",
        StatusCode::UNAUTHORIZED,
    )
    .await;
    send(
        &elsewhere,
        Method::PUT,
        site,
        "me/watchlist/1",
        StatusCode::OK,
    )
    .await;
    let event = next(&mut other).await.unwrap();
    assert_eq!((&*event.name, event.version()), ("change", 1));
}

async fn killed_server_comes_back_with_sessions_and_records(db: &TestDb) {
    let server = Mitai::start(db.url()).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "keeper")
        .await
        .unwrap();
    for path in ["me/watchlist/1", "me/watchlist/6", "me/history/6"] {
        send(&browser, Method::PUT, &server.address, path, StatusCode::OK).await;
    }
    let profile = browser
        .request(Method::PATCH, &server.address, "me/record")
        .header("content-type", "application/json")
        .body(r#"{"bio":"Written before the end."}"#);
    assert_eq!(profile.send().await.unwrap().status(), StatusCode::OK);
    let session = browser.read(&server.address, "session").await.unwrap();
    let record = browser.read(&server.address, "me/record").await.unwrap();
    server.kill();

    let server = Mitai::start(db.url()).await;
    assert_eq!(session["user"]["displayName"], "keeper");
    assert_eq!(
        browser.read(&server.address, "session").await.unwrap(),
        session
    );
    assert_eq!(record["bio"], "Written before the end.");
    assert_eq!(record["watchlist"].as_array().unwrap().len(), 2);
    assert_eq!(
        browser.read(&server.address, "me/record").await.unwrap(),
        record
    );
}

/// Opens a stream and reads its first event.
async fn listening(browser: &Browser, site: &str) -> Events {
    let mut events = browser.listen(site, None).await.unwrap();
    assert_eq!(next(&mut events).await.unwrap().name, "snapshot");
    events
}

async fn next(events: &mut Events) -> Option<Event> {
    let next = tokio::time::timeout(TIMEOUT, events.next()).await;
    next.expect("something comes or the stream ends").unwrap()
}

async fn send(browser: &Browser, method: Method, site: &str, path: &str, expected: StatusCode) {
    let answer = browser.request(method, site, path).send().await.unwrap();
    assert_eq!(answer.status(), expected, "{path}");
}

on_both_engines! {
    open_streams_do_not_keep_the_process,
    signing_out_ends_the_streams_of_the_session,
    killed_server_comes_back_with_sessions_and_records
}
