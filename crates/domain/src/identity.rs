//! Signing in at an OpenID provider.

use async_trait::async_trait;

use crate::account::Identity;

/// The claims of an OpenID provider about a signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// Who it is.
    pub identity: Identity,
    /// Address of the account there.
    pub email: Option<String>,
    /// Whether the provider knows that the address is the owner's.
    pub email_verified: bool,
    /// What to call the owner.
    pub name: Option<String>,
    /// Address of a photo.
    pub picture: Option<String>,
}

/// Where to send a browser, and what to remember until it comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// The provider's page.
    pub url: String,
    /// What the ID token must repeat.
    pub nonce: String,
    /// The secret of PKCE.
    pub verifier: String,
}

/// Why an OpenID provider signed nobody in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// No client is configured, or the provider does not answer.
    #[error("the identity provider cannot be used: {0}")]
    Unavailable(String),
    /// Its answer is invalid: code, signature, audience, nonce, time.
    #[error("the identity provider's answer does not hold: {0}")]
    Invalid(String),
}

/// An OpenID provider.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// Begins a sign-in, with the account chooser always shown. `state` comes back unchanged.
    async fn authorization_request(
        &self,
        state: &str,
    ) -> Result<AuthorizationRequest, IdentityError>;
    /// Ends a sign-in: exchanges the code and checks the ID token.
    async fn exchange_code(
        &self,
        code: &str,
        nonce: &str,
        verifier: &str,
    ) -> Result<Claims, IdentityError>;
}
