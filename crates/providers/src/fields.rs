//! Lenient reading of foreign JSON: what is absent, null, blank or of another type than expected
//! is not known, and never an error.

use jiff::civil::Date;
use serde_json::{Map, Value};

/// The length of the longest text that is not prose, in bytes. The longest name of the 29,144 titles that we know has
/// 294; PostgreSQL indexes names, and refuses what fills a third of a page.
const MAX_BYTES: usize = 1_000;

/// The members of a JSON object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(Option<&'a Map<String, Value>>);

impl<'a> Fields<'a> {
    /// The members of `value`; none where it is not an object.
    pub(crate) fn of(value: &'a Value) -> Self {
        Self(value.as_object())
    }

    /// The member `name`, unless it is null.
    pub(crate) fn get(self, name: &str) -> Option<&'a Value> {
        self.0?.get(name).filter(|value| !value.is_null())
    }

    /// The object `name` inside this one; without members where there is none.
    pub(crate) fn object(self, name: &str) -> Self {
        Self(self.get(name).and_then(Value::as_object))
    }

    /// The text `name` of any length as it is written, if it is not blank.
    pub(crate) fn prose(self, name: &str) -> Option<String> {
        not_blank(self.get(name)?).map(str::to_owned)
    }

    /// The text `name` as it is written, if it is neither blank nor longer than any name is.
    pub(crate) fn text(self, name: &str) -> Option<String> {
        self.str(name).map(str::to_owned)
    }

    /// The same text as [`Fields::text`], borrowed.
    pub(crate) fn str(self, name: &str) -> Option<&'a str> {
        short(self.get(name)?)
    }

    /// The web address `name`. Others, such as `javascript:`, must never reach a page.
    pub(crate) fn url(self, name: &str) -> Option<String> {
        let url = self.str(name)?;
        (url.starts_with("https://") || url.starts_with("http://")).then(|| url.to_owned())
    }

    /// The count `name` if it is at least 1; sources write zero for one that is not known.
    pub(crate) fn count(self, name: &str) -> Option<u32> {
        let count = u32::try_from(self.get(name)?.as_u64()?).ok()?;
        (count > 0).then_some(count)
    }

    /// The count `name`, which may be zero.
    pub(crate) fn count_or_zero(self, name: &str) -> Option<u32> {
        u32::try_from(self.get(name)?.as_u64()?).ok()
    }

    /// The count `name`, which may be zero, and may be written as a text.
    pub(crate) fn number(self, name: &str) -> Option<u32> {
        match self.get(name)? {
            Value::String(digits) => digits.trim().parse().ok(),
            number => u32::try_from(number.as_u64()?).ok(),
        }
    }

    /// Whether the member `name` is `true`.
    pub(crate) fn is_true(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }

    /// Whether the member `name` is `false`.
    pub(crate) fn is_false(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(false))
    }

    /// The number `name` if it is above zero.
    pub(crate) fn above_zero(self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64().filter(|number| *number > 0.0)
    }

    /// The day that the timestamp `name` names, such as `1998-04-03T00:00:00+00:00`, whatever its hour.
    pub(crate) fn day(self, name: &str) -> Option<Date> {
        self.str(name)?.get(..10)?.parse().ok()
    }

    /// The items of the list `name`; none where there is no list.
    pub(crate) fn list(self, name: &str) -> &'a [Value] {
        self.optional_list(name).unwrap_or_default()
    }

    /// The items of the list `name`; `None` where there is no list.
    pub(crate) fn optional_list(self, name: &str) -> Option<&'a [Value]> {
        self.get(name)?.as_array().map(Vec::as_slice)
    }

    /// The items of the list `name` that [`Fields::text`] would take.
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

/// A text that is not blank and has no NUL, which PostgreSQL cannot hold.
fn not_blank(value: &Value) -> Option<&str> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty() && !text.contains('\0'))
}
