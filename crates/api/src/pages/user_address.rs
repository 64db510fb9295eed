//! Addresses of users' public pages.

use domain::people::PageName;

/// The name of a page, and the key of its link, as an address has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UserAddress {
    /// The page's name, in lower case.
    pub(crate) name: String,
    pub(crate) key: Option<String>,
}

impl UserAddress {
    /// Reads the name and the key; `None` if no page can have the name.
    pub(super) fn read(name: &str, query: &str) -> Option<Self> {
        let name = PageName::parse(name)?.folded();
        let mut params = form_urlencoded::parse(query.as_bytes());
        let key = params.find(|(name, _)| name == "link");
        let key = key.map(|(_, key)| key.into_owned());
        Some(Self { name, key })
    }

    /// The query that is left of the address; empty where there is no key.
    pub(super) fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(key) = &self.key {
            query.append_pair("link", key);
        }
        query.finish()
    }

    /// The address at which the API has the page, or its part `part`.
    pub(super) fn api(&self, part: &str) -> String {
        let query = self.query();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/api/v1/users/{}{part}{mark}{query}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_address_leads_to_its_api_address() {
        for (name, query, api) in [
            ("Asuna_1", "", "/api/v1/users/asuna_1"),
            ("asuna_1", "tab=list", "/api/v1/users/asuna_1"),
            (
                "asuna_1",
                "link=a%26b&tab=x",
                "/api/v1/users/asuna_1?link=a%26b",
            ),
        ] {
            let address = UserAddress::read(name, query).unwrap();
            assert_eq!(address.api(""), api);
        }
        assert_eq!(UserAddress::read("a/b", ""), None);
        assert_eq!(UserAddress::read("ab", ""), None);
    }
}
