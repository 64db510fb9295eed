//! The pages of people.
//!
//! **Invariant:** nothing of a page comes from the cache unless what it shows is as it is now: each visit asks the store for the
//! page, and a rendered page is cached by its content.

use std::sync::Arc;

use app::people::{Asker, SeenPage};
use domain::people::{Audience, PageName};
use sha2::{Digest as _, Sha256};

use super::{document::Document, encoded, head::Head, route::Page};
use crate::{encoded::Encoded, error::ApiError, routes::people, state::PageState};

/// The name of a page, and the key of its link, as an address has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UserAddress {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) key: Option<String>,
}

impl UserAddress {
    /// Reads them; `None` if nobody can be called so.
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

    /// Where the API has the page, or a part of it.
    fn api(&self, part: &str) -> String {
        let query = self.query();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/api/v1/users/{}{part}{mark}{query}", self.name)
    }
}

/// The page that a stranger sees there.
pub(super) async fn found(
    state: &PageState,
    page: &Page,
    address: &UserAddress,
) -> Result<Arc<Encoded>, ApiError> {
    let asker = Asker {
        uid: None,
        key: address.key.as_deref(),
    };
    let of = &state.people;
    let seen = of.people.page(&address.name, asker).await?;
    let mut data = vec![(address.api(""), people::json(of, &seen).await?)];
    if seen.shows_list {
        data.push((address.api("/list"), people::first_json(of, &seen).await?));
    }
    let name = name(address, &data);
    let make = async || {
        let mut document = Document::new(head(&seen, address));
        for (address, json) in &data {
            document.add(address, json);
        }
        document.render(page, state).await;
        encoded(&document, state)
    };
    state.titles.shared.get(name, make).await
}

/// Names a page by its content.
fn name(address: &UserAddress, data: &[(String, Vec<u8>)]) -> String {
    let mut digest = Sha256::new();
    for (_, json) in data {
        digest.update(Sha256::digest(json));
    }
    format!("page/{address:?}/{}", hex::encode(digest.finalize()))
}

fn head(seen: &SeenPage, address: &UserAddress) -> Head {
    let found = &seen.found;
    let name = &found.page.name;
    let is_listed = found.page.audience == Audience::Everyone && address.key.is_none();
    let path = is_listed.then(|| format!("/user/{}", name.folded()));
    let called = Some(found.display_name.as_str()).filter(|name| !name.is_empty());
    Head::user(called.unwrap_or(name.as_str()), &found.bio, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_read_and_written_alike() {
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
