//! Lists of parameters for SQL: `x IN ($1, $2, …)`.

use domain::anime::MalId;

use crate::value::Value;

/// Ids as values of a list.
pub(crate) fn id_values(ids: &[MalId]) -> Vec<Value> {
    ids.iter().map(|id| id.get().into()).collect()
}

/// The placeholders of a list, and its values, padded with the last one.
///
/// Sizes are 1, 32, 512 and then powers of two, so that few prepared statements exist.
/// **Invariant:** `values` has 1 to 16,384 values; the engines take no more.
pub(crate) fn padded(values: Vec<Value>) -> (String, Vec<Value>) {
    padded_after(0, values)
}

/// The same for a list after `before` other parameters.
pub(crate) fn padded_after(before: usize, mut values: Vec<Value>) -> (String, Vec<Value>) {
    let size = match values.len() {
        0 | 1 => 1,
        2..=32 => 32,
        33..=512 => 512,
        more => more.next_power_of_two(),
    };
    if let Some(last) = values.last().cloned() {
        values.resize(size, last);
    }
    let places: Vec<String> = (1..=size).map(|n| format!("${}", before + n)).collect();
    (places.join(", "), values)
}

/// The same for ids, as rows of a query: `WITH wanted (mal_id) AS (VALUES ($4), …)`.
///
/// A subquery for each of them is one look into an index, whatever PostgreSQL knows of the table. With `x IN ($4, …)` it
/// reads all of a user's rows where it takes them for few, as it does of tables that it has not analyzed yet.
/// Rows are padded with `NULL`, so that none is found twice.
pub(crate) fn id_rows_after(before: usize, ids: Vec<Value>) -> (String, Vec<Value>) {
    let wanted = ids.len();
    let (places, mut ids) = padded_after(before, ids);
    ids.iter_mut().skip(wanted).for_each(|id| *id = Value::Null);
    let rows = places.replace(", ", "), (");
    let first = format!("${}", before + 1);
    // The first row's type is that of all
    let rows = rows.replacen(&first, &format!("CAST({first} AS BIGINT)"), 1);
    (format!("VALUES ({rows})"), ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_padded_to_few_sizes_with_their_last_value() {
        for (count, size) in [
            (1, 1),
            (2, 32),
            (32, 32),
            (33, 512),
            (512, 512),
            (513, 1024),
        ] {
            let values: Vec<Value> = (0..count).map(Value::Int).collect();
            let (places, padded) = padded(values);
            assert_eq!(padded.len(), size);
            assert_eq!(padded.last(), Some(&Value::Int(count - 1)));
            assert!(places.ends_with(&format!("${size}")), "{places}");
        }
    }

    #[test]
    fn list_after_other_parameters_counts_on() {
        let (places, _) = padded_after(3, vec![Value::Int(1)]);
        assert_eq!(places, "$4");
    }
    #[test]
    fn rows_have_the_type_of_ids() {
        let (rows, ids) = id_rows_after(3, vec![Value::Int(1), Value::Int(2)]);
        assert!(
            rows.starts_with("VALUES (CAST($4 AS BIGINT)), ($5), ($6)"),
            "{rows}"
        );
        assert_eq!(ids.len(), 32);
        assert_eq!(ids.iter().filter(|id| **id == Value::Null).count(), 30);
    }
}
