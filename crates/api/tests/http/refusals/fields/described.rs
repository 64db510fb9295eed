//! What the API document says of operations.

use std::collections::BTreeSet;

use serde_json::Value;
use testkit::contract::DOCUMENT;

use super::Operation;

impl Operation {
    /// The name of the operation in the lists of these tests.
    pub(super) fn name(&self) -> String {
        format!("{} {} ", self.method, self.template)
    }

    fn described(&self) -> &'static Value {
        let template = self.template.replace("watchlist", "{list}");
        let template = template.replace("history", "{list}");
        &DOCUMENT["paths"][template][self.method.as_str().to_lowercase()]
    }

    /// The fields of the request body.
    pub(super) fn fields(&self) -> Vec<String> {
        let schema = &self.described()["requestBody"]["content"]["application/json"]["schema"];
        let schema = resolved(schema);
        let parts = schema["allOf"].as_array().into_iter().flatten();
        let parts = parts.map(resolved).chain([schema]);
        let fields = parts.filter_map(|part| part["properties"].as_object());
        let fields: Vec<String> = fields.flatten().map(|(f, _)| f.clone()).collect();
        assert_eq!(fields.is_empty(), !self.takes_body, "{self:?}");
        fields
    }

    /// The schema of the operation's answer.
    pub(super) fn answer(&self) -> &'static Value {
        &self.described()["responses"]["200"]["content"]["application/json"]["schema"]
    }
}

fn resolved(mut schema: &'static Value) -> &'static Value {
    while let Some(at) = schema["$ref"].as_str() {
        schema = DOCUMENT.pointer(at.trim_start_matches('#')).unwrap();
    }
    schema
}

/// The fields that `schema` names, below `at`.
pub(super) fn named(schema: &'static Value, at: &str, found: &mut BTreeSet<String>) {
    // A tree, which is compared as a whole
    if schema["$ref"] == "#/components/schemas/ReviewBlock" {
        found.insert(at.to_owned());
        return;
    }
    let schema = resolved(schema);
    let mut is_leaf = true;
    for word in ["oneOf", "anyOf", "allOf"] {
        for choice in schema[word].as_array().into_iter().flatten() {
            // That there may be nothing is no field
            is_leaf = false;
            if choice["type"] != "null" {
                named(choice, at, found);
            }
        }
    }
    for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
        is_leaf = false;
        named(schema, &format!("{at}.{field}"), found);
    }
    if schema["items"].is_object() {
        is_leaf = false;
        named(&schema["items"], &format!("{at}[]"), found);
    }
    if is_leaf {
        found.insert(at.to_owned());
    }
}
