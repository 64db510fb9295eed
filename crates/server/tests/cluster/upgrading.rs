//! Servers of an older version beside one of a newer version.

use testkit::{
    TestDb,
    remote::{self, Browser},
};

use super::server::{Server, add, complaints, titles, until};

/// Schema changes that a later version may make while servers of this version still run.
const EXPANSION: [&str; 4] = [
    "ALTER TABLE account ADD COLUMN motto TEXT",
    "ALTER TABLE record_entry ADD COLUMN rating BIGINT NOT NULL DEFAULT 0",
    "CREATE TABLE later (id BIGINT PRIMARY KEY)",
    "INSERT INTO schema_migration (name) VALUES ('9999_later')",
];

on_both_servers! {
    server_survives_a_schema_upgrade_and_does_not_start_with_an_unknown_schema,
}

async fn server_survives_a_schema_upgrade_and_does_not_start_with_an_unknown_schema(db: &TestDb) {
    let server = Server::over(db, &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "old")
        .await
        .unwrap();
    let ids = titles(&http, &server.address).await;
    let mut events = browser.listen(&server.address, None).await.unwrap();
    add(&browser, &server.address, ids[0]).await;

    for sql in EXPANSION {
        db.query(sql).await.unwrap();
    }
    let version = add(&browser, &server.address, ids[1]).await;
    until(&mut events, version).await;
    let record = browser.read(&server.address, "me/record").await.unwrap();
    assert_eq!(record["watchlist"].as_array().unwrap().len(), 2);
    Browser::sign_up(&http, &server.address, "new")
        .await
        .unwrap();
    Browser::log_in(&http, &server.address, "old")
        .await
        .unwrap();

    let (started, said) = complaints(db.url(), &["serve", "--listen", "127.0.0.1:0"]).await;
    assert!(!started);
    let sentence = "this database belongs to a newer version of Mitai; start that version";
    assert!(said.contains(sentence), "{said}");
}
