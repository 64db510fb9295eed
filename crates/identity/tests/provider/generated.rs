//! Generated answers of a provider sign nobody in and break nothing.

use axum::{
    Json, Router,
    body::Bytes,
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as URL_SAFE_NO_PAD};
use domain::identity::IdentityProvider as _;
use proptest::{
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use super::hostile::metadata;
use crate::client;

/// Any JSON, what providers say among it.
fn any_json() -> impl Strategy<Value = Value> {
    const WORDS: [&str; 6] = [
        "RS256",
        "none",
        "Bearer",
        "https://example.org/x",
        "file:///etc/passwd",
        "\u{0}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        select(&WORDS[..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<Value>()),
        ]
    })
}

/// An object with some of these fields, and anything in them.
fn object(known: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let fields = prop::collection::vec((select(known), any_json()), 0..4);
    fields.prop_map(|fields| {
        let fields = fields.into_iter();
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    })
}

/// An ID token of our own making, or anything else.
fn token() -> impl Strategy<Value = String> {
    let part = |part: Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let header = object(&["alg", "kid", "typ", "crit", "jwk"]);
    let claims = object(&[
        "iss", "aud", "sub", "exp", "iat", "nonce", "email", "azp", "name",
    ]);
    let whole = (header, claims, any::<Vec<u8>>()).prop_map(move |(header, claims, signature)| {
        let signature = URL_SAFE_NO_PAD.encode(signature);
        format!("{}.{}.{signature}", part(header), part(claims))
    });
    prop_oneof![3 => whole, 1 => any::<String>()]
}

/// What three addresses of a provider answer: the fields of its metadata that it sets otherwise, its
/// keys, its token.
fn answers() -> impl Strategy<Value = (Value, Vec<u8>, Vec<u8>)> {
    let claims = object(&[
        "issuer",
        "token_endpoint",
        "jwks_uri",
        "id_token_signing_alg_values_supported",
        "token_endpoint_auth_methods_supported",
        "userinfo_endpoint",
    ]);
    let key = object(&["kty", "alg", "kid", "n", "e", "use", "crv", "x"]);
    let keys = prop::collection::vec(key, 0..3).prop_map(|keys| json!({ "keys": keys }));
    let bytes = |json: Value| json.to_string().into_bytes();
    let answer = token().prop_map(
        |token| json!({ "access_token": "a", "token_type": "Bearer", "id_token": token }),
    );
    (
        prop_oneof![Just(json!({})), claims],
        prop_oneof![4 => keys.prop_map(bytes), 1 => any::<Vec<u8>>()],
        prop_oneof![4 => answer.prop_map(bytes), 1 => any_json().prop_map(bytes), 1 => any::<Vec<u8>>()],
    )
}

#[test]
fn generated_answers_sign_nobody_in_and_cause_no_panic() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let cases = Config::default().cases / 2;
    let mut runner = TestRunner::new(Config {
        cases,
        ..Config::default()
    });
    let tried = runner.run(&answers(), |(claims, keys, token)| {
        let believed = runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let issuer = format!("http://{}", listener.local_addr().unwrap());
            let mut metadata = metadata(&issuer);
            let claims = claims.as_object().cloned().unwrap_or_default();
            metadata.as_object_mut().unwrap().extend(claims);
            let (keys, token) = (Bytes::from(keys), Bytes::from(token));
            let json = [("content-type", "application/json")];
            let router = Router::new()
                .route(
                    "/.well-known/openid-configuration",
                    get(async move || Json(metadata)),
                )
                .route("/jwks", get(async move || (json, keys)))
                .route("/token", post(async move || (json, token)));
            let serving = tokio::spawn(axum::serve(listener, router).into_future());
            let believed = client(&issuer)
                .exchange_code("code", "the-nonce", "verifier")
                .await;
            serving.abort();
            believed
        });
        prop_assert!(believed.is_err(), "{:?}", believed);
        Ok(())
    });
    tried.unwrap();
}
