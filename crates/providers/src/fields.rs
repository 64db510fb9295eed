//! Lenient reading of foreign JSON: what is absent, null, blank or of another type than expected
//! is not known, and never an error.

use jiff::civil::Date;
use serde_json::{Map, Value};

/// Longest text, in bytes, that is not prose. The longest name of the 29,144 titles that we know has 294;
/// PostgreSQL indexes names, and refuses what fills a third of a page.
const MAX_BYTES: usize = 1_000;

/// The members of a JSON object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(Option<&'a Map<String, Value>>);

impl<'a> Fields<'a> {
    /// Members of `value`; none where it is not an object.
    pub(crate) fn of(value: &'a Value) -> Self {
        Self(value.as_object())
    }

    /// The member `name`, unless it is null.
    pub(crate) fn get(self, name: &str) -> Option<&'a Value> {
        self.0?.get(name).filter(|value| !value.is_null())
    }

    /// An object inside this one.
    pub(crate) fn object(self, name: &str) -> Self {
        Self(self.get(name).and_then(Value::as_object))
    }

    /// A text of any length that is not blank, as it is written.
    pub(crate) fn prose(self, name: &str) -> Option<String> {
        not_blank(self.get(name)?).map(str::to_owned)
    }

    /// A text that is neither blank nor longer than any name is, as it is written.
    pub(crate) fn text(self, name: &str) -> Option<String> {
        self.str(name).map(str::to_owned)
    }

    /// See [`Fields::text`].
    pub(crate) fn str(self, name: &str) -> Option<&'a str> {
        short(self.get(name)?)
    }

    /// A web address. Others, such as `javascript:`, must never reach a page.
    pub(crate) fn url(self, name: &str) -> Option<String> {
        let url = self.str(name)?;
        (url.starts_with("https://") || url.starts_with("http://")).then(|| url.to_owned())
    }

    /// A count of at least 1; sources write zero for one that is not known.
    pub(crate) fn count(self, name: &str) -> Option<u32> {
        let count = u32::try_from(self.get(name)?.as_u64()?).ok()?;
        (count > 0).then_some(count)
    }

    /// A count that may be zero.
    pub(crate) fn count_or_zero(self, name: &str) -> Option<u32> {
        u32::try_from(self.get(name)?.as_u64()?).ok()
    }

    /// A count that may be zero, and may be written as a text.
    pub(crate) fn number(self, name: &str) -> Option<u32> {
        match self.get(name)? {
            Value::String(digits) => digits.trim().parse().ok(),
            number => u32::try_from(number.as_u64()?).ok(),
        }
    }

    /// Whether the source says "yes".
    pub(crate) fn is_true(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }

    /// Whether the source says "no".
    pub(crate) fn is_false(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(false))
    }

    /// A number above zero.
    pub(crate) fn above_zero(self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64().filter(|number| *number > 0.0)
    }

    /// The day that a timestamp such as `1998-04-03T00:00:00+00:00` names, whatever its hour.
    pub(crate) fn day(self, name: &str) -> Option<Date> {
        self.str(name)?.get(..10)?.parse().ok()
    }

    /// The items of a list.
    pub(crate) fn list(self, name: &str) -> &'a [Value] {
        self.optional_list(name).unwrap_or_default()
    }

    /// The items of a list; `None` where there is no list.
    pub(crate) fn optional_list(self, name: &str) -> Option<&'a [Value]> {
        self.get(name)?.as_array().map(Vec::as_slice)
    }

    /// Those of [`Fields::text`] in a list.
    pub(crate) fn texts(self, name: &str) -> Vec<String> {
        self.list(name)
            .iter()
            .filter_map(short)
            .map(str::to_owned)
            .collect()
    }
}

fn short(value: &Value) -> Option<&str> {
    not_blank(value).filter(|text| text.len() <= MAX_BYTES)
}

/// A text that says something. PostgreSQL cannot hold one with a NUL.
fn not_blank(value: &Value) -> Option<&str> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty() && !text.contains('\0'))
}
