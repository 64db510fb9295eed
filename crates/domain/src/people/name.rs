//! Names of pages.

use crate::{Error, Result};

/// Shortest name of a page, in characters.
pub const MIN_PAGE_NAME: usize = 3;
/// Longest name of a page, in characters.
pub const MAX_PAGE_NAME: usize = 30;

/// Reserved names, which would speak for the site, folded.
const RESERVED: [&str; 25] = [
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "deleted",
    "everyone",
    "help",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "owner",
    "page",
    "root",
    "security",
    "settings",
    "staff",
    "support",
    "system",
    "undefined",
    "user",
    "users",
];

/// The name in a page's address: ASCII letters and digits, `_` and `-`, the first a letter or a digit.
/// Two that differ in case alone are the same name.
#[derive(Debug, Clone)]
pub struct PageName(String);

impl PageName {
    /// Reads a name that somebody chooses.
    ///
    /// # Errors
    /// [`Error::InvalidPageName`] if it is not of the form, [`Error::PageNameTaken`] if it would speak for the site.
    pub fn choose(text: &str) -> Result<Self> {
        let name = Self::parse(text.trim()).ok_or(Error::InvalidPageName)?;
        let folded = name.folded();
        if folded.starts_with("mitai") || RESERVED.contains(&folded.as_str()) {
            return Err(Error::PageNameTaken);
        }
        Ok(name)
    }

    /// Reads a name from an address; `None` if it does not have the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let is_name = (MIN_PAGE_NAME..=MAX_PAGE_NAME).contains(&text.len())
            && text.bytes().all(is_allowed)
            && text.as_bytes()[0].is_ascii_alphanumeric();
        is_name.then(|| Self(text.to_owned()))
    }

    /// Returns the name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name in lower case, the form by which names are compared.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl PartialEq for PageName {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for PageName {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Code;

    #[test]
    fn names_are_of_ascii_and_begin_with_a_letter_or_a_digit() {
        for name in ["abc", "Asuna_99", "7th-heaven", &"a".repeat(30)] {
            assert!(PageName::choose(name).is_ok(), "{name}");
        }
        let long = "a".repeat(31);
        for name in [
            "",
            "ab",
            &long,
            "_ab",
            "-ab",
            "a b",
            "a.b",
            "a/b",
            "аsuna",
            "asunа",
            "進撃の",
            "a%62c",
        ] {
            let refused = PageName::choose(name).unwrap_err();
            assert_eq!(refused.code(), Code::InvalidPageName, "{name}");
            assert!(PageName::parse(name).is_none(), "{name}");
        }
    }

    #[test]
    fn reserved_names_are_taken() {
        for name in RESERVED.into_iter().chain(["mitai", "Mitai-Team"]) {
            let refused = PageName::choose(&name.to_uppercase()).unwrap_err();
            assert_eq!(refused.code(), Code::PageNameTaken, "{name}");
        }
    }

    #[test]
    fn names_are_compared_without_case() {
        let [one, other] = ["Asuna", "aSUNA"].map(|name| PageName::parse(name).unwrap());
        assert_eq!(one, other);
        assert_eq!(one.folded(), other.folded());
        assert_eq!(one.as_str(), "Asuna");
    }

    proptest! {
        #[test]
        fn every_accepted_name_parses_from_an_address(text in "\\PC{0,40}") {
            if let Ok(name) = PageName::choose(&text) {
                prop_assert_eq!(PageName::parse(name.as_str()), Some(name.clone()));
                prop_assert!(name.as_str().is_ascii());
            }
        }
    }
}
