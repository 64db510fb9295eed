//! Pages of people: who sees what of them.

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Answer, Browser};

use super::list::{edit, site};

pub(super) const PAGE: &str = "/api/v1/me/page";

/// An owner's edit of a page.
pub(super) fn form(name: &str, audience: &str, list_audience: &str) -> Value {
    json!({ "name": name, "audience": audience, "list_audience": list_audience, "favorites": [] })
}

pub(super) async fn put(browser: &Browser, form: &Value) -> Answer {
    browser.send_json(Request::put(PAGE), form).await
}

/// Creates or edits a page, which is accepted.
pub(super) async fn make(browser: &Browser, form: &Value) -> Value {
    let answer = put(browser, form).await;
    assert_eq!(answer.status, StatusCode::OK, "{form}: {}", answer.text());
    answer.json()
}

pub(super) async fn refused(browser: &Browser, form: &Value) -> (StatusCode, String) {
    let answer = put(browser, form).await;
    let code = answer.json()["code"].as_str().unwrap().to_owned();
    (answer.status, code)
}

pub(super) async fn status(browser: &Browser, address: &str) -> StatusCode {
    browser.get(address).await.status
}

#[tokio::test]
async fn there_is_no_page_until_its_owner_makes_one() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    assert_eq!(owner.get(PAGE).await.json(), json!({ "page": null }));
    assert_eq!(
        status(&owner, "/api/v1/users/asuna").await,
        StatusCode::NOT_FOUND
    );
    let renewed = owner.post("/api/v1/me/page/link", &json!({})).await;
    assert_eq!(renewed.status, StatusCode::NOT_FOUND);
    let made = make(&owner, &form("Asuna_99", "everyone", "everyone")).await;
    assert_eq!(owner.get(PAGE).await.json()["page"], made);
    assert_eq!(made["name"], "Asuna_99");
    assert_eq!(made["former_name"], Value::Null);
    assert_eq!(made["link_key"].as_str().unwrap().len(), 26);
    let shown = app.browser().get("/api/v1/users/aSuNa_99").await.json();
    assert_eq!(
        shown,
        json!({
            "name": "Asuna_99",
            "display_name": "asuna",
            "bio": null,
            "favorite_genres": null,
            "favorites": [],
            "shows_list": true,
        })
    );
    assert_eq!(owner.delete(PAGE).await.status, StatusCode::NO_CONTENT);
    assert_eq!(owner.delete(PAGE).await.status, StatusCode::NO_CONTENT);
    assert_eq!(
        status(&app.browser(), "/api/v1/users/asuna_99").await,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn page_shows_texts_and_favourites_in_their_order_and_no_address() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let texts =
        json!({ "displayName": "結城 明日奈", "bio": "I cook.", "favoriteGenres": "Action" });
    owner.patch("/api/v1/me/record", &texts).await;
    let mut page = form("asuna", "everyone", "only_me");
    page["favorites"] = json!([3, 1]);
    make(&owner, &page).await;
    let answer = app.browser().get("/api/v1/users/asuna").await;
    let shown = answer.json();
    assert_eq!(shown["display_name"], "結城 明日奈");
    assert_eq!(
        (&shown["bio"], &shown["favorite_genres"]),
        (&json!("I cook."), &json!("Action"))
    );
    let ids: Vec<&Value> = shown["favorites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["mal_id"])
        .collect();
    assert_eq!(ids, [3, 1]);
    assert_eq!(shown["favorites"][1]["title_english"], "The One");
    let session = owner.get("/api/v1/session").await.json();
    for secret in ["email", "uid"] {
        let secret = session["user"][secret].as_str().unwrap();
        assert!(!answer.text().contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn each_audience_sees_what_it_may() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let other = app.signed_up("kirito").await;
    edit(&owner, 1, &json!({ "status": "completed" })).await;
    let parts = ["", "/reviews", "/list", "/statistics", "/comparison"];
    for (page, list, by_name, by_link) in [
        ("only_me", "everyone", [false; 2], [false; 2]),
        ("link", "only_me", [false; 2], [true, false]),
        ("link", "link", [false; 2], [true; 2]),
        ("link", "everyone", [false; 2], [true; 2]),
        ("everyone", "only_me", [true, false], [true, false]),
        ("everyone", "link", [true, false], [true; 2]),
        ("everyone", "everyone", [true; 2], [true; 2]),
    ] {
        let made = make(&owner, &form("asuna", page, list)).await;
        let key = made["link_key"].as_str().unwrap();
        for (query, seen) in [
            (String::new(), by_name),
            ("?link=".into(), by_name),
            (format!("?link={}", &key[1..]), by_name),
            (format!("?link={key}"), by_link),
        ] {
            for (part, seen) in parts
                .iter()
                .zip([seen[0], seen[0], seen[1], seen[1], seen[1]])
            {
                let case = format!("{page} {list} {part}{query}");
                let expected = if seen {
                    StatusCode::OK
                } else {
                    StatusCode::NOT_FOUND
                };
                let address = format!("/api/v1/users/asuna{part}{query}");
                assert_eq!(status(&other, &address).await, expected, "{case}");
                if *part != "/comparison" {
                    assert_eq!(status(&app.browser(), &address).await, expected, "{case}");
                }
            }
        }
        // The owner always sees the page
        let own = owner.get("/api/v1/users/asuna").await.json();
        assert_eq!(own["shows_list"], list == "everyone", "{page} {list}");
    }
}

/// A failure without the request's id.
fn without_request(answer: &Answer) -> (StatusCode, Value, Vec<String>) {
    let mut body = answer.json();
    assert!(body["request_id"].take().is_string());
    let names = ["content-type", "cache-control", "etag", "vary"];
    (
        answer.status,
        body,
        names.map(|name| answer.header(name).to_owned()).to_vec(),
    )
}

#[tokio::test]
async fn private_page_answers_like_a_missing_one() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let other = app.signed_up("kirito").await;
    edit(&owner, 1, &json!({ "status": "completed" })).await;
    for (page, list) in [
        ("only_me", "everyone"),
        ("link", "everyone"),
        ("everyone", "only_me"),
    ] {
        make(&owner, &form("asuna", page, list)).await;
        for part in ["", "/reviews", "/list", "/statistics", "/comparison"] {
            if page == "everyone" && ["", "/reviews"].contains(&part) {
                continue;
            }
            let ask = async |name: &str| {
                let answer = other
                    .get(&format!("/api/v1/users/{name}{part}?link=x"))
                    .await;
                without_request(&answer)
            };
            let hidden = ask("asuna").await;
            assert_eq!(hidden.0, StatusCode::NOT_FOUND);
            for name in ["nobody-has-it", "a", "%E9%80%B2", "asuna.", &"x".repeat(40)] {
                assert_eq!(ask(name).await, hidden, "{name}{part}");
            }
        }
        if page == "everyone" {
            continue;
        }
        let ask = async |name: &str| {
            let answer = app.browser().get(&format!("/user/{name}")).await;
            (
                answer.status,
                answer.text().to_owned(),
                answer.header("etag").to_owned(),
            )
        };
        let hidden = ask("asuna").await;
        assert_eq!(hidden.0, StatusCode::NOT_FOUND);
        for name in ["nobody-has-it", "a", "%E9%80%B2", "a/b"] {
            assert_eq!(ask(name).await, hidden, "{name}");
        }
        assert!(hidden.1.contains("noindex"));
    }
}

#[tokio::test]
async fn renewed_link_opens_and_the_former_does_not() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let made = make(&owner, &form("asuna", "link", "link")).await;
    let renewed = owner.post("/api/v1/me/page/link", &json!({})).await.json();
    assert_ne!(renewed["link_key"], made["link_key"]);
    for (page, expected) in [(&made, StatusCode::NOT_FOUND), (&renewed, StatusCode::OK)] {
        let key = page["link_key"].as_str().unwrap();
        for address in [
            "/api/v1/users/asuna",
            "/api/v1/users/asuna/list",
            "/user/asuna",
        ] {
            let found = status(&app.browser(), &format!("{address}?link={key}")).await;
            assert_eq!(found, expected, "{address}");
        }
    }
}

#[tokio::test]
async fn malformed_taken_and_reserved_names_are_refused() {
    let app = site().await;
    let (owner, other) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    for name in ["", "ab", "a b c", "аsuna", "_asuna", &"a".repeat(31)] {
        let (status, code) = refused(&owner, &form(name, "everyone", "everyone")).await;
        assert_eq!(
            (status, &*code),
            (StatusCode::BAD_REQUEST, "invalid_page_name"),
            "{name}"
        );
    }
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    for name in ["Asuna", "Admin", "mitai-team"] {
        let (status, code) = refused(&other, &form(name, "everyone", "everyone")).await;
        assert_eq!(
            (status, &*code),
            (StatusCode::CONFLICT, "page_name_taken"),
            "{name}"
        );
    }
    let mut favorites = form("kirito", "everyone", "everyone");
    for (ids, status, code) in [
        (json!([1, 99]), StatusCode::NOT_FOUND, "unknown_title"),
        (json!([1, 1]), StatusCode::BAD_REQUEST, "invalid_request"),
        (
            json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
            StatusCode::BAD_REQUEST,
            "invalid_request",
        ),
    ] {
        favorites["favorites"] = ids;
        assert_eq!(refused(&other, &favorites).await, (status, code.to_owned()));
    }
    assert_eq!(other.get(PAGE).await.json(), json!({ "page": null }));
}

#[tokio::test]
async fn former_name_leads_to_the_page_under_its_present_name() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    make(&owner, &form("asuna", "everyone", "everyone")).await;
    let renamed = make(&owner, &form("Titania", "everyone", "everyone")).await;
    assert_eq!(renamed["former_name"], "asuna");
    let shown = app.browser().get("/api/v1/users/asuna").await.json();
    assert_eq!(shown["name"], "Titania");
    let page = app.browser().get("/user/asuna").await;
    assert!(
        page.text()
            .contains("<link rel=\"canonical\" href=\"https://mitai.example/user/titania\">")
    );
}

