//! What surrounds records in Jikan's answers.

use std::collections::HashSet;

use domain::{
    anime::MalId,
    provider::{Given, ProviderError},
};
use serde_json::Value;

use super::record::read_record;
use crate::{fields::Fields, http};

/// The titles of a list: each once, those that cannot be read left out.
///
/// One unreadable title does not spoil a list; a list of nothing else is malformed.
pub fn parse_list(json: &[u8]) -> Result<Vec<Given>, ProviderError> {
    let data = data(json)?;
    let items = data
        .as_array()
        .ok_or_else(|| malformed("the field \"data\" is not a list"))?;
    let mut seen = HashSet::new();
    let mut titles = Vec::with_capacity(items.len());
    let mut failure = None;
    for item in items {
        match read_record(item) {
            Ok(given) if seen.insert(id(&given)) => titles.push(given),
            Ok(_) => {}
            Err(error) => failure = Some(error),
        }
    }
    match failure {
        Some(error) if titles.is_empty() => Err(malformed(&error.to_string())),
        _ => Ok(titles),
    }
}

fn id(given: &Given) -> MalId {
    match given {
        Given::Title(title) => title.mal_id,
        Given::Adult(id) => *id,
    }
}

/// The one title of an answer.
pub fn parse_one(json: &[u8]) -> Result<Given, ProviderError> {
    read_record(&data(json)?).map_err(|error| malformed(&error.to_string()))
}

/// What an answer holds under `data`; an error in place of it, which some caches hand on with
/// status 200, becomes that error.
fn data(json: &[u8]) -> Result<Value, ProviderError> {
    let mut body: Value = serde_json::from_slice(json)
        .map_err(|error| malformed(&format!("not complete JSON (line {})", error.line())))?;
    if let Some(status) = error_status(&body) {
        return Err(http::error_of_status(status, None));
    }
    body.get_mut("data")
        .map(Value::take)
        .ok_or_else(|| malformed("the field \"data\" is missing"))
}

/// The status that an error body names. It is a number, in rate-limit bodies a text; `message` and
/// `messages` differ with the kind of error and are for people only.
fn error_status(body: &Value) -> Option<u16> {
    let fields = Fields::of(body);
    if fields.get("data").is_some() {
        return None;
    }
    let status = match fields.get("status")? {
        Value::String(text) => text.trim().parse().ok()?,
        number => u16::try_from(number.as_u64()?).ok()?,
    };
    (status >= 400).then_some(status)
}

fn malformed(what: &str) -> ProviderError {
    ProviderError::Malformed(what.to_owned())
}
