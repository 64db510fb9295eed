//! Pages of reviews, and what search engines get of them.

use axum::http::StatusCode;
use domain::review::Verdict;
use serde_json::{Value, json};

use super::{
    list::{edit, site},
    people::{form, make},
    reviews::{REVIEWS, decide, long, report, write},
};

/// The linked data of a page.
fn linked_data(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/ld+json\">")
        .unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// What stands in the head of a page, but for its data.
fn head(page: &str) -> &str {
    page.split_once("</head>").unwrap().0
}

#[tokio::test]
async fn head_of_a_review_page_omits_spoilers() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    edit(&author, 1, &json!({ "score": 85 })).await;
    let text = format!("Walls fall. ||The titans win.|| {}", long("So"));
    let id = write(&author, &text, false).await["id"].take();
    let path = format!("/review/{}", id.as_str().unwrap());
    let page = app.get(&path).await;
    assert_eq!(page.status, StatusCode::OK);
    let (head, data) = (head(page.text()), linked_data(page.text()));
    assert!(
        head.contains("<title>Review of The One by asuna · Mitai</title>"),
        "{head}"
    );
    assert!(
        head.contains("name=\"description\" content=\"Walls fall. … So"),
        "{head}"
    );
    assert!(head.contains(&format!(
        "rel=\"canonical\" href=\"https://mitai.example{path}\""
    )));
    assert!(!head.contains("titans"), "{head}");
    assert_eq!(data["@type"], "Review");
    assert_eq!(data["author"]["name"], "asuna");
    assert_eq!(data["itemReviewed"]["name"], "The One");
    assert_eq!(
        data["itemReviewed"]["url"],
        "https://mitai.example/anime/the-one"
    );
    assert_eq!(data["reviewRating"]["ratingValue"], 8.5);
    assert!(
        data["reviewBody"]
            .as_str()
            .unwrap()
            .starts_with("Walls fall. … So")
    );
    let map = app.get("/sitemap-reviews-0.xml").await;
    assert!(
        map.text()
            .contains(&format!("<loc>https://mitai.example{path}</loc>"))
    );
    assert!(
        app.get("/sitemap.xml")
            .await
            .text()
            .contains("/sitemap-reviews-0.xml")
    );
}

#[tokio::test]
async fn head_of_a_spoiler_or_folded_review_omits_its_text() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    let id = write(&author, &long("Titans win"), true).await["id"].take();
    let path = format!("/review/{}", id.as_str().unwrap());
    let page = app.get(&path).await;
    let neutral = "content=\"What asuna thinks of The One. It contains spoilers";
    assert!(head(page.text()).contains(neutral), "{}", page.text());
    assert!(!head(page.text()).contains("Titans"));
    assert!(head(page.text()).contains("rel=\"canonical\""));

    write(&author, &long("Titans"), false).await;
    report(&app, &id, 5).await;
    let page = app.get(&path).await;
    assert!(!head(page.text()).contains("Titans"));
    assert!(head(page.text()).contains("name=\"robots\" content=\"noindex\""));
    let map = app.get("/sitemap-reviews-0.xml").await;
    assert_eq!(map.status, StatusCode::TEMPORARY_REDIRECT);
    decide(&app, &id, Verdict::Hidden).await;
    for address in [path.as_str(), "/review/1-0123456789abc", "/review/x"] {
        let missing = app.get(address).await;
        assert_eq!(missing.status, StatusCode::NOT_FOUND, "{address}");
        assert!(missing.text().contains("Review not found"), "{address}");
        assert!(!missing.text().contains("Titans"), "{address}");
    }
}

#[tokio::test]
async fn title_page_states_the_rating_of_mitais_users_only() {
    let app = site().await;
    let page = app.get("/anime/1").await;
    assert_eq!(linked_data(page.text())["aggregateRating"], Value::Null);
    let others = site().await;
    for number in 0..5 {
        let browser = others.signed_up(&format!("rater{number}")).await;
        edit(&browser, 1, &json!({ "score": 80 })).await;
    }
    others.count_votes().await;
    let page = others.get("/anime/1").await;
    assert_eq!(
        linked_data(page.text())["aggregateRating"],
        json!({
            "@type": "AggregateRating", "ratingValue": 8.0, "ratingCount": 5,
            "bestRating": 10, "worstRating": 0.1,
        })
    );
}

#[tokio::test]
async fn review_leads_to_its_authors_page_where_everyone_may_see_that() {
    let app = site().await;
    let author = app.signed_up("asuna").await;
    write(&author, &long("Good"), false).await;
    for (audience, page) in [
        ("link", Value::Null),
        ("only_me", Value::Null),
        ("everyone", json!("Asuna_99")),
    ] {
        make(&author, &form("Asuna_99", audience, "only_me")).await;
        let shown = app.browser().get(REVIEWS).await.json();
        assert_eq!(shown["items"][0]["author"]["page"], page, "{audience}");
    }
}
