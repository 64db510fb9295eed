//! The public pages of users, rendered.
//!
//! **Invariant:** a cached page is sent only if its content is current: each visit reads the page from the store, and a
//! rendered page is cached by its content.

use std::sync::Arc;

use app::people::{Viewer, VisiblePage};
use domain::people::Audience;
use sha2::{Digest as _, Sha256};

use super::{document::Document, head::Head, route::Page, user_address::UserAddress};
use crate::{
    dto::people::owner_name, encoded::Encoded, error::ApiError, routes::people, state::PageState,
};

/// The page at `address`, as a stranger sees it.
pub(super) async fn found(
    state: &PageState,
    page: &Page,
    address: &UserAddress,
) -> Result<Arc<Encoded>, ApiError> {
    let viewer = Viewer {
        uid: None,
        key: address.key.as_deref(),
    };
    let of = &state.people;
    let visible = of.people.page(&address.name, viewer).await?;
    let mut data = vec![(address.api(""), people::json(of, &visible).await?)];
    if visible.shows_list {
        data.push((
            address.api("/list"),
            people::first_json(of, &visible).await?,
        ));
    } else {
        let reviews = people::first_reviews_json(&state.reviews, &visible).await?;
        data.push((address.api("/reviews"), reviews));
    }
    let name = name(address, &data);
    let make = async || {
        let mut document = Document::new(head(&visible, address));
        for (address, json) in &data {
            document.add(address, json);
        }
        document.render(page, state).await;
        document.encode(state)
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

fn head(visible: &VisiblePage, address: &UserAddress) -> Head {
    let found = &visible.found;
    let name = &found.page.name;
    let is_listed = found.page.audience == Audience::Everyone && address.key.is_none();
    let path = is_listed.then(|| format!("/user/{}", name.folded()));
    Head::user(&owner_name(found), &markup::cleaned(&found.bio), path)
}
