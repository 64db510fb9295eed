//! PostgreSQL by TLS.

use testkit::remote::{self, Browser};

use super::{
    postgres::Postgres,
    server::{self, Server, add, titles},
};

#[tokio::test(flavor = "multi_thread")]
async fn servers_use_tls_to_postgresql_as_the_address_says() {
    let database = tokio::task::spawn_blocking(Postgres::encrypted);
    let database = database.await.unwrap();
    let address = |host: &str, options: &str| {
        let port = database.port;
        format!("postgres://app@{host}:{port}/postgres?{options}")
    };
    let known = format!("sslrootcert={}", database.authority());
    let full = address("localhost", &format!("sslmode=verify-full&{known}"));
    let [one, other] = Server::two(&full, &[]).await;
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &one.address, "reader")
        .await
        .unwrap();
    let mut events = browser.listen(&other.address, None).await.unwrap();
    server::until(&mut events, 0).await;
    let id = titles(&http, &one.address).await[0];
    let version = add(&browser, &one.address, id).await;
    assert_eq!(server::until(&mut events, version).await, ["change"]);
    let bare = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                WHERE NOT ssl AND client_addr IS NOT NULL";
    assert_eq!(database.sql(bare), "0");

    let certificate = "check its sslmode and sslrootcert";
    for (host, options, refusal) in [
        ("127.0.0.1", format!("sslmode=verify-ca&{known}"), None),
        ("127.0.0.1", format!("sslmode=require&{known}"), None),
        ("127.0.0.1", "sslmode=require".to_owned(), None),
        ("127.0.0.1", String::new(), None),
        (
            "127.0.0.1",
            "sslmode=disable".to_owned(),
            Some("PostgreSQL refuses the sign-in"),
        ),
        (
            "127.0.0.1",
            format!("sslmode=verify-full&{known}"),
            Some(certificate),
        ),
        (
            "localhost",
            "sslmode=verify-full".to_owned(),
            Some(certificate),
        ),
        (
            "localhost",
            "sslmode=verify-full&sslrootcert=/nowhere/ca.pem".to_owned(),
            Some("/nowhere/ca.pem that the database address names"),
        ),
    ] {
        let at = address(host, &options);
        let (well, said) = server::complaints(&at, &["mirror", "status"]).await;
        assert_eq!(well, refusal.is_none(), "{at}: {said}");
        assert!(said.contains(refusal.unwrap_or_default()), "{at}: {said}");
    }
}
