//! Addresses of titles that were imported before the first start.

use serde_json::json;
use testkit::program::{self, Serving};

use super::Desk;
use super::offline_database::{FORM, by_line, record};

/// What the footer of every page leads to, with the number and the name that a data set has.
const LINKED: [(u32, &str, &str); 4] = [
    (16498, "attack-on-titan", "Shingeki no Kyojin"),
    (38000, "demon-slayer", "Kimetsu no Yaiba"),
    (21, "one-piece", "One Piece (TV)"),
    (40748, "jujutsu-kaisen", "Jujutsu Kaisen (TV)"),
];

/// Imports these titles into a new store, then starts a server on it.
async fn pages_lead_to(form: &str, text: &str) {
    let desk = Desk::new();
    let imported = desk.import_as(form, &desk.file("titles.jsonl", text.as_bytes()));
    assert!(imported.status.success());
    let data = desk.folder.path().join("data");
    let mut serve = program::serve(env!("CARGO_BIN_EXE_mitai"), &data, &[""; 0]);
    let server = Serving::start(&mut serve).unwrap();
    for (id, slug, _) in LINKED {
        let address = format!("{}/api/v1/anime/{slug}", server.address);
        let answer = reqwest::get(address).await.unwrap();
        assert_eq!(answer.status(), 200, "{slug}");
        let stdout = answer.text().await.unwrap();
        assert!(stdout.contains(&format!("\"mal_id\":{id},")), "{stdout}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_lead_to_titles_that_were_imported_before_the_first_start() {
    let named = LINKED.map(|(id, _, name)| json!({ "mal_id": id, "title": name }));
    let lines = named.map(|title| title.to_string() + "\n").concat();
    pages_lead_to("jikan", &lines).await;
    let records = LINKED.map(|(id, _, name)| {
        let mut record = record(id);
        record["title"] = json!(name);
        record
    });
    pages_lead_to(FORM, &by_line(&records)).await;
}
