//! Addresses and headers that nobody would write: each is answered, and none by a fault of ours.

use std::fmt::Write as _;

use axum::http::{HeaderValue, Request};
use proptest::{
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use testkit::{TestApp, anime};

/// The addresses of the site, where `{}` stands for anything.
const ADDRESSES: [&str; 30] = [
    "/{}",
    "/anime/{}",
    "/api/v1/anime/{}",
    "/api/v1/{}",
    "/api/v1/anime",
    "/api/v1/browse",
    "/api/v1/suggest",
    "/api/v1/people",
    "/api/v1/characters",
    "/api/v1/me/watchlist/{}",
    "/api/v1/auth/google",
    "/api/v1/auth/google/callback",
    "/art/poster/{}.svg",
    "/art/banner/{}",
    "/art/og/{}.png",
    "/art/avatar/{}.svg",
    "/img/poster/{}-00112233445566778-320",
    "/img/still/{}-0011223344556677-320",
    "/img/banner/{}",
    "/assets/{}",
    "/sitemap-titles-{}.xml",
    "/v4/anime/{}/full",
    "/v4/anime",
    "/v4/top/anime",
    "/v4/anime/{}/reviews",
    "/v4/schedules",
    "/v4/producers",
    "/v4/producers/{}",
    "/v4/seasons/{}/{}",
    "/",
];
const PARAMETERS: [&str; 30] = [
    "list",
    "page",
    "search",
    "q",
    "cursor",
    "genre",
    "without",
    "type",
    "status",
    "season",
    "year",
    "episodes",
    "min_score",
    "sort",
    "name",
    "limit",
    "filter",
    "order_by",
    "genres",
    "start_date",
    "end_date",
    "kids",
    "letter",
    "sfw",
    "state",
    "code",
    "error",
    "next",
    "mode",
    "iss",
];
const HEADERS: [&str; 7] = [
    "accept-encoding",
    "if-none-match",
    "cookie",
    "x-forwarded-for",
    "last-event-id",
    "accept",
    "host",
];

fn anything() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<Vec<u8>>(),
        any::<String>().prop_map(String::into_bytes),
        "[0-9]{1,24}".prop_map(String::into_bytes),
        "-?[0-9]{0,12}[-.,e][0-9]{0,12}".prop_map(String::into_bytes),
        cursor().prop_map(String::into_bytes),
        cookies().prop_map(String::into_bytes),
        select(
            &[
                "popular",
                "action,drama",
                "..",
                "NaN",
                "1e400",
                "true",
                "%25",
                "a\0b",
                "mitai_session=x"
            ][..]
        )
        .prop_map(|word| word.as_bytes().to_vec()),
    ]
}

/// A cursor of our own form, with any place in it.
fn cursor() -> impl Strategy<Value = String> {
    let places = (any::<i64>(), any::<i64>(), any::<String>(), any::<u32>());
    places.prop_map(|(first, second, title, id)| {
        let list = hex::encode(&Sha256::digest("")[..6]);
        hex::encode(json!([list, first, second, title, id]).to_string())
    })
}

/// Our own cookies, with anything in them.
fn cookies() -> impl Strategy<Value = String> {
    const NAMES: [&str; 3] = [
        "__Host-mitai_session",
        "__Host-mitai_sign_in",
        "__Host-mitai_link",
    ];
    let cookie = (select(&NAMES[..]), "[ -~]{0,120}", "[=; ]{0,2}");
    let cookies = prop::collection::vec(cookie, 1..4);
    cookies.prop_map(|cookies| {
        let cookies = cookies
            .iter()
            .map(|(name, value, end)| format!("{name}={value}{end}"));
        cookies.collect::<Vec<_>>().join("; ")
    })
}

fn escaped(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "%{byte:02x}");
        text
    })
}

fn address() -> impl Strategy<Value = String> {
    let query = prop::collection::vec((select(&PARAMETERS[..]), anything()), 0..4);
    (select(&ADDRESSES[..]), anything(), query).prop_map(|(address, word, query)| {
        let query: Vec<_> = query
            .into_iter()
            .map(|(name, value)| format!("{name}={}", escaped(&value)))
            .collect();
        format!(
            "{}?{}",
            address.replace("{}", &escaped(&word)),
            query.join("&")
        )
    })
}

#[test]
fn every_address_is_answered() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(async {
        let app = TestApp::with(&[anime::popular(1, "One", 1), anime::popular(2, "Two", 2)]).await;
        app.follow_names().await;
        app.follow_facts().await;
        app
    });
    let header = prop::option::of((select(&HEADERS[..]), anything()));
    let mut runner = TestRunner::new(Config {
        cases: Config::default().cases.max(1_500),
        ..Config::default()
    });
    let tried = runner.run(&(address(), header), |(address, header)| {
        let mut request = Request::get(&address);
        if let Some((name, value)) = header
            && let Ok(value) = HeaderValue::from_bytes(&value)
        {
            request = request.header(name, value);
        }
        let answer = runtime.block_on(app.send(request));
        let status = answer.status.as_u16();
        // Signing in with a provider is not set up
        let away = status == 503 && address.contains("/auth/google");
        prop_assert!(status < 500 || away, "{}: {}", status, address);
        Ok(())
    });
    tried.unwrap();
}
