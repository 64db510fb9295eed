//! Jikan's document, to check answers by.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::data;

/// Jikan's document as JSON Schema, mended where the captures say otherwise.
pub(crate) struct Schemas(Value);

impl Schemas {
    pub(crate) fn read() -> Self {
        let document = fs::read(data("jikan-openapi.json")).unwrap();
        let document: Value = serde_json::from_slice(&document).unwrap();
        let mut components = document["components"].clone();
        mend_extras(&mut components);
        require_all(&mut components);
        for schema in ["anime", "anime_full"] {
            // The captures have `TV Special`, `CM` and `PV` too
            components["schemas"][schema]["properties"]["type"]
                .as_object_mut()
                .unwrap()
                .remove("enum");
        }
        allow_null(&mut components);
        Self(components)
    }

    fn of(&self, schema: &Value) -> Validator {
        let schema = json!({ "allOf": [schema], "components": self.0 });
        jsonschema::validator_for(&schema).unwrap()
    }

    pub(crate) fn data(&self, name: &str) -> Validator {
        let data = self.named(name);
        self.of(&json!({ "required": ["data"], "properties": { "data": data } }))
    }

    pub(crate) fn page(&self) -> Validator {
        self.page_of("anime_search")
    }

    /// A schema of a page, which the captures have both parts of.
    pub(crate) fn page_of(&self, name: &str) -> Validator {
        self.of(&json!({
            "required": ["data", "pagination"],
            "allOf": [self.named(name)],
        }))
    }

    /// A schema of a whole answer.
    pub(crate) fn answer(&self, name: &str) -> Validator {
        self.of(&json!({ "required": ["data"], "allOf": [self.named(name)] }))
    }

    fn named(&self, name: &str) -> Value {
        let known = self.0["schemas"].get(name);
        assert!(known.is_some(), "Jikan's document has {name}");
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }
}

/// Schemas of which answers have every property, and every property of these.
const WHOLE: [&str; 37] = [
    "anime_characters",
    "anime_episode",
    "anime_episodes",
    "anime_images",
    "anime_meta",
    "anime_staff",
    "anime_statistics",
    "anime_videos",
    "anime_videos_episodes",
    "character",
    "character_anime",
    "character_full",
    "character_images",
    "character_manga",
    "character_meta",
    "character_pictures",
    "character_voice_actors",
    "characters_search",
    "common_images",
    "entry_recommendations",
    "news",
    "pagination",
    "pagination_plus",
    "people_images",
    "people_search",
    "person",
    "person_anime",
    "person_full",
    "person_manga",
    "person_meta",
    "person_voice_acting_roles",
    "recommendations",
    "trailer_base",
    "trailer_images",
    "user_by_id",
    "watch_episodes",
    "watch_promos",
];

/// Requires all properties: the document requires none, but the captures have all of them in every title.
fn require_all(components: &mut Value) {
    for schema in [
        "anime",
        "anime_full",
        "producer",
        "producer_full",
        "anime_review",
    ] {
        require_own(&mut components["schemas"][schema]);
    }
    for schema in WHOLE {
        let schema = components["schemas"].get_mut(schema);
        require_every(schema.expect("Jikan's document has it"));
    }
}

fn require_own(schema: &mut Value) {
    let properties = schema["properties"].as_object().unwrap();
    let names: Vec<String> = properties.keys().cloned().collect();
    schema["required"] = json!(names);
}

fn require_every(schema: &mut Value) {
    if schema.get("properties").is_some() {
        require_own(schema);
    }
    match schema {
        Value::Array(items) => items.iter_mut().for_each(require_every),
        Value::Object(members) => members.values_mut().for_each(require_every),
        _ => {}
    }
}

/// Mends what JSON Schema does not know, and what no answer could fulfil.
fn mend_extras(components: &mut Value) {
    let score = "/schemas/anime_episodes/allOf/0/properties/data/items/properties/score";
    *components.pointer_mut(score).unwrap() = json!({ "type": "number", "nullable": true });
    // An entry has the form of both
    let entry = "/schemas/entry_recommendations/properties/data/items/properties/entry";
    let entry = components.pointer_mut(entry).unwrap();
    let entry = entry.as_object_mut().unwrap();
    let forms = entry.remove("oneOf").unwrap();
    entry.insert("anyOf".into(), forms);
    // Its number and address stand beside each, and not beside the list
    let list = "/schemas/entry_recommendations/properties/data";
    let list = components.pointer_mut(list).unwrap();
    let misplaced = list.as_object_mut().unwrap().remove("properties").unwrap();
    let each = list["items"]["properties"].as_object_mut().unwrap();
    each.extend(misplaced.as_object().unwrap().clone());
    // Pictures come by format, as those of a title (docs/jikan.md)
    for (schema, of_each) in [
        ("pictures_variants", "anime_images"),
        ("character_pictures", "character_images"),
    ] {
        let of_each = format!("#/components/schemas/{of_each}");
        components["schemas"][schema]["properties"]["data"]["items"] = json!({ "$ref": of_each });
    }
}

/// OpenAPI 3.0 says `nullable` where JSON Schema has `null` among the types.
fn allow_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(allow_null),
        Value::Object(members) => {
            if members.get("nullable") == Some(&json!(true)) {
                let kind = members["type"].clone();
                members.insert("type".into(), json!([kind, "null"]));
                if let Some(words) = members.get_mut("enum").and_then(Value::as_array_mut) {
                    words.push(Value::Null);
                }
            }
            members.values_mut().for_each(allow_null);
        }
        _ => {}
    }
}

pub(crate) fn assert_valid(validator: &Validator, body: &Value, address: &str) {
    let errors: Vec<String> = validator
        .iter_errors(body)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{address}: {errors:#?}");
}
