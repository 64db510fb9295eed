//! What imports keep, for how long, and how much of it.

use axum::http::StatusCode;
use domain::{
    anime::MalId, catalogue::CatalogueStore as _, clock::Clock as _, provenance::Provenance,
};
use serde_json::{Value, json};
use testkit::TestApp;

use super::{
    imports::{UNRESOLVED, apply, bring, counts, mal, preview, undo},
    list::{LIST, edit, finished, listed, site},
};

const IMPORTS: &str = "/api/v1/me/imports";

/// Has the catalogue lose a title.
pub(super) async fn lose(app: &TestApp, id: u32) {
    let source = Provenance {
        source: "jikan".into(),
        as_of: app.clock.now(),
    };
    let mut import = app.store.begin_import(source).await.unwrap();
    import.remove(&[MalId::new(id)]).await.unwrap();
    import.commit().await.unwrap();
    app.follow_revision().await;
}

#[tokio::test]
async fn applied_import_keeps_its_counts_without_its_rows() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = mal(&[(1, "One", "Completed", ""), (2, "Two", "Considering", "")]);
    let shown = preview(&browser, file).await;
    let applied = apply(&browser, &shown, &json!({})).await;
    let refused = &applied["refused"][0];
    assert_eq!(
        (&refused["row"], &refused["name"]),
        (&json!(2), &json!("Two"))
    );
    assert!(
        refused["remarks"][0]
            .as_str()
            .unwrap()
            .contains("Considering")
    );
    edit(&browser, 1, &json!({ "notes": "Mine" })).await;
    let later = browser.get(&format!("{IMPORTS}/{}", shown["id"])).await;
    let later = later.json();
    assert_eq!(counts(&later), counts(&applied));
    assert_eq!(
        (&later["items"], &later["next"]),
        (&json!([]), &Value::Null)
    );
    assert_eq!(
        (&later["rows"], &later["applied"]),
        (&json!(2), &applied["counts"])
    );
}

#[tokio::test]
async fn file_is_refused_while_20_imports_are_open() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = || mal(&[(1, "One", "Completed", "")]);
    let first = preview(&browser, file()).await;
    for _ in 2..=20 {
        preview(&browser, file()).await;
    }
    let refused = bring(&browser, IMPORTS, file()).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.json()["code"], "too_many_imports");
    let detail = refused.json()["detail"].to_string();
    assert!(detail.contains("at most 20 imports"), "{detail}");
    apply(&browser, &first, &json!({})).await;
    let taken = bring(&browser, IMPORTS, file()).await;
    assert_eq!(taken.status, StatusCode::CREATED);
}

#[tokio::test]
async fn undo_names_deleted_titles_and_refuses_unknown_imports() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = mal(&[(1, "As the file has it", "Completed", "")]);
    let shown = preview(&browser, file).await;
    apply(&browser, &shown, &json!({})).await;
    edit(&browser, 1, &json!({ "notes": "Mine" })).await;
    lose(&app, 1).await;
    let undone = undo(&browser, &shown).await.json();
    let left = &undone["left"][0];
    assert_eq!(
        (&left["mal_id"], &left["title"]),
        (&json!(1), &json!("As the file has it"))
    );
    let unknown = browser
        .post(&format!("{IMPORTS}/99/undo"), &json!({}))
        .await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn rows_left_out_carry_the_catalogues_titles() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = mal(&[
        (1, "In the file", "Completed", ""),
        (1, "Once more", "Dropped", ""),
        (9, "Nobody knows it", "Considering", ""),
    ]);
    let shown = preview(&browser, file).await;
    edit(&browser, 1, &json!({ "progress": 3 })).await;
    let applied = apply(&browser, &shown, &json!({})).await;
    let names = |of: &Value| {
        ["title", "title_english", "title_japanese"]
            .map(|name| of[name].as_str().map(str::to_owned))
    };
    let known = ["One", "The One", "一"].map(|name| Some(name.to_owned()));
    assert_eq!(names(&applied["left"][0]), known);
    assert_eq!(names(&applied["refused"][0]["title"]), known);
    assert_eq!(applied["refused"][0]["name"], "Once more");
    assert_eq!(applied["refused"][1]["title"], Value::Null);
    let address = format!("{IMPORTS}/{}", shown["id"]);
    let later = browser.get(&address).await.json();
    assert_eq!(later["left"], applied["left"]);
    lose(&app, 1).await;
    let lost = browser.get(&address).await.json();
    assert_eq!(
        names(&lost["left"][0]),
        [Some("In the file".into()), None, None]
    );
}

#[tokio::test]
async fn saved_result_names_100_unchanged_titles_and_counts_all() {
    const STAYED: u32 = 101;
    let titles: Vec<_> = (1..=STAYED).map(|id| finished(id, "One")).collect();
    let app = TestApp::with(&titles).await;
    let browser = app.signed_up("asuna").await;
    let rows: Vec<_> = (1..=STAYED).map(|id| (id, "One", "Dropped", "")).collect();
    let shown = preview(&browser, mal(&rows)).await;
    for id in 1..=STAYED {
        edit(&browser, id, &json!({ "progress": 1 })).await;
    }
    let applied = apply(&browser, &shown, &json!({})).await;
    assert_eq!(applied["left"].as_array().unwrap().len(), 101);
    let later = browser.get(&format!("{IMPORTS}/{}", shown["id"])).await;
    let later = later.json();
    assert_eq!(later["left"].as_array().unwrap().len(), 100);
    assert_eq!(later["left"][0], applied["left"][0]);
    assert_eq!(later["left_count"], 101);
}

