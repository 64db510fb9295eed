//! Signing in at an OpenID provider: authorization code with PKCE and nonce, by discovery, for
//! Google as for any other.
//!
//! **Invariant:** nothing is believed of an ID token before its signature, issuer, audience, expiry
//! and nonce have been checked. Only a provider on this machine may go without TLS.
//! Neither codes nor tokens nor what they say gets into an error's text.

mod client;
mod error;
mod http;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use domain::{
    account::Secret,
    clock::Clock,
    identity::{AuthorizationRequest, Claims, IdentityError, IdentityProvider},
    random::Random,
};
use moka::future::Cache;
use openidconnect::{
    AccessToken, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    TokenResponse as _,
    core::{
        CoreAuthPrompt, CoreAuthenticationFlow, CoreIdToken, CoreTokenResponse, CoreUserInfoClaims,
    },
};

use client::Client;
use error::{invalid, unavailable};
use http::Http;

/// Google's issuer.
pub const GOOGLE: &str = "https://accounts.google.com";

/// How long a provider's metadata is cached. Keys it begins to use meanwhile are fetched
/// for when they are met.
const METADATA_LIFE: Duration = Duration::from_hours(1);

/// What a provider knows us by.
#[derive(Clone)]
pub struct Config {
    /// Its issuer, exactly as it names itself.
    pub issuer: String,
    /// Our name there.
    pub client_id: String,
    /// What proves that it is us.
    pub client_secret: String,
    /// Where it sends browsers back to.
    pub redirect_url: String,
}

/// Why a client cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The issuer is no address, or not one that is safe to ask.
    #[error("the issuer {0} must be an address that begins with https://")]
    Issuer(String),
    /// The redirect address is none.
    #[error("{0} is not an address to send browsers back to")]
    RedirectUrl(String),
    /// The HTTP client cannot be made.
    #[error("the client of the identity provider cannot be made")]
    Http(#[from] reqwest::Error),
}

/// A client of one OpenID provider. It asks nothing before somebody signs in.
pub struct OpenId {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    redirect_url: RedirectUrl,
    http: Http,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    /// Concurrent callers wait for one fetch. A failure is not cached.
    client: Cache<(), Arc<Client>>,
}

impl OpenId {
    /// A client with these settings.
    pub fn new(
        config: &Config,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Result<Self, ConfigError> {
        let unfit = |_| ConfigError::Issuer(config.issuer.clone());
        let issuer = IssuerUrl::new(config.issuer.clone()).map_err(unfit)?;
        let http = Http::new(issuer.url())?;
        if !http.may_ask(issuer.url()) {
            return Err(ConfigError::Issuer(config.issuer.clone()));
        }
        let redirect_url = RedirectUrl::new(config.redirect_url.clone())
            .map_err(|_| ConfigError::RedirectUrl(config.redirect_url.clone()))?;
        Ok(Self {
            issuer,
            client_id: ClientId::new(config.client_id.clone()),
            client_secret: ClientSecret::new(config.client_secret.clone()),
            redirect_url,
            http,
            clock,
            random,
            client: Cache::builder().time_to_live(METADATA_LIFE).build(),
        })
    }

    async fn client(&self) -> Result<Arc<Client>, IdentityError> {
        let discover = async {
            let client = client::discover(
                &self.http,
                self.issuer.clone(),
                self.client_id.clone(),
                self.client_secret.clone(),
            );
            let client = client.await?.set_redirect_uri(self.redirect_url.clone());
            Ok(Arc::new(client))
        };
        let client = self.client.try_get_with((), discover);
        client
            .await
            .map_err(|error: Arc<IdentityError>| (*error).clone())
    }

    async fn exchange(
        &self,
        code: &str,
        verifier: &str,
    ) -> Result<CoreTokenResponse, IdentityError> {
        let client = self.client().await?;
        client
            .exchange_code(AuthorizationCode::new(code.into()))
            .map_err(|_| unavailable("it names no token endpoint"))?
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.into()))
            .request_async(&self.http)
            .await
            .map_err(error::of_token)
    }

    /// What the ID token says, once it holds.
    async fn verified(&self, token: &CoreIdToken, nonce: &Nonce) -> Result<Claims, IdentityError> {
        match self.client().await?.read(token, nonce, &*self.clock) {
            // The provider may have begun to use another key.
            Err(client::Unread::Key) => {
                self.client.invalidate(&()).await;
                let client = self.client().await?;
                client.read(token, nonce, &*self.clock).map_err(Into::into)
            }
            read => read.map_err(Into::into),
        }
    }

    /// What the provider says elsewhere than in the ID token, as OpenID Connect Core 5.4 has it.
    async fn with_userinfo(
        &self,
        claims: Claims,
        token: &AccessToken,
    ) -> Result<Claims, IdentityError> {
        let client = self.client().await?;
        let subject = openidconnect::SubjectIdentifier::new(claims.identity.subject.clone());
        let Ok(request) = client.user_info(token.clone(), Some(subject)) else {
            return Ok(claims);
        };
        let userinfo: CoreUserInfoClaims = request
            .request_async(&self.http)
            .await
            .map_err(error::of_user_info)?;
        Ok(client::claims!(claims.identity, userinfo))
    }
}

#[async_trait]
impl IdentityProvider for OpenId {
    async fn authorization_request(
        &self,
        state: &str,
    ) -> Result<AuthorizationRequest, IdentityError> {
        let client = self.client().await?;
        let nonce = Secret::random(&*self.random).reveal().to_owned();
        let verifier = PkceCodeVerifier::new(Secret::random(&*self.random).reveal().to_owned());
        let (state, nonce_sent) = (CsrfToken::new(state.into()), Nonce::new(nonce.clone()));
        let (url, _, _) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || state,
                || nonce_sent,
            )
            .add_scope(Scope::new("email".into()))
            .add_scope(Scope::new("profile".into()))
            .add_prompt(CoreAuthPrompt::SelectAccount)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(AuthorizationRequest {
            url: url.into(),
            nonce,
            verifier: verifier.into_secret(),
        })
    }

    async fn exchange_code(
        &self,
        code: &str,
        nonce: &str,
        verifier: &str,
    ) -> Result<Claims, IdentityError> {
        let answer = self.exchange(code, verifier).await?;
        let token = answer.id_token().ok_or_else(|| invalid("no ID token"))?;
        let claims = self.verified(token, &Nonce::new(nonce.into())).await?;
        if claims.email.is_some() {
            return Ok(claims);
        }
        self.with_userinfo(claims, answer.access_token()).await
    }
}
