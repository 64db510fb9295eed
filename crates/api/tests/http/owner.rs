//! What owners may do with their data.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use domain::{
    account::{Account, AccountStore as _, Email, Identity, Secret, Session, User, UserId},
    anime::MalId,
    catalogue::CatalogueStore as _,
    clock::Clock as _,
    library::LibraryStore as _,
    provenance::Provenance,
};
use serde_json::{Value, json};
use testkit::{Browser, TestApp, anime};

use super::imports::{apply, mal, preview};

async fn delete(browser: &Browser, form: &Value) -> testkit::Answer {
    browser.send_json(Request::delete("/api/v1/me"), form).await
}

/// Somebody who signed in at an OpenID provider, and the browser.
async fn signed_in_elsewhere(app: &TestApp) -> (UserId, Browser) {
    let uid = UserId::new("0".repeat(26));
    let account = Account {
        user: User {
            uid: uid.clone(),
            display_name: "Kirito".into(),
            email: Email::parse("kirito@example.org").unwrap(),
            photo_url: Some("https://photos.example/kirito.png".into()),
            created_at: app.clock.now(),
        },
        password_hash: None,
    };
    let identity = Identity {
        issuer: "https://issuer.example".into(),
        subject: "kirito-1".into(),
    };
    let created = app.store.create_account(&account, Some(&identity)).await;
    assert_eq!(created.unwrap(), domain::account::Created::Yes);
    let secret = Secret::presented("kirito's secret");
    let session = Session {
        id: "session-of-kirito".into(),
        created_at: app.clock.now(),
        last_seen_at: app.clock.now(),
        user_agent: "Browser".into(),
    };
    app.store
        .open_session(&account, &secret.hash(), &session)
        .await
        .unwrap();
    let cookie = format!("__Host-mitai_session={}", secret.reveal());
    (uid, app.browser().with_cookie(Some(cookie)))
}

#[tokio::test]
async fn export_has_everything_stored_of_the_user() {
    let app = TestApp::with(&[anime::popular(1, "One", 1), anime::popular(2, "Two", 2)]).await;
    let (_, browser) = signed_in_elsewhere(&app).await;
    browser.put("/api/v1/me/watchlist/1").await;
    app.clock.advance(Duration::from_mins(1));
    browser.put("/api/v1/me/watchlist/2").await;
    browser.put("/api/v1/me/history/2").await;
    browser.delete("/api/v1/me/watchlist/1").await;
    let texts = json!({ "bio": "Line 1\nLine 2", "favoriteGenres": "Isekai" });
    browser.patch("/api/v1/me/record", &texts).await;

    let how = browser.get("/api/v1/auth/sessions").await.json();
    assert_eq!(how["hasPassword"], false);
    let answer = browser.get("/api/v1/me/export").await;
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"mitai-export.json\""
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(!answer.text().contains("kirito's secret"));
    let export = answer.json();
    assert_eq!(
        export["account"],
        json!({
            "uid": "0".repeat(26),
            "displayName": "Kirito",
            "email": "kirito@example.org",
            "photoURL": "https://photos.example/kirito.png",
            "createdAt": "2026-11-01T00:00:00Z",
            "hasPassword": false,
        })
    );
    assert_eq!(
        export["identities"],
        json!([{ "issuer": "https://issuer.example", "subject": "kirito-1" }])
    );
    assert_eq!(export["sessions"][0]["id"], "session-of-kirito");
    let record = &export["record"];
    assert_eq!(record["version"], 5);
    assert_eq!(record["bio"], "Line 1\nLine 2");
    assert_eq!(record["favoriteGenres"], "Isekai");
    assert_eq!(record["watchlist"].as_array().unwrap().len(), 1);
    assert_eq!(record["watchlist"][0]["mal_id"], 2);
    assert_eq!(record["watchlist"][0]["added_at"], "2026-11-01T00:01:00Z");
    assert_eq!(record["history"][0]["title"], "Two");
    assert_eq!(record["lost"], json!([]));
    let kinds: Vec<&Value> = record["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| &change["kind"])
        .collect();
    assert_eq!(kinds, ["removed", "added", "added", "removed", "profile"]);
}

#[tokio::test]
async fn export_has_imports_and_their_entries() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let browser = app.signed_up("asuna").await;
    let more = "<my_storage>Shelf</my_storage><my_tags>slow</my_tags>\
         <my_score>9</my_score><my_start_date>2019-04-00</my_start_date><my_times_watched>2</my_times_watched>";
    let rows = [
        (1, "One", "Completed", more),
        (9, "Nobody knows it", "Dropped", more),
    ];
    let shown = preview(&browser, mal(&rows)).await;
    apply(&browser, &shown, &json!({})).await;
    let anilist = json!({ "data": { "MediaListCollection": { "lists": [{ "entries": [
        { "mediaId": 777, "status": "CURRENT", "progress": 4, "media": { "idMal": null } },
    ] }] } } });
    preview(&browser, anilist.to_string()).await;

    let record = browser.get("/api/v1/me/export").await.json()["record"].take();
    let imports = browser.get("/api/v1/me/imports").await.json()["items"].take();
    assert_eq!(record["imports"], imports);
    assert_eq!(imports[1]["applied"]["unresolved"], 1);
    assert_eq!(imports[0]["applied_at"], Value::Null);
    let shelf = json!({ "my_storage": "Shelf" });
    assert_eq!(record["list"][0]["foreign_fields"], shelf);
    let expected = json!([{
        "name": "Nobody knows it",
        "mal_id": 9,
        "foreign_id": null,
        "import": 1,
        "added_at": "2026-11-01T00:00:00Z",
        "status": "dropped",
        "rewatching": false,
        "progress": null,
        "score": 90,
        "has_whole_scores": true,
        "started": "2019-04",
        "finished": null,
        "rewatches": 2,
        "notes": "",
        "tags": ["slow"],
        "private": null,
        "updated_at": null,
        "whole": null,
        "foreign_fields": shelf,
    }]);
    assert_eq!(record["unresolved"], expected);

    apply(&browser, &json!({ "id": 2 }), &json!({})).await;
    let record = browser.get("/api/v1/me/export").await.json()["record"].take();
    let foreign_id = json!({ "site": "anilist", "id": 777 });
    let unresolved = record["unresolved"].as_array().unwrap();
    assert!(
        unresolved
            .iter()
            .any(|entry| entry["foreign_id"] == foreign_id)
    );
}

