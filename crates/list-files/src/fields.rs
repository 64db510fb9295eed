//! Reading the fields of a JSON object, whatever stands in them.

use serde_json::{Map, Value};

/// An object of a row.
pub(crate) type Object = Map<String, Value>;

static EMPTY: std::sync::LazyLock<Object> = std::sync::LazyLock::new(Object::new);

/// The object of this name, or an empty one.
pub(crate) fn object<'a>(of: &'a Object, name: &str) -> &'a Object {
    of.get(name).and_then(Value::as_object).unwrap_or(&EMPTY)
}

/// A text that is not blank.
pub(crate) fn text<'a>(of: &'a Object, name: &str) -> Option<&'a str> {
    let text = of.get(name)?.as_str()?.trim();
    (!text.is_empty()).then_some(text)
}

/// A whole number, which may stand as text.
pub(crate) fn number(of: &Object, name: &str) -> Option<i64> {
    match of.get(name)? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Bool(yes) => Some((*yes).into()),
        _ => None,
    }
}

/// A number with decimals, which may stand as text.
pub(crate) fn decimal(of: &Object, name: &str) -> Option<f64> {
    match of.get(name)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|it: &f64| it.is_finite()),
        _ => None,
    }
}

/// A number or a text, as it stands there.
pub(crate) fn raw(of: &Object, name: &str) -> Option<String> {
    match of.get(name)? {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    }
}

/// A value that is neither missing nor blank nor empty, as it stands there, where `read` makes nothing of it.
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
        // Some languages write either for nothing
        Value::Array(values) if values.is_empty() => None,
        Value::Object(fields) if fields.is_empty() => None,
        Value::String(text) => Some(text.trim().to_owned()),
        other => Some(other.to_string()),
    }
}

/// Whether it says yes: true, 1, "1".
pub(crate) fn yes(of: &Object, name: &str) -> bool {
    number(of, name) == Some(1)
}

/// A number of a title, which is above 0.
pub(crate) fn id(of: &Object, name: &str) -> Option<u32> {
    let id = u32::try_from(number(of, name)?).ok()?;
    (id > 0).then_some(id)
}
