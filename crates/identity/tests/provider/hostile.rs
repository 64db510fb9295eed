//! Providers whose metadata cannot be trusted.

use axum::{
    Json, Router,
    http::header::CONTENT_TYPE,
    response::{IntoResponse as _, Redirect, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as URL_SAFE_NO_PAD};
use domain::identity::{IdentityError, IdentityProvider as _};
use identity::{Config, OpenId};
use serde_json::{Value, json};
use testkit::SignInProvider;

use crate::{client, config, sign_in};

const METADATA: &str = "/.well-known/openid-configuration";

/// What metadata must say, at `issuer`.
pub(super) fn metadata(issuer: &str) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/auth"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    })
}

/// Serves what `answer` makes of its address as metadata, and no keys.
async fn liar(answer: impl FnOnce(&str) -> Response) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let (parts, body) = answer(&issuer).into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let claims = get(async move || (parts.status, parts.headers, body));
    let router = Router::new()
        .route(METADATA, claims)
        .route("/jwks", get(async || Json(json!({ "keys": [] }))));
    tokio::spawn(axum::serve(listener, router).into_future());
    issuer
}

/// Why `issuer` is not used.
async fn refusal(issuer: &str) -> String {
    match client(issuer).authorization_request("s").await.unwrap_err() {
        IdentityError::Unavailable(why) => why,
        error @ IdentityError::Invalid(_) => panic!("{error}"),
    }
}

#[tokio::test]
async fn valid_metadata_is_used() {
    let issuer = liar(|issuer| Json(metadata(issuer)).into_response()).await;
    let request = client(&issuer).authorization_request("s").await.unwrap();
    assert!(request.url.starts_with(&format!("{issuer}/auth?")));
}

#[tokio::test]
async fn metadata_of_another_issuer_is_refused() {
    let issuer = liar(|_| Json(metadata("http://127.0.0.1:1")).into_response()).await;
    assert!(refusal(&issuer).await.contains("otherwise than the issuer"));
}

#[tokio::test]
async fn insecure_addresses_are_refused() {
    for name in ["authorization_endpoint", "jwks_uri"] {
        let issuer = liar(|issuer| {
            let mut metadata = metadata(issuer);
            metadata[name] = "http://accounts.example/".into();
            Json(metadata).into_response()
        });
        let why = refusal(&issuer.await).await;
        assert_eq!(why, "it names an address that is not safe to ask", "{name}");
    }
    let issuer = liar(|issuer| {
        let mut metadata = metadata(issuer);
        metadata["token_endpoint"] = "http://accounts.example/".into();
        Json(metadata).into_response()
    });
    let client = client(&issuer.await);
    let error = client
        .exchange_code("code", "nonce", "verifier")
        .await
        .unwrap_err();
    assert_eq!(
        error,
        IdentityError::Unavailable("it names an address that is not safe to ask".into()),
        "the code and our secret are not sent there"
    );
}

#[tokio::test]
async fn answers_that_are_no_metadata_are_refused() {
    let page = ([(CONTENT_TYPE, "text/html")], "<h1>Welcome</h1>");
    let issuer = liar(|_| page.into_response()).await;
    assert!(refusal(&issuer).await.contains("in place of its metadata"));
    let issuer = liar(|_| Json(json!({ "issuer": 5 })).into_response()).await;
    assert!(refusal(&issuer).await.contains("not of the form"));
    let large = ([(CONTENT_TYPE, "application/json")], " ".repeat(1_000_000));
    let issuer = liar(|_| large.into_response()).await;
    assert!(refusal(&issuer).await.contains("more than"));
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let honest = liar(|issuer| Json(metadata(issuer)).into_response()).await;
    let target = format!("{honest}{METADATA}");
    let issuer = liar(|_| Redirect::temporary(&target).into_response()).await;
    assert!(refusal(&issuer).await.contains("307"));
}

