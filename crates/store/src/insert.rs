//! Rows that are written many at a time.

use domain::Result;

use crate::{
    tx::Tx,
    value::{Statement, Value},
};

/// The numbers of rows in one statement on a server: each statement is planned there and answered, and on Citus goes to
/// every node that holds its table. Few sizes, so that few prepared statements exist.
const SERVER_BATCHES: &[usize] = &[128, 16, 1];
/// The number of rows from which on they go to a server by `COPY`, which cannot update existing rows.
const COPY_THRESHOLD: usize = 128;
/// The number of rows in one statement on SQLite: it reads few parameters faster, and a statement is no round trip.
const SQLITE_BATCHES: &[usize] = &[1];

/// An `INSERT` of rows, or a `COPY` of many.
#[derive(Debug)]
pub(crate) struct Insert<'a> {
    table: &'a str,
    columns: &'a [&'a str],
    /// The `ON CONFLICT` clause behind the rows, with a space before it, or nothing.
    conflict: String,
}

impl<'a> Insert<'a> {
    /// An insert of rows with these columns, none of which is stored yet.
    pub(crate) const fn into(table: &'a str, columns: &'a [&'a str]) -> Self {
        Self {
            table,
            columns,
            conflict: String::new(),
        }
    }

    /// The same insert, but an existing row with the same `key`, one column or more, gets the new values.
    pub(crate) fn or_update(self, key: &str) -> Self {
        let updates: Vec<String> = (self.columns.iter())
            .filter(|column| key.split(", ").all(|of_key| of_key != **column))
            .map(|column| format!("{column} = excluded.{column}"))
            .collect();
        let updates = updates.join(", ");
        self.on_conflict(&format!("({key}) DO UPDATE SET {updates}"))
    }

    /// The same insert, with this `ON CONFLICT` clause for existing rows.
    pub(crate) fn on_conflict(self, conflict: &str) -> Self {
        Self {
            conflict: format!(" ON CONFLICT {conflict}"),
            ..self
        }
    }

    /// Writes `rows`, each of which has a value for every column.
    pub(crate) async fn write(&self, tx: &mut Tx, rows: Vec<Vec<Value>>) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        tx.fills(self.table);
        let statements = self.copy_many(tx, rows).await?;
        tx.execute_all(statements).await
    }

    /// Writes `rows` where they can be copied, and returns what is to run to write them otherwise.
    pub(crate) async fn copy_many(
        &self,
        tx: &mut Tx,
        rows: Vec<Vec<Value>>,
    ) -> Result<Vec<Statement>> {
        if tx.is_on_server() && self.conflict.is_empty() && rows.len() >= COPY_THRESHOLD {
            let columns = self.columns.join(", ");
            tx.copy_in(self.table, &columns, &rows).await?;
            return Ok(Vec::new());
        }
        Ok(self.statements(tx, rows))
    }

    /// The statements that write `rows`, each of which has a value for every column.
    pub(crate) fn statements(&self, tx: &Tx, rows: Vec<Vec<Value>>) -> Vec<Statement> {
        let sizes = if tx.is_on_server() {
            SERVER_BATCHES
        } else {
            SQLITE_BATCHES
        };
        self.in_sizes(sizes, rows)
    }

    fn in_sizes(&self, sizes: &[usize], rows: Vec<Vec<Value>>) -> Vec<Statement> {
        let mut left = rows.len();
        let mut rows = rows.into_iter();
        let mut statements = Vec::new();
        for size in sizes {
            let together = |_| rows.by_ref().take(*size).flatten().collect();
            let params: Vec<Vec<Value>> = (0..left / size).map(together).collect();
            left %= size;
            if !params.is_empty() {
                statements.push((self.sql(*size).into(), params));
            }
        }
        statements
    }

    fn sql(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |row| {
            let places = (1..=width).map(|column| format!("${}", row * width + column));
            format!("({})", places.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!(
            "INSERT INTO {} ({}) VALUES {}{}",
            self.table,
            self.columns.join(", "),
            rows.join(", "),
            self.conflict
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Insert<'_> = Insert::into("pair", &["a", "b"]);

    #[test]
    fn rows_are_numbered_through() {
        assert_eq!(
            PAIRS.or_update("a").sql(2),
            "INSERT INTO pair (a, b) VALUES ($1, $2), ($3, $4) \
             ON CONFLICT (a) DO UPDATE SET b = excluded.b"
        );
        let row = Insert::into("pair", &["a", "b", "c"]).or_update("a, b");
        assert!(
            row.sql(1)
                .ends_with("ON CONFLICT (a, b) DO UPDATE SET c = excluded.c")
        );
    }

    #[test]
    fn every_row_is_in_one_statement_of_few_sizes() {
        for (count, sizes) in [
            (0_i64, vec![]),
            (1, vec![1]),
            (16, vec![16]),
            (300, vec![128, 16, 1]),
        ] {
            let rows: Vec<Vec<Value>> = (0..count).map(|n| vec![n.into(), (-n).into()]).collect();
            let statements = PAIRS.in_sizes(SERVER_BATCHES, rows.clone());
            let texts = sizes.iter().map(|size| PAIRS.sql(*size));
            assert!(statements.iter().map(|(sql, _)| &**sql).eq(texts));
            for ((_, params), size) in statements.iter().zip(sizes) {
                assert!(params.iter().all(|params| params.len() == 2 * size));
            }
            let written = statements.into_iter().flat_map(|(_, params)| params);
            assert!(written.flatten().eq(rows.into_iter().flatten()));
        }
    }
}
