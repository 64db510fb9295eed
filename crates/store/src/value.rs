//! The parameters of statements and the values of rows, alike on both engines.

use std::sync::Arc;

use domain::{Error, Result};

use crate::Sql;

/// A statement, and the rows of parameters that it runs for.
pub(crate) type Statement = (Sql, Vec<Vec<Value>>);

/// The value of a parameter or a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// The names of a query's columns, which its rows share.
pub(crate) type Columns = Arc<[Box<str>]>;

/// One row of an answer.
#[derive(Debug)]
pub(crate) struct Row {
    columns: Columns,
    values: Vec<Value>,
    /// Where the search for a column begins: readers mostly follow the order of the query.
    next: usize,
}

impl Row {
    pub(crate) fn new(columns: &Columns, values: Vec<Value>) -> Self {
        Self {
            columns: Arc::clone(columns),
            values,
            next: 0,
        }
    }

    /// The values of all columns, in the query's order.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// The values of all columns, in the query's order.
    pub(crate) fn into_values(self) -> Vec<Value> {
        self.values
    }

    /// Takes a column out of the row; `Internal` if there is none of this name or it is not of type
    /// `T`.
    pub(crate) fn take<T: FromValue>(&mut self, column: &str) -> Result<T> {
        let place = self.column_index(column);
        let value = place.and_then(|place| self.values.get_mut(place));
        self.next = place.map_or(0, |place| place + 1);
        value
            .map(|value| std::mem::replace(value, Value::Null))
            .and_then(T::from_value)
            .ok_or_else(|| {
                Error::internal(
                    "reading a row of the database",
                    format!("column {column} is not a {}", std::any::type_name::<T>()),
                )
            })
    }

    /// Whether a column is there and not NULL.
    pub(crate) fn has(&self, column: &str) -> bool {
        let value = self
            .column_index(column)
            .and_then(|place| self.values.get(place));
        value.is_some_and(|value| *value != Value::Null)
    }

    fn column_index(&self, column: &str) -> Option<usize> {
        let count = self.columns.len();
        let places = (self.next..count).chain(0..self.next.min(count));
        let mut places = places.filter(|place| *self.columns[*place] == *column);
        places.next()
    }
}

/// A type that a column can be read as.
pub(crate) trait FromValue: Sized {
    /// `None` if the value is of another type or out of range.
    fn from_value(value: Value) -> Option<Self>;
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

impl FromValue for i64 {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }
}

impl FromValue for u64 {
    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for u16 {
    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Real(number) => Some(number),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Int(number.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(bytes)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(columns: &[(&str, Value)]) -> Row {
        let names = columns.iter().map(|(name, _)| Box::from(*name)).collect();
        Row::new(
            &names,
            columns.iter().map(|(_, value)| value.clone()).collect(),
        )
    }

    #[test]
    fn columns_are_read_by_name_in_any_order() {
        let mut row = row(&[
            ("a", Value::Int(1)),
            ("b", Value::Int(2)),
            ("c", Value::Int(3)),
        ]);
        assert_eq!(row.take::<i64>("b").unwrap(), 2);
        assert_eq!(row.take::<i64>("a").unwrap(), 1);
        assert_eq!(row.take::<i64>("c").unwrap(), 3);
        assert!(row.take::<Option<i64>>("d").is_err());
    }

    #[test]
    fn columns_of_another_type_or_out_of_range_are_refused() {
        let mut row = row(&[
            ("null", Value::Null),
            ("negative", Value::Int(-1)),
            ("large", Value::Int(70_000)),
            ("text", Value::Text("x".into())),
        ]);
        assert_eq!(row.take::<Option<String>>("null").unwrap(), None);
        assert!(row.take::<u32>("negative").is_err());
        assert!(row.take::<u16>("large").is_err());
        assert!(row.take::<f64>("text").is_err());
    }
}
