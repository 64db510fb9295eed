//! A digest of rows that does not depend on their order, in which engines differ.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::value::Value;

/// The sum of the rows' SHA-256 digests, as four numbers that wrap around, and their count.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    sum: [u64; 4],
    rows: u64,
}

impl Digest {
    /// Adds a row to the sum.
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            hash_value(&mut hash, value);
        }
        let hash = hash.finalize();
        for (sum, part) in self.sum.iter_mut().zip(hash.as_chunks().0) {
            *sum = sum.wrapping_add(u64::from_le_bytes(*part));
        }
        self.rows += 1;
    }

    /// The number of rows added.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }
}

/// Type and length come first, so that different rows never give the same text.
fn hash_value(hash: &mut Sha256, value: &Value) {
    let (kind, bytes): (u8, &[u8]) = match value {
        Value::Null => (0, &[]),
        Value::Int(number) => (1, &number.to_le_bytes()),
        Value::Real(number) => (2, &number.to_bits().to_le_bytes()),
        Value::Text(text) => (3, text.as_bytes()),
        Value::Blob(bytes) => (4, bytes),
    };
    hash.update([kind]);
    hash.update(bytes.len().to_le_bytes());
    hash.update(bytes);
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sum
            .iter()
            .try_for_each(|part| write!(f, "{part:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(rows: &[Vec<Value>]) -> Digest {
        let mut digest = Digest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    #[test]
    fn rows_in_another_order_are_the_same_and_other_rows_are_not() {
        let (one, two) = (
            vec![1_i64.into(), "a".into()],
            vec![2_i64.into(), "a".into()],
        );
        let both = digest(&[one.clone(), two.clone()]);
        assert_eq!(both, digest(&[two.clone(), one.clone()]));
        for other in [vec![], vec![one.clone()], vec![one.clone(), one.clone()]] {
            assert_ne!(both.to_string(), digest(&other).to_string());
        }
    }

    #[test]
    fn different_values_have_different_digests() {
        let text = |text: &str| Value::from(text);
        let rows: [Vec<Value>; 9] = [
            vec![Value::Null],
            vec![0_i64.into()],
            vec![0_f64.into()],
            vec![(-0_f64).into()],
            vec![text("")],
            vec![Value::Blob(vec![])],
            vec![text("ab"), text("c")],
            vec![text("a"), text("bc")],
            vec![text("abc")],
        ];
        let mut digests: Vec<_> = rows.map(|row| digest(&[row]).to_string()).into();
        digests.sort();
        digests.dedup();
        assert_eq!(digests.len(), 9);
    }
}
