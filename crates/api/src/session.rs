//! The session's cookie, and who sends a request.
//!
//! **Invariant:** the secret is in the cookie and nowhere else: scripts cannot read it, other sites
//! cannot make a browser send it with a change, and no answer repeats it.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use app::{account::Visitor, session::Current};
use axum::{
    extract::{ConnectInfo, FromRef as _, FromRequestParts},
    http::{HeaderValue, header, request::Parts},
};
use domain::{
    Error, Result,
    account::{SESSION_LIFE, Secret, UserId},
};

use crate::{
    cookie::SESSION,
    error::ApiError,
    state::{AccountState, Site},
};

/// The signed-in user of a request. As an argument of a handler it refuses everybody else.
pub(crate) struct SignedIn {
    /// The account and the session.
    pub(crate) current: Current,
    /// The session's secret.
    pub(crate) secret: Secret,
}

impl SignedIn {
    /// The id of the user's account.
    pub(crate) fn uid(&self) -> &UserId {
        &self.current.user.uid
    }

    /// The browser's `User-Agent` header when its user signed in; `None` if it sent none.
    pub(crate) fn device(&self) -> Option<String> {
        let name = Some(&self.current.session.user_agent);
        name.filter(|name| !name.is_empty()).cloned()
    }
}

/// The signed-in user of a request, if there is one.
pub(crate) struct MaybeSignedIn(pub(crate) Option<SignedIn>);

/// The visitor who sends a request, as far as the connection shows.
pub(crate) struct ClientInfo(pub(crate) Visitor);

impl FromRequestParts<Site> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, ApiError> {
        let MaybeSignedIn(found) = MaybeSignedIn::from_request_parts(parts, site).await?;
        found.ok_or_else(|| Error::NotSignedIn.into())
    }
}

impl FromRequestParts<Site> for MaybeSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, ApiError> {
        let state = Arc::<AccountState>::from_ref(site);
        let Some(secret) = SESSION.read(&parts.headers, &state) else {
            return Ok(Self(None));
        };
        let current = state.accounts.current(&secret).await?;
        Ok(Self(current.map(|current| SignedIn { current, secret })))
    }
}

impl FromRequestParts<Site> for ClientInfo {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        let state = Arc::<AccountState>::from_ref(site);
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |c| c.0.ip());
        let user_agent = parts.headers.get(header::USER_AGENT);
        Ok(Self(Visitor {
            address: state.proxies.visitor(peer, &parts.headers),
            user_agent: user_agent
                .and_then(|name| name.to_str().ok())
                .unwrap_or_default()
                .to_owned(),
            session: SESSION.read(&parts.headers, &state),
        }))
    }
}

/// The `Set-Cookie` header that gives the browser a session for as long as it may last. It is never sent again: an
/// answer that is late could overwrite a newer one with it.
pub(crate) fn cookie(state: &AccountState, secret: &Secret) -> Result<HeaderValue> {
    SESSION.set(state, secret, SESSION_LIFE.as_secs())
}

/// The `Set-Cookie` header that takes the session from the browser.
pub(crate) fn no_cookie(state: &AccountState) -> Result<HeaderValue> {
    SESSION.clear(state)
}