#[tokio::test]
async fn tries_of_names_are_limited() {
    let app = site().await;
    let (owner, other) = (app.signed_up("asuna").await, app.signed_up("kirito").await);
    make(&other, &form("taken", "only_me", "only_me")).await;
    for _ in 0..20 {
        let (_, code) = refused(&owner, &form("taken", "only_me", "only_me")).await;
        assert_eq!(code, "page_name_taken");
    }
    let limited = put(&owner, &form("free", "only_me", "only_me")).await;
    assert_eq!(limited.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(limited.header("retry-after").parse::<u32>().unwrap() > 3_000);
    // What keeps its name is no try
    for _ in 0..30 {
        make(&other, &form("Taken", "link", "only_me")).await;
    }
    app.clock.advance(std::time::Duration::from_hours(1));
    make(&owner, &form("free", "only_me", "only_me")).await;
}

#[tokio::test]
async fn export_has_the_page_and_a_deleted_account_leaves_none() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    let mut page = form("asuna", "link", "only_me");
    page["favorites"] = json!([2]);
    let made = make(&owner, &page).await;
    let exported = owner.get("/api/v1/me/export").await.json()["page"].take();
    page["former_name"] = Value::Null;
    page["link_key"] = made["link_key"].clone();
    assert_eq!(exported, page);
    let password = json!({ "password": "password of asuna" });
    let key = made["link_key"].as_str().unwrap();
    let address = format!("/api/v1/users/asuna?link={key}");
    assert_eq!(status(&app.browser(), &address).await, StatusCode::OK);
    let deleted = owner
        .send_json(Request::delete("/api/v1/me"), &password)
        .await;
    assert!(deleted.status.is_success(), "{}", deleted.text());
    assert_eq!(
        status(&app.browser(), &address).await,
        StatusCode::NOT_FOUND
    );
    let other = app.signed_up("kirito").await;
    make(&other, &form("asuna", "everyone", "everyone")).await;
}

