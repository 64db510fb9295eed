//! The real provider.

use std::{sync::Arc, time::Duration};

use domain::identity::{IdentityError, IdentityProvider as _};
use identity::OpenId;
use testkit::{MockClock, MockRandom, SignInProvider};

use crate::{client, client_at, config, query, sign_in};

#[tokio::test]
async fn valid_sign_in_succeeds() {
    let provider = SignInProvider::start();
    let client = client(&provider.issuer);
    let (request, code) = sign_in(&provider, &client).await;
    let claims = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap();
    assert_eq!(claims.identity.issuer, provider.issuer);
    assert!(!claims.identity.subject.is_empty());
    assert_eq!(claims.email.as_deref(), Some("hana@example.org"));
    assert!(claims.email_verified);
    assert_eq!(claims.name.as_deref(), Some("Hana Mori"));
    assert_eq!(claims.picture, None);

    let (again, code) = sign_in(&provider, &client).await;
    assert_ne!(again.nonce, request.nonce);
    assert_ne!(again.verifier, request.verifier);
    let same = client
        .exchange_code(&code, &again.nonce, &again.verifier)
        .await
        .unwrap();
    assert_eq!(same, claims, "the same account is the same identity");
}

#[tokio::test]
async fn authorization_request_has_every_protection() {
    let provider = SignInProvider::start();
    let request = client(&provider.issuer)
        .authorization_request("s t&a")
        .await
        .unwrap();
    let url = request.url.parse().unwrap();
    let claims = |name| query(&url, name).unwrap();
    assert_eq!(claims("response_type"), "code");
    assert_eq!(claims("client_id"), SignInProvider::CLIENT_ID);
    assert_eq!(claims("redirect_uri"), SignInProvider::REDIRECT_URL);
    assert_eq!(claims("scope"), "openid email profile");
    assert_eq!(claims("prompt"), "select_account");
    assert_eq!(claims("state"), "s t&a");
    assert_eq!(claims("nonce"), request.nonce);
    assert_eq!(claims("code_challenge_method"), "S256");
    assert!(!request.url.contains(&request.verifier));
    assert!(!request.url.contains("secret"));
}

#[tokio::test]
async fn email_verified_claim_is_passed_on() {
    let provider = SignInProvider::start();
    let client = client(&provider.issuer);
    let request = client.authorization_request("s").await.unwrap();
    let fields = [("name", "Ren"), ("email", "ren@example.org")];
    let back = provider.choose(&request.url, &fields).await;
    let code = query(&back, "code").unwrap();
    let claims = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap();
    assert_eq!(claims.email.as_deref(), Some("ren@example.org"));
    assert!(!claims.email_verified);
}

#[tokio::test]
async fn missing_claims_are_read_from_userinfo() {
    let provider = SignInProvider::start_with(&["--claims", "userinfo"]);
    let client = client(&provider.issuer);
    let (request, code) = sign_in(&provider, &client).await;
    let claims = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap();
    assert_eq!(claims.identity.issuer, provider.issuer);
    assert_eq!(claims.email.as_deref(), Some("hana@example.org"));
    assert!(claims.email_verified);
    assert_eq!(claims.name.as_deref(), Some("Hana Mori"));
}

#[tokio::test]
async fn cancelled_sign_in_leads_back() {
    let provider = SignInProvider::start();
    let request = client(&provider.issuer)
        .authorization_request("s")
        .await
        .unwrap();
    let back = provider.choose(&request.url, &[("cancel", "yes")]).await;
    assert_eq!(query(&back, "error").unwrap(), "access_denied");
    assert_eq!(query(&back, "state").unwrap(), "s");
}

#[tokio::test]
async fn code_is_valid_for_its_own_sign_in_and_once() {
    let provider = SignInProvider::start();
    let client = client(&provider.issuer);
    let (request, code) = sign_in(&provider, &client).await;
    let other = client.authorization_request("other").await.unwrap();

    let wrong_nonce = client
        .exchange_code(&code, &other.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert_eq!(
        wrong_nonce,
        IdentityError::Invalid("ID token: its nonce is another sign-in's".into())
    );
    let replayed = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert_eq!(
        replayed,
        IdentityError::Invalid("the code is not valid, or was used".into())
    );
    let (request, code) = sign_in(&provider, &client).await;
    let wrong_verifier = client
        .exchange_code(&code, &request.nonce, &other.verifier)
        .await
        .unwrap_err();
    assert!(matches!(wrong_verifier, IdentityError::Invalid(_)));
    let unknown = client
        .exchange_code("made-up", &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert!(matches!(unknown, IdentityError::Invalid(_)));
}

#[tokio::test]
async fn expired_token_is_refused() {
    let provider = SignInProvider::start();
    let (request, code) = sign_in(&provider, &client(&provider.issuer)).await;
    let clock = MockClock::at("2100-01-01T00:00:00Z".parse().unwrap());
    let late = client_at(&provider.issuer, Arc::new(clock));
    let error = late
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert_eq!(
        error,
        IdentityError::Invalid("ID token: it has expired".into())
    );
}

#[tokio::test]
async fn wrong_client_secret_is_a_configuration_error() {
    let provider = SignInProvider::start();
    let (request, code) = sign_in(&provider, &client(&provider.issuer)).await;
    let mut config = config(&provider.issuer);
    config.client_secret = "wrong".into();
    let clock = Arc::new(domain::clock::SystemClock);
    let wrong = OpenId::new(&config, clock, Arc::new(MockRandom::default())).unwrap();
    let error = wrong
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert_eq!(
        error,
        IdentityError::Unavailable("it refuses our client id or secret".into())
    );
}

#[tokio::test]
async fn unavailable_provider_is_asked_again_when_it_is_back() {
    let mut provider = SignInProvider::start();
    let client = client(&provider.issuer);
    provider.stop();
    let error = client.authorization_request("s").await.unwrap_err();
    let IdentityError::Unavailable(why) = &error else {
        panic!("{error}");
    };
    assert!(why.starts_with("it cannot be reached"), "{why}");
    assert!(
        !why.contains(&provider.issuer),
        "addresses are left out: {why}"
    );
    provider.restart();
    client.authorization_request("s").await.unwrap();

    let (request, code) = sign_in(&provider, &client).await;
    provider.stop();
    let error = client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap_err();
    assert!(matches!(error, IdentityError::Unavailable(_)), "{error}");
    assert!(!error.to_string().contains(&code));
}

#[tokio::test]
async fn rotated_keys_are_fetched() {
    let mut provider = SignInProvider::start();
    let client = client(&provider.issuer);
    client
        .authorization_request("keys are known now")
        .await
        .unwrap();
    provider.restart();
    let (request, code) = sign_in(&provider, &client).await;
    client
        .exchange_code(&code, &request.nonce, &request.verifier)
        .await
        .unwrap();
}

/// Time is stopped, so that it jumps to the end of the timeout.
#[tokio::test(start_paused = true)]
async fn silent_provider_times_out() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", silent.local_addr().unwrap());
    let asking = tokio::time::timeout(Duration::from_mins(1), async {
        client(&issuer).authorization_request("s").await
    });
    let error = asking.await.expect("it gives up").unwrap_err();
    assert!(matches!(error, IdentityError::Unavailable(_)), "{error}");
}
