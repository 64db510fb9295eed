//! Signing in at the certified provider of this repository, and at providers that lie.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod provider {
    mod generated;
    mod hostile;
    mod sign_in;
}

use std::sync::Arc;

use domain::{
    clock::{Clock, SystemClock},
    identity::{AuthorizationRequest, IdentityProvider as _},
};
use identity::{Config, OpenId};
use testkit::{MockRandom, SignInProvider};

fn config(issuer: &str) -> Config {
    Config {
        issuer: issuer.into(),
        client_id: SignInProvider::CLIENT_ID.into(),
        client_secret: SignInProvider::CLIENT_SECRET.into(),
        redirect_url: SignInProvider::REDIRECT_URL.into(),
    }
}

fn client(issuer: &str) -> OpenId {
    client_at(issuer, Arc::new(SystemClock))
}

fn client_at(issuer: &str, clock: Arc<dyn Clock>) -> OpenId {
    OpenId::new(&config(issuer), clock, Arc::new(MockRandom::default())).unwrap()
}

/// Signs in as Hana; returns the code as well.
async fn sign_in(provider: &SignInProvider, client: &OpenId) -> (AuthorizationRequest, String) {
    let request = client.authorization_request("the-state").await.unwrap();
    let fields = [("account", "hana@example.org")];
    let back = provider.choose(&request.url, &fields).await;
    assert!(back.as_str().starts_with(SignInProvider::REDIRECT_URL));
    assert_eq!(query(&back, "state").unwrap(), "the-state");
    (request, query(&back, "code").unwrap())
}

fn query(url: &reqwest::Url, name: &str) -> Option<String> {
    let mut pairs = url.query_pairs();
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}
