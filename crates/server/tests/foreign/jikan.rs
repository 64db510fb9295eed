//! Jikan's own document against `/v4`, as far as Mitai has it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{mitai::Mitai, schemathesis};

/// What Mitai answers of what the document describes.
const OFFERED: [&str; 24] = [
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
    document
}

/// An operation, with refusals as Jikan sends them, which the document does not describe.
fn offered(document: &Value, path: &str) -> Value {
    let mut operation = document["paths"][path].clone();
    assert!(operation.is_object(), "{path}");
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
    let mitai = Mitai::start_with(&data("catalog.jsonl.gz"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jikan.json");
    fs::write(&file, document().to_string()).unwrap();
    let url = format!("http://{}/v4", mitai.address);
    schemathesis::try_out(&file, &url, &["--exclude-checks", LEFT_OUT], "");
    mitai.assert_well();
}
