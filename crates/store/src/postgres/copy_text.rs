//! Rows in the text form of PostgreSQL's `COPY`, as <https://www.postgresql.org/docs/current/sql-copy.html> describes it.

use bytes::{BufMut as _, Bytes, BytesMut};

use crate::value::Value;

/// Bytes of a piece, more or less: a row is in one.
const PIECE: usize = 64 * 1024;

/// Rows as pieces of text, one line for each.
pub(super) fn pieces(rows: &[Vec<Value>]) -> impl Iterator<Item = Bytes> {
    let mut rows = rows.iter().peekable();
    std::iter::from_fn(move || {
        let mut piece = BytesMut::new();
        while let Some(row) = rows.next_if(|_| piece.len() < PIECE) {
            line(row, &mut piece);
        }
        (!piece.is_empty()).then(|| piece.freeze())
    })
}

fn line(row: &[Value], to: &mut BytesMut) {
    for (column, value) in row.iter().enumerate() {
        if column > 0 {
            to.put_u8(b'\t');
        }
        push(value, to);
    }
    to.put_u8(b'\n');
}

fn push(value: &Value, to: &mut BytesMut) {
    match value {
        Value::Null => to.put_slice(b"\\N"),
        Value::Int(number) => to.put_slice(number.to_string().as_bytes()),
        Value::Real(number) => to.put_slice(number.to_string().as_bytes()),
        Value::Text(text) => {
            for byte in text.bytes() {
                match byte {
                    b'\\' => to.put_slice(b"\\\\"),
                    b'\n' => to.put_slice(b"\\n"),
                    b'\r' => to.put_slice(b"\\r"),
                    b'\t' => to.put_slice(b"\\t"),
                    other => to.put_u8(other),
                }
            }
        }
        Value::Blob(bytes) => {
            to.put_slice(b"\\\\x");
            to.put_slice(hex::encode(bytes).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped() {
        let rows = vec![
            vec![Value::Null, Value::Int(-7), Value::Real(0.1)],
            vec![
                "a\tb\r\nc\\N 見".into(),
                "\\N".into(),
                Value::Blob(vec![0, 0xab]),
            ],
        ];
        let text: Vec<u8> = pieces(&rows).flatten().collect();
        let expected = "\\N\t-7\t0.1\na\\tb\\r\\nc\\\\N 見\t\\\\N\t\\\\x00ab\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn pieces_are_whole_rows() {
        let rows = vec![vec![Value::from("x".repeat(PIECE / 2))]; 5];
        let lengths = pieces(&rows).map(|piece| piece.len());
        let row = PIECE / 2 + 1;
        assert_eq!(lengths.collect::<Vec<_>>(), [2 * row, 2 * row, row]);
        assert_eq!(pieces(&[]).count(), 0);
    }
}
