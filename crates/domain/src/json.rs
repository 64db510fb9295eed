//! JSON of unknown shape from others.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// Prefix of the names by which `serde_json` knows values of its own.
const PRIVATE: &str = "$serde_json::private::";

/// A value that a stranger has written.
///
/// To [`Value`] itself an object with the private name of raw JSON is the text under that name, read as JSON anew and
/// with the full depth once more. Texts in texts then are as deep as a file is long, and reading them overflows the
/// stack. Here such a name is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct UntrustedValue(pub Value);

impl<'de> Deserialize<'de> for UntrustedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Self)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(UntrustedValue(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, UntrustedValue(value))) = fields.next_entry::<String, _>()? {
            if !name.starts_with(PRIVATE) {
                object.insert(name, value);
            }
        }
        Ok(Value::Object(object))
    }
}
