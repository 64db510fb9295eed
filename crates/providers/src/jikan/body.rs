//! What surrounds records in Jikan's answers.

use std::collections::HashSet;

use domain::json::UntrustedValue;
use domain::{
    anime::MalId,
    extras::{Extra, ExtraKind, FullRecord, RecordId},
    mirror::ListPage,
    provider::{ProviderError, SourceTitle},
};
use serde_json::Value;

use super::{
    extras::{pages, read_extra, read_whole},
    record::read_record,
};
use crate::{fields::Fields, http};

/// The number of titles on a page from which on another one follows, if the answer does not say.
const FULL_PAGE: usize = 25;

/// Reads a page of a list, and whether others follow.
pub fn parse_page(json: &[u8]) -> Result<ListPage, ProviderError> {
    let body: Value = body(json)?;
    let about = Fields::of(&body).object("pagination");
    let items = Fields::of(&body).list("data").len();
    let next = about.get("has_next_page").and_then(Value::as_bool);
    let more = next.unwrap_or(items >= FULL_PAGE);
    if more && items == 0 {
        return Err(malformed("a page without titles that others follow"));
    }
    Ok(ListPage {
        pages: about.count("last_visible_page"),
        more,
        titles: titles(&data_of(body)?)?,
    })
}

/// Reads the titles of a list: each once, those that cannot be read left out.
///
/// One unreadable title does not spoil a list; a list of nothing else is malformed.
pub fn parse_list(json: &[u8]) -> Result<Vec<SourceTitle>, ProviderError> {
    titles(&data_of(body(json)?)?)
}

fn titles(data: &Value) -> Result<Vec<SourceTitle>, ProviderError> {
    let items = data
        .as_array()
        .ok_or_else(|| malformed("the field \"data\" is not a list"))?;
    let mut seen = HashSet::new();
    let mut titles = Vec::with_capacity(items.len());
    let mut failure = None;
    for item in items {
        match read_record(item) {
            Ok(title) if seen.insert(id(&title)) => titles.push(title),
            Ok(_) => {}
            Err(error) => failure = Some(error),
        }
    }
    match failure {
        Some(error) if titles.is_empty() => Err(malformed(&error.to_string())),
        _ => Ok(titles),
    }
}

fn id(title: &SourceTitle) -> MalId {
    match title {
        SourceTitle::Title(title) => title.mal_id,
        SourceTitle::Adult(id) => *id,
    }
}

/// Reads the one title of an answer.
pub fn parse_one(json: &[u8]) -> Result<SourceTitle, ProviderError> {
    read_record(&data_of(body(json)?)?).map_err(|error| malformed(&error.to_string()))
}

/// Reads the extra in an answer of `anime/{id}/characters` and the like, and the number of the extra's pages.
pub(super) fn parse_part(kind: ExtraKind, json: &[u8]) -> Result<(Extra, u32), ProviderError> {
    let body = body(json)?;
    let pages = pages(Fields::of(&body));
    let extra = read_extra(kind, &data_of(body)?);
    let extra = extra.ok_or_else(|| malformed("the field \"data\" is of another form"))?;
    Ok((extra, pages))
}

/// Reads the person or the character of an answer.
pub(super) fn parse_whole(id: RecordId, json: &[u8]) -> Result<FullRecord, ProviderError> {
    read_whole(id, &data_of(body(json)?)?).map_err(|error| malformed(&error.to_string()))
}

/// Checks an answer with a part of a title, or with somebody's record.
pub(super) fn check_part(json: &[u8]) -> Result<(), ProviderError> {
    let data = data_of(body(json)?)?;
    if data.is_array() || data.is_object() {
        Ok(())
    } else {
        Err(malformed(
            "the field \"data\" is neither a list nor an object",
        ))
    }
}

fn body(json: &[u8]) -> Result<Value, ProviderError> {
    serde_json::from_slice(json)
        .map(|UntrustedValue(body)| body)
        .map_err(|error| malformed(&format!("not complete JSON (line {})", error.line())))
}

/// The member `data` of an answer; an error body in its place, which some caches hand on with
/// status 200, becomes that error.
fn data_of(mut body: Value) -> Result<Value, ProviderError> {
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
