//! Lists of parameters for SQL: `x IN ($1, $2, …)`.

use domain::anime::MalId;

use crate::value::Value;

/// The ids of titles as SQL values.
pub(crate) fn id_values(ids: &[MalId]) -> Vec<Value> {
    ids.iter().map(|id| id.get().into()).collect()
}

/// The placeholders of a list, and its values, padded with the last one.
///
/// Sizes are 1, 32, 512 and then powers of two, so that few prepared statements exist. One look at all of a list reads all
/// rows of a user once at worst; a look at each may read them all each time, where PostgreSQL has analyzed the table before
/// the user had any.
/// **Invariant:** `values` has 1 to 16,384 values; the engines take no more.
pub(crate) fn padded(values: Vec<Value>) -> (String, Vec<Value>) {
    padded_after(0, values)
}

/// The placeholders and values of a list behind `before` other parameters, padded as by [`padded`].
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
    fn list_parameters_are_numbered_after_the_others() {
        let (places, _) = padded_after(3, vec![Value::Int(1)]);
        assert_eq!(places, "$4");
    }
}