/// Somebody who gives us the real provider's addresses under another name, for another's tokens.
#[tokio::test]
async fn tokens_of_another_issuer_are_refused() {
    let provider = SignInProvider::start();
    let real = &provider.issuer;
    let issuer = liar(|issuer| {
        let mut metadata = metadata(issuer);
        metadata["authorization_endpoint"] = format!("{real}/auth").into();
        metadata["token_endpoint"] = format!("{real}/token").into();
        metadata["jwks_uri"] = format!("{real}/jwks").into();
        Json(metadata).into_response()
    });
    let client = client(&issuer.await);
    let (request, code) = sign_in(&provider, &client).await;
    let error = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert_eq!(
        error,
        IdentityError::Invalid("ID token: it is another's".into())
    );
}

/// Why a token of this header and these claims, over nobody's signature, is not believed.
async fn forged(header: Value, change: impl FnOnce(&mut Value)) -> String {
    let provider = SignInProvider::start();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let mut metadata = metadata(&issuer);
    // Real keys, with which nothing here was signed.
    metadata["jwks_uri"] = format!("{}/jwks", provider.issuer).into();
    let mut claims = json!({
        "iss": issuer,
        "aud": SignInProvider::CLIENT_ID,
        "sub": "hana",
        "nonce": "the-nonce",
        "iat": 1_793_491_200,
        "exp": 4_102_444_800_u64,
        "email": "hana@example.org",
    });
    change(&mut claims);
    let part = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let token = format!("{}.{}.c2lnbmF0dXJl", part(&header), part(&claims));
    let answer = json!({ "access_token": "a", "token_type": "Bearer", "id_token": token });
    let router = Router::new()
        .route(METADATA, get(async move || Json(metadata)))
        .route("/token", post(async move || Json(answer)));
    tokio::spawn(axum::serve(listener, router).into_future());
    let believed = client(&issuer)
        .exchange_code("code", "the-nonce", "verifier")
        .await;
    match believed.unwrap_err() {
        IdentityError::Invalid(why) => why,
        error @ IdentityError::Unavailable(_) => panic!("{error}"),
    }
}

#[tokio::test]
async fn forged_tokens_are_refused() {
    let signed = || json!({ "alg": "RS256" });
    let nothing = |_: &mut Value| {};
    for (why, claims) in [
        ("signature is wrong", forged(signed(), nothing).await),
        ("not the provider's", {
            forged(json!({ "alg": "RS256", "kid": "unknown" }), nothing).await
        }),
        (
            "not signed",
            forged(json!({ "alg": "none" }), nothing).await,
        ),
        ("signature is wrong", {
            forged(json!({ "alg": "HS256" }), nothing).await
        }),
        ("meant for another", {
            forged(signed(), |claims| claims["aud"] = "another".into()).await
        }),
        ("meant for another", {
            let both = json!([SignInProvider::CLIENT_ID, "another"]);
            forged(signed(), |claims| claims["aud"] = both).await
        }),
        ("another's", {
            let google = identity::GOOGLE.into();
            forged(signed(), |claims| claims["iss"] = google).await
        }),
    ] {
        assert!(claims.contains(why), "{why}: {claims}");
    }
}

#[test]
fn insecure_settings_are_refused() {
    let make = |config: &Config| {
        let clock = std::sync::Arc::new(domain::clock::SystemClock);
        OpenId::new(
            config,
            clock,
            std::sync::Arc::new(testkit::MockRandom::default()),
        )
        .map(|_| ())
    };
    for issuer in ["http://accounts.example", "accounts.example", "", "ftp://a"] {
        let error = make(&config(issuer)).unwrap_err();
        assert!(error.to_string().contains("https://"), "{issuer}: {error}");
    }
    make(&config(identity::GOOGLE)).unwrap();
    let mut config = config(identity::GOOGLE);
    config.redirect_url = "callback".into();
    assert!(make(&config).is_err());
}
