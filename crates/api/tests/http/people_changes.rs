//! Pages of people: what their owners change, and what is shown of it.

use axum::http::StatusCode;
use domain::{
    account::UserId,
    library::{LibraryStore as _, ProfileChange},
};
use serde_json::{Value, json};

use super::{
    list::site,
    people::{PAGE, form, make, refused},
};

/// The characters that are invisible, or that turn text round.
const UNSEEN: &[char] = &['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{e0041}'];

#[tokio::test]
async fn page_changed_elsewhere_is_not_overwritten() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let with = |page: &Value, audience: &str| {
        let mut form = form("asuna", audience, "everyone");
        form["known_version"] = page["version"].clone();
        form
    };
    let none = json!({ "version": "" });
    let made = make(&owner, &with(&none, "everyone")).await;
    let closed = make(&owner, &with(&made, "only_me")).await;
    // The other device knows the page as it was
    for known in [none, made] {
        let answer = refused(&owner, &with(&known, "everyone")).await;
        assert_eq!(answer, (StatusCode::CONFLICT, "page_changed".to_owned()));
    }
    assert_eq!(owner.get(PAGE).await.json()["page"], closed);
    let renewed = owner.post("/api/v1/me/page/link", &json!({})).await.json();
    assert_eq!(renewed["version"], closed["version"]);
    make(&owner, &with(&closed, "link")).await;
}

#[tokio::test]
async fn page_shows_no_invisible_or_direction_changing_characters() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    let session = owner.get("/api/v1/session").await.json();
    let uid = UserId::new(session["user"]["uid"].as_str().unwrap());
    let unseen: String = UNSEEN.iter().collect();
    let typed = [format!("A{unseen}suna"), unseen.clone()];
    for (name, read) in typed.iter().zip(["Asuna", "asuna"]) {
        let texts = ProfileChange {
            display_name: Some(name.clone()),
            bio: Some(format!("I {unseen}cook.")),
            favorite_genres: Some(format!("Ac{unseen}tion")),
        };
        // As it was kept before such texts were cleaned
        app.store.set_profile(&uid, &texts).await.unwrap();
        let shown = app.browser().get("/api/v1/users/asuna").await;
        assert_eq!(shown.json()["display_name"], read);
        assert_eq!(shown.json()["favorite_genres"], "Action");
        let page = app.browser().get("/user/asuna").await;
        assert!(
            page.text()
                .contains(&format!("<title>{read} · Mitai</title>"))
        );
        assert!(page.text().contains("I cook."));
        for answer in [&shown, &page] {
            assert!(!answer.text().contains(UNSEEN));
        }
    }
    let [name, _] = typed;
    let [bio, genres] = ["I cook.", "Action"].map(|text| format!("{unseen}{text}"));
    let form = json!({ "displayName": name, "bio": bio, "favoriteGenres": genres });
    let kept = owner.patch("/api/v1/me/record", &form).await;
    assert!(!kept.text().contains(UNSEEN), "{}", kept.text());
}
