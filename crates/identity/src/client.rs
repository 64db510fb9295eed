//! What a provider says of itself, and reading what it says of people.

use std::ops::Deref;

use chrono::{DateTime, Utc};
use domain::{
    account::Identity,
    clock::Clock,
    identity::{Claims, IdentityError},
};
use openidconnect::{
    AuthType, ClaimsVerificationError, ClientId, ClientSecret, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, IssuerUrl, LocalizedClaim, Nonce, RedirectUrl, SignatureVerificationError,
    core::{CoreClient, CoreClientAuthMethod, CoreIdToken, CoreProviderMetadata},
};

use crate::{
    error::{invalid, of_discovery, unavailable},
    http::Http,
};

type Discovered = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A client that knows the provider's addresses and keys.
pub(crate) struct Client(Discovered);

/// Asks the provider for its addresses and keys.
pub(crate) async fn discover(
    http: &Http,
    issuer: IssuerUrl,
    id: ClientId,
    secret: ClientSecret,
) -> Result<Client, IdentityError> {
    let metadata = CoreProviderMetadata::discover_async(issuer, http)
        .await
        .map_err(of_discovery)?;
    if !http.may_ask(metadata.authorization_endpoint().url()) {
        return Err(unavailable("it names an address that is not safe to ask"));
    }
    // Without a list, it is Basic (OpenID Connect Discovery 1.0, section 3).
    let basic = metadata
        .token_endpoint_auth_methods_supported()
        .is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
    let client = CoreClient::from_provider_metadata(metadata, id, Some(secret));
    Ok(Client(if basic {
        client
    } else {
        client.set_auth_type(AuthType::RequestBody)
    }))
}

impl Client {
    pub(crate) fn set_redirect_uri(self, url: RedirectUrl) -> Self {
        Self(self.0.set_redirect_uri(url))
    }

    /// What an ID token says at `clock`'s time.
    pub(crate) fn read(
        &self,
        token: &CoreIdToken,
        nonce: &Nonce,
        clock: &dyn Clock,
    ) -> Result<Claims, Unread> {
        let verifier = self.0.id_token_verifier().set_time_fn(|| now(clock));
        let read = token.claims(&verifier, nonce).map_err(Unread::from)?;
        let identity = Identity {
            issuer: read.issuer().to_string(),
            subject: read.subject().to_string(),
        };
        Ok(claims!(identity, read))
    }
}

impl Deref for Client {
    type Target = Discovered;

    fn deref(&self) -> &Discovered {
        &self.0
    }
}

fn now(clock: &dyn Clock) -> DateTime<Utc> {
    // Only instants some 260,000 years away do not fit.
    DateTime::from_timestamp(clock.now().as_second(), 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Why an ID token is not believed.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It was signed by a key that is not known.
    Key,
    /// Something else.
    Other(&'static str),
}

impl From<ClaimsVerificationError> for Unread {
    fn from(error: ClaimsVerificationError) -> Self {
        use ClaimsVerificationError as E;
        use SignatureVerificationError as S;
        Self::Other(match error {
            E::SignatureVerification(S::NoMatchingKey | S::AmbiguousKeyId(_)) => return Self::Key,
            E::SignatureVerification(S::NoSignature) => "it is not signed",
            E::SignatureVerification(_) => "its signature is wrong",
            E::Expired(_) => "it has expired",
            E::InvalidAudience(_) => "it is meant for another",
            E::InvalidIssuer(_) => "it is another's",
            E::InvalidNonce(_) => "its nonce is another sign-in's",
            _ => "its form is unknown",
        })
    }
}

impl From<Unread> for IdentityError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Key => invalid("ID token: signed with a key that is not the provider's"),
            Unread::Other(why) => invalid(&format!("ID token: {why}")),
        }
    }
}

/// The claims we use of `claims`, from the ID token or from userinfo.
macro_rules! claims {
    ($identity:expr, $claims:expr) => {
        Claims {
            identity: $identity,
            email: $claims.email().map(|email| email.to_string()),
            email_verified: $claims.email_verified().unwrap_or(false),
            name: $crate::client::unlocalised($claims.name()),
            picture: $crate::client::unlocalised($claims.picture()),
        }
    };
}
pub(crate) use claims;

/// A claim as it is without a language.
pub(crate) fn unlocalised<T: Deref<Target = String>>(
    claim: Option<&LocalizedClaim<T>>,
) -> Option<String> {
    Some(claim?.get(None)?.to_string())
}
