//! `mitai db copy`, and a server on what it made.

use std::{path::Path, process::Output};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    TestDb,
    remote::{self, Browser},
};

use super::mitai::{mitai, output_of, serving};

const NONE: [&str; 0] = [];

fn copy(data: &Path, to: &str) -> Output {
    let mut copy = mitai(data);
    copy.args(["db", "copy", "--to", to]).output().unwrap()
}

/// Somebody with lists, a history and words of their own.
async fn person(site: &str, name: &str, titles: &[u32]) -> Browser {
    let browser = Browser::sign_up(&remote::http().unwrap(), site, name)
        .await
        .unwrap();
    let change = async |method, path: &str, body: Option<Value>| {
        let mut request = browser.request(method, site, path);
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        request.send().await.unwrap().error_for_status().unwrap();
    };
    for title in titles {
        change(Method::PUT, &format!("me/watchlist/{title}"), None).await;
    }
    change(Method::DELETE, &format!("me/watchlist/{}", titles[0]), None).await;
    change(Method::PUT, &format!("me/history/{}", titles[1]), None).await;
    let words =
        json!({ "displayName": "進撃 の ファン", "bio": "l'été\n\n😀", "favoriteGenres": "%, _" });
    change(Method::PATCH, "me/record", Some(words)).await;
    browser
}

/// A server's answers to a visitor and to owners.
async fn answers(site: &str, people: &[Browser]) -> Vec<Value> {
    let mut answers = Vec::new();
    for person in people {
        for path in ["session", "me/record", "auth/sessions", "me/export"] {
            answers.push(person.read(site, path).await.unwrap());
        }
    }
    for path in [
        "anime?list=popular&page=3",
        "anime?search=frieren",
        "browse",
        "anime/attack-on-titan",
    ] {
        answers.push(people[0].read(site, path).await.unwrap());
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn server_on_the_copy_answers_the_same_and_sessions_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let there = TestDb::postgres().await.unwrap();
    let server = serving(&old, &NONE);
    let mut people = Vec::new();
    let ids: Vec<u32> = catalogue::titles()
        .unwrap()
        .iter()
        .map(|title| title.mal_id.get())
        .collect();
    for (number, titles) in ids.chunks(60).take(3).enumerate() {
        people.push(person(&server.address, &format!("mover{number}"), titles).await);
    }
    let before = answers(&server.address, &people).await;
    server.ask_to_stop().unwrap();
    server.ended().unwrap();

    let (well, words, faults) = output_of(copy(&old, there.url()));
    assert!(well, "{faults}");
    assert!(faults.is_empty(), "{faults}");
    let line = |table: &str| words.lines().find(|line| line.starts_with(table)).unwrap();
    assert!(
        line("account ").split_whitespace().nth(1) == Some("3"),
        "{words}"
    );
    assert!(line("Copied: ").contains("hold the same"), "{words}");

    let moved = serving(&new, &["--database", there.url()]);
    let after = answers(&moved.address, &people).await;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    let record = people[0].read(&moved.address, "me/record").await.unwrap();
    assert_eq!(record["watchlist"].as_array().unwrap().len(), 59);
    // Users go on at the copy: with the version that follows, and with their password
    let path = format!("me/watchlist/{}", ids[0]);
    let added = people[0].request(Method::PUT, &moved.address, &path);
    let added = added.send().await.unwrap();
    let (status, body) = (added.status(), added.bytes().await.unwrap());
    let version = remote::version(status, &body).unwrap();
    assert_eq!(Some(version), record["version"].as_u64().map(|v| v + 1));
    let http = remote::http().unwrap();
    Browser::log_in(&http, &moved.address, "mover1")
        .await
        .unwrap();
    drop(moved);

    // The target is not empty any more
    let (well, _, faults) = output_of(copy(&old, there.url()));
    assert!(!well);
    assert!(faults.contains("Nothing was copied: "), "{faults}");
    assert!(faults.contains("give one that is empty"), "{faults}");
}

#[test]
fn invalid_database_address_is_refused_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    for to in ["mysql://app:hush@db", "postgres://app:hush@127.0.0.1:1/x"] {
        let (well, _, faults) = output_of(copy(folder.path(), to));
        assert!(!well);
        assert!(!faults.contains("hush"), "{faults}");
    }
    assert!(!folder.path().join("mitai.db").exists());
}