#[tokio::test]
async fn export_has_entries_of_deleted_titles() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let browser = app.signed_up("asuna").await;
    browser.put("/api/v1/me/watchlist/1").await;
    let notes = json!({ "notes": "Kept" });
    browser.patch("/api/v1/me/list/1", &notes).await;
    let source = Provenance {
        source: "jikan".into(),
        as_of: app.clock.now(),
    };
    let mut import = app.store.begin_import(source).await.unwrap();
    import.remove(&[MalId::new(1)]).await.unwrap();
    import.commit().await.unwrap();
    let record = browser.get("/api/v1/me/export").await.json()["record"].take();
    assert_eq!(record["watchlist"], json!([]));
    let lost = &record["lost"][0];
    let entry = (&lost["list"], &lost["mal_id"], &lost["added_at"]);
    let added_at = json!("2026-11-01T00:00:00Z");
    assert_eq!(entry, (&json!("watchlist"), &json!(1), &added_at));
    assert_eq!(lost["kept"]["notes"], "Kept");
    assert_eq!(record["events"][0]["changes"][0]["new"], "Kept");
}

#[tokio::test]
async fn account_is_deleted_by_its_password_alone() {
    let app = TestApp::with(&[anime::popular(1, "One", 1)]).await;
    let browser = app.signed_up("asuna").await;
    let other = app.signed_up("sugou").await;
    for browser in [&browser, &other] {
        browser.put("/api/v1/me/watchlist/1").await;
    }
    let uid = browser.get("/api/v1/session").await.json()["user"]["uid"].take();
    let uid = UserId::new(uid.as_str().unwrap());
    for form in [
        json!({ "password": "password of sugou" }),
        json!({ "password": "" }),
        json!({ "password": null }),
        json!({}),
    ] {
        let refused = delete(&browser, &form).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{form}");
        assert_eq!(refused.json()["code"], "wrong_credentials", "{form}");
    }
    let refused = browser.delete("/api/v1/me").await;
    assert_eq!(refused.json()["code"], "wrong_credentials");
    assert_eq!(
        app.store
            .library_state(&uid)
            .await
            .unwrap()
            .position
            .version,
        1
    );

    let done = delete(&browser, &json!({ "password": "password of asuna" })).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.cookie(), None);
    assert_eq!(app.store.account(&uid).await.unwrap(), None);
    assert_eq!(
        app.store.account_data(&uid, app.clock.now()).await.unwrap(),
        None
    );
    assert!(app.store.library(&uid).await.is_err());
    let form = json!({ "email": "asuna@example.org", "password": "password of asuna" });
    let gone = app.browser().post("/api/v1/auth/login", &form).await;
    assert_eq!(gone.json()["code"], "wrong_credentials");

    let record = other.get("/api/v1/me/record").await.json();
    assert_eq!(record["watchlist"][0]["mal_id"], 1);
    // The address is free again, and nothing of the old account comes back
    let again = app.signed_up("asuna").await;
    let fresh = again.get("/api/v1/me/record").await.json();
    assert_eq!(fresh["watchlist"], json!([]));
    assert_eq!(fresh["version"], 0);
}

#[tokio::test]
async fn account_without_a_password_is_deleted_soon_after_signing_in() {
    let app = TestApp::with(&[]).await;
    let (uid, browser) = signed_in_elsewhere(&app).await;
    app.clock.advance(Duration::from_secs(601));
    for form in [json!({}), json!({ "password": "" })] {
        let refused = delete(&browser, &form).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert_eq!(refused.json()["code"], "fresh_sign_in_required");
    }
    let account = app.store.account(&uid).await.unwrap().unwrap();

    let secret = Secret::presented("fresh");
    let session = Session {
        id: "fresh".into(),
        created_at: app.clock.now(),
        last_seen_at: app.clock.now(),
        user_agent: String::new(),
    };
    app.store
        .open_session(&account, &secret.hash(), &session)
        .await
        .unwrap();
    app.clock.advance(Duration::from_mins(10));
    let cookie = Some("__Host-mitai_session=fresh".into());
    let fresh = app.browser().with_cookie(cookie);
    assert_eq!(
        fresh.delete("/api/v1/me").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(app.store.account(&uid).await.unwrap(), None);
}
