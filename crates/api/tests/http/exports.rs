//! A signed-in user's anime list as a file.

use std::io::Read as _;

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use testkit::{Browser, TestApp, contract::DOCUMENT};

use super::{
    import_limits::lose,
    list::{edit, finished, site},
};

const EXPORTS: &str = "/api/v1/me/exports";

async fn get(browser: &Browser, file: &str) -> testkit::Answer {
    let answer = browser.get(&format!("{EXPORTS}/{file}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{file}: {}", answer.text());
    answer
}

/// A user who watches One, has dropped Two with a tag, and plans Three in private.
async fn owner(app: &TestApp) -> Browser {
    let browser = app.signed_up("asuna").await;
    let day = "2026-03-14";
    for (id, entry) in [
        (
            1,
            json!({ "progress": 5, "score": 84, "notes": "=1+1", "today": day }),
        ),
        (
            2,
            json!({ "status": "dropped", "tags": ["slow"], "today": day }),
        ),
        (
            3,
            json!({ "notes": "Nobody's business", "private": true, "tags": ["slow"] }),
        ),
    ] {
        edit(&browser, id, &entry).await;
    }
    browser
}

/// The titles of an export in Mitai's form.
async fn titles(browser: &Browser, query: &str) -> Vec<u64> {
    let export = get(browser, &format!("json?{query}")).await.json();
    let entries = export["entries"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["mal_id"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn list_is_exported_in_each_format() {
    let app = site().await;
    let browser = owner(&app).await;
    let preferences = json!({ "time_zone": "Pacific/Pago_Pago" });
    browser.patch("/api/v1/me/preferences", &preferences).await;
    for (form, kind, name, holds) in [
        (
            "json",
            "application/json",
            "mitai-list-2026-10-31.json",
            "\"mal_id\":1,\"title\":\"One\"",
        ),
        (
            "mal",
            "application/xml",
            "mitai-list-2026-10-31.xml",
            "<series_title><![CDATA[One]]></series_title>",
        ),
        (
            "csv",
            "text/csv; charset=utf-8",
            "mitai-list-2026-10-31.csv",
            "1,One,Watching,5,8.4,2026-03-14,,0,'=1+1,,no\r\n",
        ),
    ] {
        let answer = get(&browser, form).await;
        assert_eq!(answer.header("content-type"), kind);
        let disposition = format!("attachment; filename=\"{name}\"");
        assert_eq!(answer.header("content-disposition"), disposition);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.text().contains(holds), "{}", answer.text());
    }
    let export = get(&browser, "json").await.json();
    assert_eq!(export["exported_at"], "2026-11-01T00:00:00Z");
    assert_eq!(
        export["entries"][1],
        json!({
            "mal_id": 1,
            "title": "One",
            "entry": {
                "added_at": "2026-11-01T00:00:00Z",
                "status": "watching",
                "score": 84,
                "notes": "=1+1",
                "runs": [{ "progress": 5, "started": { "date": "2026-03-14", "by_rule": true } }],
            },
        })
    );
}

#[tokio::test]
async fn private_entries_are_exported_if_they_are_asked_for() {
    let app = site().await;
    let browser = owner(&app).await;
    for form in ["json", "mal", "csv"] {
        let without = get(&browser, form).await;
        assert_eq!(without.header("mitai-left-out"), "1");
        for word in ["Three", "Nobody"] {
            assert!(!without.text().contains(word), "{}", without.text());
        }
        let with = get(&browser, &format!("{form}?private=true")).await;
        assert_eq!(with.header("mitai-left-out"), "0");
        assert!(with.text().contains("Nobody"), "{}", with.text());
    }
    // What is not wanted is not left out for being private
    let dropped = get(&browser, "json?status=dropped").await;
    assert_eq!(dropped.header("mitai-left-out"), "0");
}

#[tokio::test]
async fn entries_of_deleted_titles_are_exported_by_id() {
    let app = site().await;
    let browser = owner(&app).await;
    lose(&app, 1).await;
    assert_eq!(titles(&browser, "").await, [2, 1]);
    assert_eq!(titles(&browser, "status=dropped").await, [2]);
    let json = get(&browser, "json").await.json();
    let lost = &json["entries"][1];
    assert_eq!(
        (&lost["title"], &lost["entry"]["score"]),
        (&json!(""), &json!(84))
    );
    for (form, holds) in [
        ("mal", "<series_animedb_id>1</series_animedb_id>"),
        ("csv", "\n1,,Watching,5,8.4,"),
    ] {
        let file = get(&browser, form).await;
        assert!(file.text().contains(holds), "{}", file.text());
        assert_eq!(file.header("mitai-left-out-unresolved"), "0");
    }
}

#[tokio::test]
async fn filters_choose_entries() {
    let app = site().await;
    let browser = owner(&app).await;
    for (query, expected) in [
        ("", &[2, 1][..]),
        ("private=true", &[3, 2, 1]),
        ("status=watching", &[1]),
        ("status=watching,%20dropped", &[2, 1]),
        ("status=completed", &[]),
        ("tag=slow", &[2]),
        ("tag=slow&status=planned&private=true", &[3]),
        ("tag=", &[2, 1]),
    ] {
        assert_eq!(titles(&browser, query).await, expected, "{query}");
    }
    for query in ["status=seen", "private=perhaps", "tag=a&tag=b"] {
        let refused = browser.get(&format!("{EXPORTS}/json?{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(refused.json()["code"], "invalid_request");
    }
}

#[tokio::test]
async fn empty_list_is_exported_without_entries() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    assert_eq!(titles(&browser, "").await, [0; 0]);
}

#[tokio::test]
async fn export_is_compressed_for_clients_that_accept_gzip() {
    let app = site().await;
    let browser = owner(&app).await;
    let request = Request::get(format!("{EXPORTS}/mal")).header("accept-encoding", "gzip");
    let packed = browser.send(request, "").await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    let mut text = String::new();
    let mut unpacked = flate2::read::GzDecoder::new(&*packed.body);
    unpacked.read_to_string(&mut text).unwrap();
    assert_eq!(text, get(&browser, "mal").await.text());
}

#[test]
fn document_has_the_published_schema() {
    let published: Value = serde_json::from_str(list_files::write::JSON_SCHEMA).unwrap();
    let mut described = DOCUMENT["components"]["schemas"]["ExportedList"].clone();
    described["$schema"] = published["$schema"].clone();
    assert_eq!(described, published);
}

/// Imports a file into a list, which takes all of it.
async fn bring(browser: &Browser, file: &str) -> Value {
    let request = Request::post("/api/v1/me/imports?name=list");
    let request = request.header("content-type", "application/octet-stream");
    let answer = browser.send(request, file.to_owned()).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let preview = answer.json();
    let apply = format!("/api/v1/me/imports/{}/apply", preview["id"]);
    let wishes = json!({ "version": preview["version"] });
    let applied = browser.post(&apply, &wishes).await;
    assert_eq!(applied.status, StatusCode::OK, "{}", applied.text());
    preview["counts"].clone()
}

/// The rows of a file, regardless of their order.
fn rows(file: &str) -> Vec<String> {
    let rows = file.replace("<anime>", "\n").replace('\t', "");
    let rows = rows.split('\n').filter(|row| !row.contains("exported_at"));
    let mut rows: Vec<String> = rows.map(|row| row.trim_end_matches(',').into()).collect();
    rows.sort();
    rows
}

#[tokio::test]
async fn list_moves_to_another_account_by_each_format() {
    let titles = ["One", "Two", "Three", "Four"];
    let titles: Vec<_> = (1..)
        .zip(titles)
        .map(|(id, title)| finished(id, title))
        .collect();
    let app = TestApp::with(&titles).await;
    let owner = owner(&app).await;
    let run = |state: &str, year: &str| json!({ "state": state, "progress": 12, "started": year, "finished": null, "score": 70 });
    let runs = [
        run("done", "2019"),
        run("done", "2020-02"),
        run("open", "2026-01-02"),
    ];
    edit(
        &owner,
        4,
        &json!({ "status": "watching", "runs": runs, "score": 100 }),
    )
    .await;
    for form in ["json", "mal", "csv"] {
        let other = app.signed_up(&format!("sugou{form}")).await;
        let form = format!("{form}?private=true");
        let file = get(&owner, &form).await;
        let counts = bring(&other, file.text()).await;
        assert_eq!(counts["added"], 4, "{form}: {counts}");
        let again = get(&other, &form).await;
        assert_eq!(rows(again.text()), rows(file.text()), "{form}");
        let counts = bring(&other, file.text()).await;
        assert_eq!(counts["equal"], 4, "{form}: {counts}");
    }
}
