//! Cookies, which carry secrets.
//!
//! **Invariant:** scripts cannot read one, and other sites cannot make a browser send one with a
//! change.

use axum::http::{HeaderMap, HeaderValue, header};
use domain::{Error, Result, account::Secret};

use crate::state::AccountState;

/// Longest text that is looked up as a secret.
const MAX_SECRET: usize = 100;

/// A cookie by its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cookie(&'static str);

/// The cookie of a session.
pub(crate) const SESSION: Cookie = Cookie("mitai_session");
/// The cookie of a browser in which a sign-in at the identity provider began.
pub(crate) const SIGN_IN: Cookie = Cookie("mitai_sign_in");
/// The cookie of an identity that waits to be linked.
pub(crate) const LINK: Cookie = Cookie("mitai_link");

impl Cookie {
    /// The secret that a request presents in this cookie.
    pub(crate) fn read(self, headers: &HeaderMap, state: &AccountState) -> Option<Secret> {
        let name = self.name(state);
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(named, secret)| *named == name && secret.len() <= MAX_SECRET)
            .map(|(_, secret)| Secret::presented(secret))
    }

    /// The `Set-Cookie` header that gives the browser a secret for `seconds`.
    pub(crate) fn set(
        self,
        state: &AccountState,
        secret: &Secret,
        seconds: i64,
    ) -> Result<HeaderValue> {
        self.header(state, secret.reveal(), seconds)
    }

    /// The `Set-Cookie` header that takes the cookie from the browser.
    pub(crate) fn clear(self, state: &AccountState) -> Result<HeaderValue> {
        self.header(state, "", 0)
    }

    fn header(self, state: &AccountState, secret: &str, seconds: i64) -> Result<HeaderValue> {
        let secure = if state.https { "; Secure" } else { "" };
        let name = self.name(state);
        let text =
            format!("{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        let mut value =
            HeaderValue::from_str(&text).map_err(|e| Error::internal("writing a cookie", e))?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// The cookie's name. With the prefix, which it has over HTTPS, browsers take the cookie only if it is `Secure` and
    /// of this host alone, so no neighbour can set one.
    fn name(self, state: &AccountState) -> String {
        let prefix = if state.https { "__Host-" } else { "" };
        format!("{prefix}{}", self.0)
    }
}
