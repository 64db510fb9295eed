//! Reading the fields of a JSON object, whatever stands in them.

use serde_json::{Map, Value};

/// The fields of a JSON object in a row.
pub(crate) type Object = Map<String, Value>;

static EMPTY: std::sync::LazyLock<Object> = std::sync::LazyLock::new(Object::new);

/// The object in a field; an empty one if the field has none.
pub(crate) fn object<'a>(of: &'a Object, name: &str) -> &'a Object {
    of.get(name).and_then(Value::as_object).unwrap_or(&EMPTY)
}

/// The text of a field, without blanks around it; `None` if it is blank.
pub(crate) fn text<'a>(of: &'a Object, name: &str) -> Option<&'a str> {
    let text = of.get(name)?.as_str()?.trim();
    (!text.is_empty()).then_some(text)
}

/// The whole number of a field, which may be written as a text.
pub(crate) fn number(of: &Object, name: &str) -> Option<i64> {
    match of.get(name)? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Bool(yes) => Some((*yes).into()),
        _ => None,
    }
}

/// The decimal number of a field, which may be written as a text.
pub(crate) fn decimal(of: &Object, name: &str) -> Option<f64> {
    match of.get(name)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|it: &f64| it.is_finite()),
        _ => None,
    }
}

/// The number or text of a field, as it stands there.
pub(crate) fn raw(of: &Object, name: &str) -> Option<String> {
    match of.get(name)? {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// The value of a field that is not missing, blank or empty, as it stands there, if `read` is `None`.
pub(crate) fn unreadable_value<T: Copy>(
    of: &Object,
    name: &str,
    read: Option<T>,
) -> Option<String> {
    if read.is_some() {
        return None;
    }
    match of.get(name)? {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        // Some languages write an empty list or object for nothing
        Value::Array(values) if values.is_empty() => None,
        Value::Object(fields) if fields.is_empty() => None,
        Value::String(text) => Some(text.trim().to_owned()),
        other => Some(other.to_string()),
    }
}

/// Whether a field says yes: true, 1, "1".
pub(crate) fn yes(of: &Object, name: &str) -> bool {
    number(of, name) == Some(1)
}

/// The number of a title in a field, which is above 0.
pub(crate) fn id(of: &Object, name: &str) -> Option<u32> {
    let id = u32::try_from(number(of, name)?).ok()?;
    (id > 0).then_some(id)
}
