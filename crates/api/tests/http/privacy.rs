//! What is private is nowhere but in its owner's own views.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use serde_json::json;
use testkit::TestApp;

use super::{
    list::{edit, items, site},
    refusals::operations,
};

/// Addresses beside those of the API document.
const MORE: [&str; 6] = [
    "/",
    "/v4/anime",
    "/v4/anime/1",
    "/v4/anime/1/full",
    "/v4/anime?q=One",
    "/v4/top/anime",
];
const NOTES: &str = "Nobody else may read this";

/// What a stranger is answered, by address.
async fn public(app: &TestApp) -> BTreeMap<String, String> {
    let of_document = operations().into_iter().filter_map(|operation| {
        let is_public = operation.method == Method::GET && !operation.needs_session;
        is_public.then(|| operation.address("1", "1"))
    });
    let addresses = of_document.chain(MORE.map(str::to_owned));
    let stranger = app.browser();
    let mut answers = BTreeMap::new();
    // Signing in begins with numbers that are drawn
    for address in addresses.filter(|address| !address.contains("/auth/")) {
        let answer = stranger.get(&address).await;
        if answer.status == StatusCode::OK {
            answers.insert(address, answer.text().to_owned());
        }
    }
    answers
}

/// Two sites, so that no cached answer hides a difference.
#[tokio::test]
async fn private_entry_changes_no_public_answer() {
    let (without, with) = (site().await, site().await);
    without.signed_up("asuna").await;
    let owner = with.signed_up("asuna").await;
    let kept = json!({
        "status": "completed", "score": 100, "notes": NOTES, "tags": ["secret"], "private": true,
    });
    edit(&owner, 1, &kept).await;
    assert_eq!(items(&owner).await[0]["notes"], NOTES);
    without.count_votes().await;
    with.count_votes().await;
    let (without, with) = (public(&without).await, public(&with).await);
    for address in ["/v4/anime/1", "/v4/top/anime", "/api/v1/anime/1"] {
        assert!(with.contains_key(address), "{address}: {:?}", with.keys());
    }
    for (address, answer) in &with {
        assert!(!answer.contains(NOTES), "{address}");
        assert_eq!(Some(answer), without.get(address), "{address}");
    }
    assert_eq!(with.len(), without.len());
}
