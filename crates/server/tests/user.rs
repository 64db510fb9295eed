//! `mitai user` as an operator runs it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::Path,
    process::{Command, Output},
};

use domain::{
    account::{Account, AccountStore as _, Email, Secret, Session, User, UserId},
    clock::{Clock as _, SystemClock},
};
use store::{DatabaseUrl, Store};

fn reset_link(data: &Path, email: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mitai"))
        .args(["user", "reset-link", email])
        .args(["--public-url", "https://mitai.example/"])
        .arg("--data-dir")
        .arg(data)
        .env_remove("MITAI_DATABASE")
        .output()
        .unwrap()
}

/// The store of a data folder with one account.
async fn store(data: &Path) -> Store {
    let url = DatabaseUrl::Sqlite(data.join("mitai.db"));
    let store = Store::open(&url).await.unwrap();
    let account = Account {
        user: User {
            uid: UserId::new("hana"),
            display_name: "Hana".into(),
            email: Email::parse("hana@example.org").unwrap(),
            photo_url: None,
            created_at: SystemClock.now(),
        },
        password_hash: None,
    };
    store.create_account(&account, None).await.unwrap();
    store
}

#[tokio::test(flavor = "multi_thread")]
async fn reset_link_is_printed_and_works_once() {
    let data = tempfile::tempdir().unwrap();
    let store = store(data.path()).await;
    let output = reset_link(data.path(), "HANA@example.org");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    let (link, rest) = said.split_once('\n').unwrap();
    let token = link
        .strip_prefix("https://mitai.example/reset#token=")
        .unwrap();
    assert!(rest.contains("once, for 30 minutes"), "{rest}");

    let now = SystemClock.now();
    let session = Session {
        id: "new".into(),
        created_at: now,
        last_seen_at: now,
        user_agent: String::new(),
    };
    let hash = Secret::presented("session").hash();
    let token = Secret::presented(token).hash();
    for first in [true, false] {
        let user = store
            .reset_password(&token, now, "hash", &hash, &session)
            .await
            .unwrap();
        assert_eq!(user.is_some(), first);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_address_is_reported() {
    let data = tempfile::tempdir().unwrap();
    store(data.path()).await;
    for (email, sentence) in [
        (
            "nobody@example.org",
            "there is no account with the e-mail address nobody@example.org",
        ),
        ("hana", "hana is not an e-mail address"),
    ] {
        let output = reset_link(data.path(), email);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(sentence), "{said}");
    }
}