#[tokio::test]
async fn csv_score_scale_is_guessed_unless_the_client_names_it() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let file = "Title;Rating\nOne;4,5\nTwo;3\nThree;5\nFour;1\nFive;2\n";
    for (query, of, is_guessed, score) in [("", 5.0, true, 90), ("?score_of=10", 10.0, false, 45)] {
        let brought = bring(&browser, &format!("{IMPORTS}{query}"), file).await;
        assert_eq!(brought.status, StatusCode::CREATED, "{}", brought.text());
        let shown = brought.json();
        let csv = json!({
            "separator": ";",
            "columns": [
                { "name": "Title", "meaning": "title" },
                { "name": "Rating", "meaning": "score" },
            ],
            "score_of": of,
            "score_of_is_guessed": is_guessed,
        });
        assert_eq!(shown["csv"], csv);
        let later = browser.get(&format!("{IMPORTS}/{}", shown["id"])).await;
        assert_eq!(later.json()["csv"], csv);
        apply(
            &browser,
            &shown,
            &json!({ "accept_proposals": true, "policy": "theirs" }),
        )
        .await;
        let list = listed(&browser.get(LIST).await.json());
        let one = list.iter().find(|item| item["mal_id"] == 1).unwrap();
        assert_eq!(one["score"], score);
    }
    let wrong = bring(&browser, &format!("{IMPORTS}?score_of=0"), file).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    let xml = preview(&browser, mal(&[(1, "One", "Completed", "")])).await;
    assert_eq!(xml["csv"], Value::Null);
}

#[tokio::test]
async fn imports_and_unresolved_entries_are_paged() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let names: Vec<String> = (1..=1_001).map(|n| format!("Nobody knows {n}")).collect();
    let rows = (10_001..)
        .zip(&names)
        .map(|(id, name)| (id, name.as_str(), "Watching", ""));
    let shown = preview(&browser, mal(&rows.collect::<Vec<_>>())).await;
    apply(&browser, &shown, &json!({})).await;
    let first = browser.get(UNRESOLVED).await.json();
    assert_eq!(first["items"].as_array().unwrap().len(), 1_000);
    assert_eq!(first["total"], 1_001);
    let next = first["next"].as_str().unwrap();
    let rest = browser
        .get(&format!("{UNRESOLVED}?after={next}"))
        .await
        .json();
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&rest["total"], &rest["next"]),
        (&json!(1_001), &Value::Null)
    );
    for wrong in ["x", "", "1&after=2"] {
        let answer = browser.get(&format!("{UNRESOLVED}?after={wrong}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
    }

    for _ in 0..51 {
        let one = preview(&browser, mal(&[(1, "One", "Completed", "")])).await;
        apply(&browser, &one, &json!({})).await;
        app.clock.advance(std::time::Duration::from_mins(1));
    }
    let first = browser.get(IMPORTS).await.json();
    assert_eq!(first["items"].as_array().unwrap().len(), 50);
    assert_eq!(
        (&first["items"][0]["id"], &first["next"]),
        (&json!(52), &json!(3))
    );
    let rest = browser.get(&format!("{IMPORTS}?before=3")).await.json();
    let ids: Vec<_> = rest["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["id"])
        .collect();
    assert_eq!(
        (ids, &rest["next"]),
        (vec![&json!(2), &json!(1)], &Value::Null)
    );
    let wrong = browser.get(&format!("{IMPORTS}?before=x")).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn exports_have_the_unresolved_entries_that_their_format_can_hold() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let private = "<my_comments>Secret</my_comments>";
    let file = mal(&[
        (1, "One", "Completed", ""),
        (91, "Numbered", "Watching", private),
        (0, "Named", "Dropped", ""),
    ]);
    let shown = preview(&browser, file).await;
    apply(&browser, &shown, &json!({})).await;
    for (form, left_out, holds, lacks) in [
        ("json", "0", &["Numbered", "Named", "Secret"][..], &[][..]),
        ("mal", "1", &["Numbered", "Secret"], &["Named"]),
        ("csv", "1", &["Numbered", "Secret"], &["Named"]),
        ("json?status=dropped", "0", &["Named"], &["Numbered", "One"]),
        (
            "csv?status=dropped",
            "1",
            &[],
            &["Named", "Numbered", "One"],
        ),
    ] {
        let answer = browser.get(&format!("/api/v1/me/exports/{form}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(
            answer.header("mitai-left-out-unresolved"),
            left_out,
            "{form}"
        );
        assert_eq!(answer.header("mitai-left-out"), "0");
        for word in holds {
            assert!(answer.text().contains(word), "{form}: {}", answer.text());
        }
        for word in lacks {
            assert!(!answer.text().contains(word), "{form}: {}", answer.text());
        }
    }
    let unknown = browser.get("/api/v1/me/exports/yaml").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);

    let whole = browser.get("/api/v1/me/exports/json").await;
    let other = app.signed_up("kirito").await;
    let moved = preview(&other, whole.text()).await;
    assert_eq!(counts(&moved), [1, 0, 0, 0, 0, 2, 0, 0]);
    apply(&other, &moved, &json!({})).await;
    let again = other.get("/api/v1/me/exports/json").await.json();
    let said = |list: &Value| {
        let all = list["unresolved"].as_array().unwrap().iter();
        all.map(|it| (it["title"].clone(), it["said"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&again), said(&whole.json()));
    let same = preview(&other, whole.text()).await;
    apply(&other, &same, &json!({})).await;
    assert_eq!(other.get(UNRESOLVED).await.json()["total"], 2);
}
