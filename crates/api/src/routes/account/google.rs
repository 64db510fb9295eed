//! Signing in at the identity provider: leaving for it, and coming back.

pub(super) mod callback;
pub(super) mod files;
mod result;
pub(super) mod start;

use domain::Error;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest address to return to after a sign-in, in bytes.
const MAX_NEXT: usize = 2_000;

/// The window that shows the identity provider's page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// A window of its own, which tells the page that opened it how the sign-in went.
    Popup,
    /// The page's own window, in place of the page.
    #[default]
    Redirect,
}

/// The page on which the user chose to sign in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Origin {
    #[default]
    Login,
    Signup,
}

/// The context of a sign-in, for when the browser comes back.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Context {
    mode: Mode,
    from: Origin,
    /// The address of this site to return to.
    next: Option<String>,
}

impl Context {
    fn new(mode: Mode, from: Origin, next: Option<String>) -> Self {
        Self {
            mode,
            from,
            next: next.filter(|next| is_local(next)),
        }
    }

    /// The address to which a successful sign-in leads.
    fn destination(&self) -> &str {
        match self.from {
            Origin::Login => self.next.as_deref().unwrap_or("/"),
            Origin::Signup => "/profile",
        }
    }

    /// The address at which to try again after a failure with `code`.
    fn retry_address(&self, code: &str) -> String {
        let page = match self.from {
            Origin::Login => "/login",
            Origin::Signup => "/signup",
        };
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("error", code);
        if let Some(next) = &self.next {
            query.append_pair("next", next);
        }
        format!("{page}?{}", query.finish())
    }
}

/// Whether browsers read `address` as one of this site. They read `\` as `/`, and `//` at the
/// beginning as the beginning of a host.
fn is_local(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let odd = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
    path.starts_with('/')
        && !path.contains("//")
        && !address.contains(odd)
        && address.len() <= MAX_NEXT
}

/// The code by which the web app knows a failure.
fn code(error: &Error) -> &'static str {
    match error {
        Error::SignInCancelled => "sign_in_cancelled",
        Error::SignInFailed => "sign_in_failed",
        Error::EmailTaken => "email_taken",
        Error::LinkRequired => "link_required",
        Error::TooManyAttempts { .. } => "too_many_attempts",
        _ => "sign_in_unavailable",
    }
}

#[cfg(test)]
mod tests {
    use super::{Context, Mode, Origin, is_local};

    #[test]
    fn next_address_must_be_of_this_site() {
        for address in [
            "/",
            "/watchlist?genre=a//b",
            "/anime/5114#top",
            "/?search=進撃",
        ] {
            assert!(is_local(address), "{address}");
        }
        let long = format!("/{}", "a".repeat(2_000));
        for address in [
            "",
            "watchlist",
            "//evil.example",
            "/.//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            &long,
        ] {
            assert!(!is_local(address), "{address}");
        }
    }

    #[test]
    fn log_in_returns_to_next_and_sign_up_to_the_profile() {
        let next = || Some("/watchlist?a=b&c".to_owned());
        let login = Context::new(Mode::Redirect, Origin::Login, next());
        assert_eq!(login.destination(), "/watchlist?a=b&c");
        assert_eq!(
            login.retry_address("x"),
            "/login?error=x&next=%2Fwatchlist%3Fa%3Db%26c"
        );
        let signup = Context::new(Mode::Redirect, Origin::Signup, next());
        assert_eq!(signup.destination(), "/profile");
        assert_eq!(
            signup.retry_address("x"),
            "/signup?error=x&next=%2Fwatchlist%3Fa%3Db%26c"
        );
        let elsewhere = Some("//evil.example".to_owned());
        let foreign = Context::new(Mode::Popup, Origin::Login, elsewhere);
        assert_eq!(foreign.destination(), "/");
    }
}
