//! The OpenAPI document as a contract: what the server answers is what the document says.
#![expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use axum::http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The document as JSON.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(api::document()).expect("the document is JSON"));

/// Checks an answer of the product API.
///
/// # Panics
/// Panics if the document does not describe the status or the media type, or the body is not of the described form.
pub(crate) fn check(method: &Method, path: &str, (status, kind): (u16, &str), body: &[u8]) {
    let document = &*DOCUMENT;
    let Some((template, operations)) = find(document, path) else {
        return;
    };
    let Some(operation) = operations.get(method.as_str().to_lowercase()) else {
        return;
    };
    let responses = &operation["responses"];
    let described = &responses[status.to_string()];
    assert!(
        described.is_object(),
        "{method} {template} answered {status}, which docs/openapi.json does not name"
    );
    let Some(content) = described["content"].as_object() else {
        return;
    };
    let kind = kind.split(';').next().unwrap_or_default();
    let content = content.get(kind);
    assert!(
        content.is_some(),
        "{method} {template} answered {status} with {kind}, which docs/openapi.json does not name"
    );
    let Some(content) = content.filter(|_| kind.ends_with("json")) else {
        return;
    };
    let body: Value = serde_json::from_slice(body).expect("a described body is JSON");
    let errors: Vec<String> = validator(&content["schema"])
        .iter_errors(&body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(
        errors.is_empty(),
        "{method} {path} answered {status}: {errors:#?}"
    );
}

/// Returns the validator of a schema's bodies. It is compiled once: that takes far longer than a check.
fn validator(schema: &Value) -> Arc<Validator> {
    static COMPILED: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> =
        LazyLock::new(Mutex::default);
    let compiled = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = schema.to_string();
    if let Some(validator) = compiled().get(&key) {
        return validator.clone();
    }
    let whole = json!({ "allOf": [schema], "components": DOCUMENT["components"] });
    let validator = jsonschema::validator_for(&whole).expect("the document's schemas are valid");
    let validator = Arc::new(validator);
    compiled().insert(key, validator.clone());
    validator
}

/// Returns the described path that `path` is an instance of, with its operations.
fn find<'a>(document: &'a Value, path: &str) -> Option<(&'a str, &'a Value)> {
    let parts: Vec<&str> = path.split('/').collect();
    document["paths"]
        .as_object()?
        .iter()
        .filter(|(template, _)| {
            let segments: Vec<&str> = template.split('/').collect();
            segments.len() == parts.len()
                && segments
                    .iter()
                    .zip(&parts)
                    .all(|(segments, part)| segments.starts_with('{') || segments == part)
        })
        // A word goes before a parameter, as in the router
        .min_by_key(|(template, _)| template.matches('{').count())
        .map(|(template, operations)| (template.as_str(), operations))
}
