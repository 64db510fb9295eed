//! The owners' pages.

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::Browser;

pub(super) fn page_name(number: u64) -> String {
    format!("owner-{number}")
}

/// An owner's edit of a page.
pub(super) fn page(name: &str, number: u64) -> Value {
    let [audience, list_audience] = match number {
        1 => ["everyone", "link"],
        _ => ["link", "only_me"],
    };
    json!({
        "name": name, "audience": audience, "list_audience": list_audience, "favorites": [number],
    })
}

/// Makes a page with a former name.
pub(super) async fn make_a_page(owner: &Browser, number: u64) {
    for (place, name) in [(1, format!("former-{number}")), (2, page_name(number))] {
        let request = Request::put("/api/v1/me/page");
        let made = owner.send_json(request, &page(&name, number)).await;
        assert_eq!(made.status, StatusCode::OK);
        // Each owner's key is another, though as many are drawn
        if place == number {
            owner.post("/api/v1/me/page/link", &json!({})).await;
        }
    }
}
