//! Lists in SQL that both engines read: `x IN ($1, $2, …)`.

use crate::value::Value;

/// Values of a list, padded with the last one, and their placeholders.
///
/// The sizes are 1, 32, 512 and then powers of two, so that prepared statements are few.
/// **Invariant:** `values` has at least one and at most 16,384 values; more is more than the
/// engines take.
pub(crate) fn padded(mut values: Vec<Value>) -> (String, Vec<Value>) {
    let size = match values.len() {
        0 | 1 => 1,
        2..=32 => 32,
        33..=512 => 512,
        more => more.next_power_of_two(),
    };
    if let Some(last) = values.last().cloned() {
        values.resize(size, last);
    }
    let places: Vec<String> = (1..=size).map(|n| format!("${n}")).collect();
    (places.join(", "), values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_in_few_steps_and_repeat_their_last_value() {
        for (given, size) in [
            (1, 1),
            (2, 32),
            (32, 32),
            (33, 512),
            (512, 512),
            (513, 1024),
        ] {
            let values: Vec<Value> = (0..given).map(Value::Int).collect();
            let (places, padded) = padded(values);
            assert_eq!(padded.len(), size);
            assert_eq!(padded.last(), Some(&Value::Int(given - 1)));
            assert!(places.ends_with(&format!("${size}")), "{places}");
        }
    }
}
