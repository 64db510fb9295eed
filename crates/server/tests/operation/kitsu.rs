//! Kitsu as the only provider.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::Value;
use testkit::stub_provider::{CAST, FIRST_ID, StubProvider};

use super::mitai::{mitai, serving};

/// Longest wait, on a machine that is busy otherwise.
const TIMEOUT: Duration = Duration::from_mins(1);

#[tokio::test]
async fn view_of_a_title_fetches_extras_from_kitsu() {
    let stub = StubProvider::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let id = FIRST_ID + 1;
    let titles = folder.path().join("titles.jsonl");
    fs::write(&titles, format!(r#"{{"mal_id": {id}, "title": "One"}}"#)).unwrap();
    let data = folder.path().join("data");
    let imported = mitai(&data).args(["import", "jikan"]).arg(&titles).output();
    assert!(imported.unwrap().status.success());

    let flags = ["--kitsu-url", &stub.kitsu_url()];
    let server = serving(&data, &flags);
    let get = async |path: String| -> Value {
        let answer = reqwest::get(format!("{}/api/v1/anime/{path}", server.address));
        let body = answer.await.unwrap().text().await.unwrap();
        serde_json::from_str(&body).unwrap()
    };
    let begun = Instant::now();
    loop {
        let title = get(id.to_string()).await;
        let sections = title["sections"].as_array().unwrap().len();
        // The sections are characters, episodes, and where to watch the title
        if sections == 3 && title["genres"][0] == "Comedy" {
            break;
        }
        assert!(begun.elapsed() < TIMEOUT, "{title}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let cast = get(format!("{id}/characters")).await;
    assert_eq!(
        (&cast["source"], &cast["total"]),
        (&"kitsu".into(), &CAST.into())
    );
    // A number, facts of the record, and one page of each extra
    assert_eq!(stub.seen().len(), 4, "{:#?}", stub.seen());
}
