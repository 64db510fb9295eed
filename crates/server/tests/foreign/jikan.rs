//! Jikan's own document against `/v4`, as far as Mitai has it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{mitai::Mitai, schemathesis};

/// The paths of the document that Mitai answers.
const OFFERED: [&str; 59] = [
    "/top/anime",
    "/anime",
    "/anime/{id}",
    "/anime/{id}/full",
    "/anime/{id}/relations",
    "/anime/{id}/themes",
    "/anime/{id}/external",
    "/anime/{id}/streaming",
    "/anime/{id}/moreinfo",
    "/anime/{id}/forum",
    "/anime/{id}/userupdates",
    "/anime/{id}/reviews",
    "/anime/{id}/characters",
    "/anime/{id}/staff",
    "/anime/{id}/episodes",
    "/anime/{id}/episodes/{episode}",
    "/anime/{id}/news",
    "/anime/{id}/videos",
    "/anime/{id}/videos/episodes",
    "/anime/{id}/pictures",
    "/anime/{id}/statistics",
    "/anime/{id}/recommendations",
    "/characters",
    "/characters/{id}",
    "/characters/{id}/full",
    "/characters/{id}/anime",
    "/characters/{id}/manga",
    "/characters/{id}/voices",
    "/characters/{id}/pictures",
    "/people",
    "/people/{id}",
    "/people/{id}/full",
    "/people/{id}/anime",
    "/people/{id}/voices",
    "/people/{id}/manga",
    "/people/{id}/pictures",
    "/top/characters",
    "/top/people",
    "/top/reviews",
    "/reviews/anime",
    "/recommendations/anime",
    "/watch/episodes",
    "/watch/episodes/popular",
    "/watch/promos",
    "/watch/promos/popular",
    "/schedules",
    "/seasons",
    "/seasons/now",
    "/seasons/upcoming",
    "/seasons/{year}/{season}",
    "/producers",
    "/producers/{id}",
    "/producers/{id}/full",
    "/producers/{id}/external",
    "/magazines",
    "/genres/anime",
    "/random/anime",
    "/random/characters",
    "/random/people",
];
/// What the document does not say: which words are refused (Jikan ignores many, and so does Mitai),
/// and that more than 25 titles and the like are refused (docs/jikan.md).
const LEFT_OUT: &str = "positive_data_acceptance,negative_data_rejection";

fn data(file: &str) -> PathBuf {
    let folder = env::var_os("MITAI_TEST_DATA");
    let folder = folder.expect("MITAI_TEST_DATA must name the data folder");
    Path::new(&folder).join(file)
}

/// Jikan's document with what is offered, mended where Jikan itself does otherwise.
fn document() -> Value {
    let document = fs::read(data("jikan-openapi.json")).unwrap();
    let mut document: Value = serde_json::from_slice(&document).unwrap();
    let paths = OFFERED.map(|path| (path.to_owned(), offered(&document, path)));
    document["paths"] = Value::Object(Map::from_iter(paths));
    for schema in ["anime", "anime_full"] {
        // Jikan answers with `TV Special`, `CM` and `PV` too
        let kind = document.pointer_mut(&format!("/components/schemas/{schema}/properties/type"));
        kind.unwrap().as_object_mut().unwrap().remove("enum");
    }
    // The document says `float`, which is no type
    let score = "/components/schemas/anime_episodes/allOf/0/properties/data/items/properties/score";
    let number = json!({ "type": "number", "nullable": true });
    *document.pointer_mut(score).unwrap() = number;
    // The document has the list of reviews within itself
    let top = "/paths/~1top~1reviews/get/responses/200/content/application~1json/schema";
    let reviews = json!({ "$ref": "#/components/schemas/anime_reviews" });
    *document.pointer_mut(top).unwrap() = reviews;
    // The two forms of an entry overlap, so an entry may match both
    let entry = "/components/schemas/entry_recommendations/properties/data/items/properties/entry";
    let entry = document.pointer_mut(entry).unwrap().as_object_mut();
    let entry = entry.unwrap();
    let forms = entry.remove("oneOf").unwrap();
    entry.insert("anyOf".into(), forms);
    document
}

/// Numbers of which everything is known, so that not every request that is made up finds nothing.
fn with_examples(operation: &mut Value, path: &str) {
    let ids = [
        ("/anime", 900_003),
        ("/characters", 900_031),
        ("/people", 900_041),
        ("/producers", 990_002),
    ];
    let id = ids.iter().find(|(begin, _)| path.starts_with(*begin));
    let parameters = operation["get"].get_mut("parameters");
    let parameters = parameters.and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let example = match parameter["name"].as_str() {
            Some("id") => id.map(|(_, id)| *id),
            Some("episode") => Some(1),
            _ => None,
        };
        if let Some(example) = example {
            parameter["example"] = json!(example);
        }
    }
}

/// An operation, with refusals as Jikan sends them, which the document does not describe.
fn offered(document: &Value, path: &str) -> Value {
    let mut operation = document["paths"][path].clone();
    assert!(operation.is_object(), "{path}");
    with_examples(&mut operation, path);
    for (status, said) in [("400", "messages"), ("404", "message")] {
        let schema = json!({
            "type": "object",
            "required": ["status", "type", "error", said],
            "properties": {
                "status": { "type": "integer", "enum": [status.parse::<u16>().unwrap()] },
                "type": { "type": "string" },
                "message": { "type": "string" },
                "messages": { "type": "object", "minProperties": 1 },
            },
        });
        let content = json!({ "application/json": { "schema": schema } });
        let answer = json!({ "description": "Refused", "content": content });
        operation["get"]["responses"][status] = answer;
    }
    operation
}

#[test]
#[ignore = "needs --data DIR"]
fn generated_requests_to_jikan_are_answered_as_jikan_describes() {
    let known = schemathesis::root().join("clients/titles.jsonl");
    let mitai = Mitai::start_with(&[data("catalog.jsonl.gz"), known]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jikan.json");
    fs::write(&file, document().to_string()).unwrap();
    let url = format!("http://{}/v4", mitai.address);
    schemathesis::try_out(&file, &url, &["--exclude-checks", LEFT_OUT], "");
    mitai.assert_well();
}
