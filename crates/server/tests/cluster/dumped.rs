//! A backup by PostgreSQL's own programs.

use testkit::remote::{self, Browser};

use super::{
    postgres::Postgres,
    server::{Server, add},
};

#[tokio::test(flavor = "multi_thread")]
async fn pg_restore_brings_back_all_of_a_pg_dump() {
    let postgres = Postgres::primary();
    let server = Server::start(&Postgres::address_of(&[&postgres]), &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "keeper")
        .await
        .unwrap();
    for title in [1, 5114, 16498] {
        add(&browser, &server.address, title).await;
    }
    let restored = Server::start(&postgres.restored(), &[]).await;
    add(&browser, &server.address, 9253).await;
    drop(server);
    let path = "me/record";
    let record = browser.read(&restored.address, path).await.unwrap();
    assert_eq!(record["watchlist"].as_array().unwrap().len(), 3);
    let title = browser.read(&restored.address, "anime/16498").await;
    assert_eq!(title.unwrap()["slug"], "attack-on-titan");
    let version = add(&browser, &restored.address, 9253).await;
    assert_eq!(
        record["version"].as_u64().map(|before| before + 1),
        Some(version)
    );
}