#[tokio::test]
async fn page_is_painted_and_described_for_search_engines_where_everyone_sees_it() {
    let app = site().await;
    let owner = app.signed_up("asuna").await;
    owner
        .patch("/api/v1/me/record", &json!({ "bio": "I <cook>." }))
        .await;
    let made = make(&owner, &form("Asuna", "everyone", "everyone")).await;
    let page = app.browser().get("/user/Asuna").await;
    assert_eq!(page.status, StatusCode::OK);
    for part in [
        "<title>asuna · Mitai</title>",
        "<link rel=\"canonical\" href=\"https://mitai.example/user/asuna\">",
        "I &lt;cook&gt;.",
        "\"/api/v1/users/asuna\":",
        "\"/api/v1/users/asuna/list\":",
    ] {
        assert!(page.text().contains(part), "{part}");
    }
    assert!(!page.text().contains("noindex"));
    assert_eq!(page.header("referrer-policy"), "same-origin");
    let key = made["link_key"].as_str().unwrap();
    let by_link = app.browser().get(&format!("/user/asuna?link={key}")).await;
    assert!(by_link.text().contains("noindex") && !by_link.text().contains("canonical"));
    // Turning it off holds at once
    make(&owner, &form("Asuna", "only_me", "everyone")).await;
    assert_eq!(
        status(&app.browser(), "/user/asuna").await,
        StatusCode::NOT_FOUND
    );
    assert_eq!(status(&owner, "/api/v1/users/asuna").await, StatusCode::OK);
}
