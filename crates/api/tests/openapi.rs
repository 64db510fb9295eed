//! The committed OpenAPI document is the one that the handlers make.

use std::{env, fs, path::Path};

#[test]
fn committed_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let made = api::document().to_pretty_json().unwrap() + "\n";
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == made,
        "docs/openapi.json is stale: run `cargo xtask gen`"
    );
}
