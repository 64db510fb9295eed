//! The server gets the signal to stop while requests are under way.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::json;
use testkit::{
    MailSink,
    remote::{self, Browser},
};

use super::mitai::serving;

/// Longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const NONE: [&str; 0] = [];

#[test]
fn stopping_server_answers_open_requests_and_accepts_no_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &NONE);
    let site = server.address.strip_prefix("http://").unwrap().to_owned();
    let form = r#"{"fullName":"Late","email":"late@example.org","password":"under way"}"#;
    let (begun, rest) = form.split_at(20);
    let mut slow = TcpStream::connect(&site).unwrap();
    slow.set_read_timeout(Some(TIMEOUT)).unwrap();
    let head = format!(
        "POST /api/v1/auth/signup HTTP/1.1\r\nhost: {site}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        form.len()
    );
    slow.write_all(head.as_bytes()).unwrap();
    // The handler reads: the request is under way
    let mut go_on = [0; 25];
    slow.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    slow.write_all(begun.as_bytes()).unwrap();

    server.ask_to_stop().unwrap();
    let started = Instant::now();
    while TcpStream::connect(&site).is_ok() {
        assert!(started.elapsed() < TIMEOUT, "new connections are taken");
        std::thread::sleep(POLL_INTERVAL);
    }
    slow.write_all(rest.as_bytes()).unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
    assert!(started.elapsed() < TIMEOUT);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_server_sends_pending_mail() {
    let folder = tempfile::tempdir().unwrap();
    let mut sink = MailSink::start(&["--pause", "3000"]);
    let server = serving(folder.path(), &["--smtp-url", &sink.url]);
    let http = remote::http().unwrap();
    Browser::sign_up(&http, &server.address, "late")
        .await
        .unwrap();
    let forgot = format!("{}/api/v1/auth/password/forgot", server.address);
    let form = json!({ "email": "late@example.com" });
    let answer = http.post(forgot).header("content-type", "application/json");
    let answer = answer.body(form.to_string()).send().await.unwrap();
    assert!(answer.status().is_success());
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
    sink.end();
    assert_eq!(sink.next_mail()["to"], json!(["late@example.com"]));
}
