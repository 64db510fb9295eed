//! E-mail addresses.

use std::fmt;

/// Longest address, in characters (RFC 5321 allows a path of 256 with its brackets).
pub const MAX_EMAIL_CHARS: usize = 254;

/// An e-mail address of the form something@something.something, without spaces.
///
/// The `Debug` form does not show the address, so that it cannot get into a log by accident.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Reads an address as somebody typed it, around which spaces are taken away. `None` if it is
    /// not of the form.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let unfit = |c: char| c.is_whitespace() || c.is_control();
        if text.contains(unfit) || text.chars().count() > MAX_EMAIL_CHARS {
            return None;
        }
        let (local, domain) = text.split_once('@')?;
        let (host, top) = domain.rsplit_once('.')?;
        let whole = !local.is_empty() && !host.is_empty() && !top.is_empty();
        (whole && !domain.contains('@')).then(|| Self(text.to_owned()))
    }

    /// Returns the address as it was typed, without spaces around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address in lower case, the form in which addresses are compared.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_needs_an_at_sign_and_a_dotted_domain() {
        for good in [
            "a@b.c",
            " Asuna@Example.org ",
            "a.b+c@d.e.f",
            "見@例え.テスト",
        ] {
            assert!(Email::parse(good).is_some(), "{good}");
        }
        for bad in [
            "", "a", "a@b", "@b.c", "a@.c", "a@b.", "a b@c.d", "a@b c.d", "a@b@c.d", "a\0@b.c",
        ] {
            assert!(Email::parse(bad).is_none(), "{bad}");
        }
        assert!(Email::parse(&format!("{}@b.c", "a".repeat(250))).is_some());
        assert!(Email::parse(&format!("{}@b.c", "a".repeat(251))).is_none());
    }

    #[test]
    fn addresses_are_compared_without_regard_to_case_and_not_logged() {
        let email = Email::parse(" Asuna@Example.org ").unwrap();
        assert_eq!(email.as_str(), "Asuna@Example.org");
        assert_eq!(email.folded(), "asuna@example.org");
        assert!(!format!("{email:?}").contains("suna"));
    }
}
