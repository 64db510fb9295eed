//! Tables spread over the nodes of Citus, an extension by which several PostgreSQL servers hold one database:
//! a coordinator, and workers. [`tables`](crate::tables) says how each table is distributed.
//!
//! **Invariant:** if users' tables are distributed, all tables are. A migration distributes the tables that it creates.
//!
//! **Invariant:** Citus enforces a unique key on one node alone. So a key without its table's distribution column
//! gets that column as its last. A value that must be unique in the whole database is the key of a lookup row
//! (addresses, identities), or random (secrets, sessions).

use domain::{Error, Result};

use crate::{
    tables::{Spread, TABLES, Table},
    tx::Tx,
};

/// The first table that is spread by user; other tables spread by user are colocated with it.
const FIRST: &str = "account";
/// Tables distributed by this column are not colocated with users' rows: its type differs.
const BY_TITLE: &str = "mal_id";
/// The first table that is spread by title; other tables spread by title are colocated with it.
const FIRST_BY_TITLE: &str = "vote";
/// Has Citus go through a table's parts one after the other, on one connection to each node: on several it may
/// not write all kinds of tables in one transaction.
pub(crate) const SEQUENTIAL_SHARDS: &str =
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";
/// A table made only here is like on any PostgreSQL, whatever it references.
const LOCAL_DDL: &str = "SET LOCAL citus.enable_ddl_propagation TO off";
const PROPAGATED_DDL: &str = "SET LOCAL citus.enable_ddl_propagation TO on";

/// Whether users' tables are spread over the nodes of Citus.
pub(crate) async fn is_distributed(tx: &mut Tx) -> Result<bool> {
    if !tx.is_on_server() || !has_citus(tx).await? {
        return Ok(false);
    }
    let by_hash = "SELECT 1 FROM pg_dist_partition \
         WHERE logicalrelid = to_regclass('account') AND partmethod = 'h'";
    Ok(!tx.query(by_hash, vec![]).await?.is_empty())
}

/// Fails with `Invalid` at a worker of Citus: only the coordinator of a [distributed](is_distributed) database
/// changes tables, and servers find one another only there.
pub(crate) async fn require_coordinator(tx: &mut Tx) -> Result<()> {
    let group = "SELECT groupid FROM pg_dist_local_group WHERE groupid <> 0";
    if tx.query(group, vec![]).await?.is_empty() {
        return Ok(());
    }
    Err(Error::Invalid(
        "the database address leads to a worker of Citus. Name the coordinator as well: \
         --coordinator HOST:PORT"
            .into(),
    ))
}

/// Runs a migration where tables are spread, and spreads those that it makes.
pub(crate) async fn migrate(tx: &mut Tx, sql: &'static str) -> Result<()> {
    tx.batch(SEQUENTIAL_SHARDS).await?;
    for statement in statements(sql) {
        let Some(name) = made_table(&statement) else {
            tx.batch(statement).await?;
            continue;
        };
        let table = TABLES.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| {
            let source = format!("the table {name} is not among those of tables.rs");
            Error::internal("spreading a new table over the nodes of Citus", source)
        })?;
        tx.batch(LOCAL_DDL).await?;
        tx.batch(statement).await?;
        tx.batch(PROPAGATED_DDL).await?;
        spread(tx, &[table]).await?;
    }
    Ok(())
}

/// Whether the database has the extension Citus.
pub(crate) async fn has_citus(tx: &mut Tx) -> Result<bool> {
    let sql = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
    Ok(!tx.query(sql, vec![]).await?.is_empty())
}

/// Spreads tables, in the order in which they refer to one another. Their foreign keys go before and come back
/// after it: Citus takes none between a table that is spread and one that is not yet.
pub(crate) async fn spread(tx: &mut Tx, tables: &[&Table]) -> Result<()> {
    tx.batch(SEQUENTIAL_SHARDS).await?;
    let keys = foreign_keys(tx, tables).await?;
    for ForeignKey { table, name, .. } in &keys {
        tx.batch(format!("ALTER TABLE {table} DROP CONSTRAINT {name}"))
            .await?;
    }
    for table in tables {
        let name = table.name;
        let spread = match table.spread {
            Spread::Everywhere => format!("SELECT create_reference_table('{name}')"),
            Spread::By(column) => {
                widen_keys(tx, name, column).await?;
                let with = match (name, column) {
                    (FIRST | FIRST_BY_TITLE, _) => "none",
                    (_, BY_TITLE) => FIRST_BY_TITLE,
                    _ => FIRST,
                };
                format!(
                    "SELECT create_distributed_table('{name}', '{column}', colocate_with => '{with}')"
                )
            }
        };
        tx.batch(spread).await?;
        // The rows are in the parts now, and those that they were copied from would stay for ever
        tx.batch(format!(
            "SELECT truncate_local_data_after_distributing_table('{name}')"
        ))
        .await?;
    }
    for ForeignKey {
        table,
        name,
        definition,
    } in &keys
    {
        tx.batch(format!(
            "ALTER TABLE {table} ADD CONSTRAINT {name} {definition}"
        ))
        .await?;
    }
    Ok(())
}

/// A foreign key; PostgreSQL writes its definition.
struct ForeignKey {
    table: String,
    name: String,
    definition: String,
}

/// Reads the foreign keys that lead from these tables or to them.
async fn foreign_keys(tx: &mut Tx, tables: &[&Table]) -> Result<Vec<ForeignKey>> {
    let sql = "SELECT conrelid::regclass::text AS of_table, confrelid::regclass::text AS to_table, \
         conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint \
         WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 3";
    let mut keys = Vec::new();
    for mut row in tx.query(sql, vec![]).await? {
        let (table, to): (String, String) = (row.take("of_table")?, row.take("to_table")?);
        if tables.iter().any(|it| it.name == table || it.name == to) {
            keys.push(ForeignKey {
                table,
                name: row.take("name")?,
                definition: row.take("definition")?,
            });
        }
    }
    Ok(keys)
}

/// Gives each unique key of a table the column as its last, if it lacks that.
async fn widen_keys(tx: &mut Tx, table: &str, column: &str) -> Result<()> {
    let sql = "SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint \
         WHERE conrelid = to_regclass($1) AND contype IN ('p', 'u') AND NOT EXISTS (\
         SELECT 1 FROM pg_attribute WHERE attrelid = conrelid AND attname = $2 \
         AND attnum = ANY (conkey))";
    for mut row in tx.query(sql, vec![table.into(), column.into()]).await? {
        let (name, narrow): (String, String) = (row.take("name")?, row.take("definition")?);
        let narrow = narrow.trim_end_matches(')');
        tx.batch(format!(
            "ALTER TABLE {table} DROP CONSTRAINT {name}, ADD CONSTRAINT {name} {narrow}, {column})"
        ))
        .await?;
    }
    Ok(())
}

/// Splits a migration into its statements, without comments.
fn statements(sql: &str) -> Vec<String> {
    let lines = sql.lines();
    let code: Vec<&str> = lines
        .filter(|line| !line.trim_start().starts_with("--"))
        .collect();
    let code = code.join("\n");
    let statements = code.split(';').map(str::trim);
    let statements = statements.filter(|statement| !statement.is_empty());
    statements.map(str::to_owned).collect()
}

/// The name of the table that a statement creates; `None` if it creates none.
fn made_table(statement: &str) -> Option<&str> {
    let mut words = statement.split([' ', '\n', '(']);
    (words.next() == Some("CREATE") && words.next() == Some("TABLE")).then(|| words.next())?
}
