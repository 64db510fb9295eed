//! Copies one database into an empty one, between any engines.
//!
//! **Invariant:** the target holds all of the source or nothing: everything is written in one
//! transaction, which is committed only if both sides hold the same.

mod digest;

use std::error::Error as StdError;

use domain::{Error, Result};

use self::digest::Digest;
use crate::{
    DatabaseUrl, Store,
    account::lookup,
    distribution, sqlite,
    tables::{TABLES, Table},
    tx::Tx,
    value::{Row, Value},
};

/// A table's content in both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// The table's name.
    pub name: &'static str,
    /// The number of the table's rows.
    pub rows: u64,
    /// A digest of all rows, whatever their order, in hexadecimal digits.
    pub digest: String,
}

/// The outcome of a copy.
#[derive(Debug)]
pub struct Copied {
    /// Every table of the schema, with the content that both databases hold.
    pub tables: Vec<CopiedTable>,
    /// The tables of the source that somebody has written to since the copy began: what they wrote
    /// is not in the target. An error where the source could not be read again; the copy is whole.
    pub written_since: Result<Vec<&'static str>>,
}

/// Copies all of `from` into `to`, which must hold nothing. Both get the newest schema, and `from` the
/// lookup rows that servers of the version before have left out. What is copied is of one instant;
/// memory does not grow with it.
///
/// Fails with `Invalid` if there is no database at `from` or `to` holds something, else as
/// [`Store::open`] does or with the failure of a table, named. What fails leaves `to` empty.
pub async fn copy(from: &DatabaseUrl, to: &DatabaseUrl) -> Result<Copied> {
    if let DatabaseUrl::Sqlite(path) = from {
        sqlite::exists(path)?;
    }
    let (source, target) = (Store::open(from).await?, Store::open(to).await?);
    if !source.is_distributed() {
        let mut tx = source.begin_exclusive().await?;
        lookup::complete(&mut tx).await?;
        tx.commit().await?;
    }
    let mut reading = source.snapshot().await?;
    let mut writing = target.begin_exclusive().await?;
    if target.is_distributed() {
        writing.batch(distribution::SEQUENTIAL_SHARDS).await?;
    }
    empty(&mut writing).await?;
    let mut tables = Vec::new();
    for table in TABLES {
        let copied = copy_table(table, &mut reading, &mut writing).await;
        tables.push(copied.map_err(|fault| in_table(table, fault))?);
    }
    reading.rollback().await?;
    writing.commit().await?;
    let written_since = written_since(&source, &tables).await;
    Ok(Copied {
        tables,
        written_since,
    })
}

/// Sees that a new schema is all there is, and takes away the rows that it brings along.
async fn empty(target: &mut Tx) -> Result<()> {
    let new = "DELETE FROM catalogue_revision WHERE revision = 0";
    target.execute(new, vec![]).await?;
    for table in TABLES {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if !target.query(sql, vec![]).await?.is_empty() {
            return Err(Error::Invalid(format!(
                "the database to copy to holds something already (in its table {}) and stays as it \
                 is; give one that is empty and that no server has been started on",
                table.name
            )));
        }
    }
    Ok(())
}

async fn copy_table(
    table: &'static Table,
    source: &mut Tx,
    target: &mut Tx,
) -> Result<CopiedTable> {
    let mut source_digest = Digest::default();
    let mut pages = Pages::of(table);
    while let Some(rows) = pages.next(source).await? {
        for row in &rows {
            source_digest.add(row.values());
        }
        let rows = rows.into_iter().map(Row::into_values).collect();
        table.insert().write(target, rows).await?;
    }
    let target_digest = digest(table, target).await?;
    if source_digest != target_digest {
        return Err(Error::internal(
            "the copy is not the same as what was copied, so nothing of it is kept",
            format!(
                "{} rows were read and {} kept",
                source_digest.rows(),
                target_digest.rows()
            ),
        ));
    }
    Ok(CopiedTable {
        name: table.name,
        rows: target_digest.rows(),
        digest: target_digest.to_string(),
    })
}

async fn digest(table: &'static Table, tx: &mut Tx) -> Result<Digest> {
    let mut digest = Digest::default();
    let mut pages = Pages::of(table);
    while let Some(rows) = pages.next(tx).await? {
        for row in &rows {
            digest.add(row.values());
        }
    }
    Ok(digest)
}

async fn written_since(source: &Store, copied: &[CopiedTable]) -> Result<Vec<&'static str>> {
    let mut now = source.snapshot().await?;
    let mut written = Vec::new();
    for (table, copied) in TABLES.iter().zip(copied) {
        if digest(table, &mut now).await?.to_string() != copied.digest {
            written.push(table.name);
        }
    }
    now.rollback().await?;
    Ok(written)
}

/// Reads the rows of a table in the order of its key, page by page.
struct Pages {
    table: &'static Table,
    /// The key of the last row read; empty before the first page.
    after: Vec<Value>,
    ended: bool,
}

impl Pages {
    fn of(table: &'static Table) -> Self {
        Self {
            table,
            after: Vec::new(),
            ended: false,
        }
    }

    async fn next(&mut self, tx: &mut Tx) -> Result<Option<Vec<Row>>> {
        if self.ended {
            return Ok(None);
        }
        let sql = self.table.page(self.after.is_empty());
        let rows = tx.query(sql, std::mem::take(&mut self.after)).await?;
        self.ended = rows.len() < self.table.at_once;
        if let Some(last) = rows.last() {
            self.after = self.table.key_of(last.values());
        }
        Ok(Some(rows))
    }
}

/// A fault with the table that was being copied.
#[derive(Debug, thiserror::Error)]
#[error("in the table {table}")]
struct InTable {
    table: &'static str,
    source: Box<dyn StdError + Send + Sync>,
}

fn in_table(table: &'static Table, fault: Error) -> Error {
    let table = table.name;
    let source = fault.into();
    Error::internal("copying ended", InTable { table, source })
}
