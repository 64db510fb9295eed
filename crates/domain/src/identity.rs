//! Signing in at an OpenID provider.

use async_trait::async_trait;

use crate::account::Identity;

/// The claims of an OpenID provider about a signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The signed-in user's identity at the provider.
    pub identity: Identity,
    /// The user's e-mail address at the provider.
    pub email: Option<String>,
    /// Whether the provider has verified that the address is the user's.
    pub email_verified: bool,
    /// The user's name at the provider.
    pub name: Option<String>,
    /// Address of the user's photo.
    pub picture: Option<String>,
}

/// Where to send a browser, and what to remember until it comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// Address of the provider's sign-in page.
    pub url: String,
    /// The nonce that the ID token must contain.
    pub nonce: String,
    /// The PKCE code verifier.
    pub verifier: String,
}

/// Why an OpenID provider signed nobody in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// No client is configured, or the provider does not answer.
    #[error("the identity provider cannot be used: {0}")]
    Unavailable(String),
    /// The provider's answer is not valid: code, signature, audience, nonce or time.
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
