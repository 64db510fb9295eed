//! Tables spread over the nodes of Citus, an extension by which several PostgreSQL servers hold one database:
//! a coordinator, and workers. How each table is spread is said in [`tables`](crate::tables).
//!
//! **Invariant:** where users' tables are spread, all tables are. A migration spreads what it makes.
//!
//! **Invariant:** Citus knows a unique key on one node alone, so that a key without the column by which its table
//! is spread gets that as its last. What must be unique in all of the database is the key of a lookup row
//! (addresses, identities), or random (secrets, sessions).

use domain::{Error, Result};

use crate::{
    DatabaseUrl, Store,
    account::lookup,
    functions, migrations,
    tables::{Spread, TABLES, Table},
    tx::Tx,
};

/// The table whose rows those of the others are with.
const FIRST: &str = "account";
/// Has Citus go through a table's parts one after the other, on one connection to each node: on several it may
/// not write all kinds of tables in one transaction.
pub(crate) const ONE_AFTER_THE_OTHER: &str =
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";
/// What is made here alone is a table as on any PostgreSQL, whatever it refers to.
const HERE_ALONE: &str = "SET LOCAL citus.enable_ddl_propagation TO off";
const EVERYWHERE: &str = "SET LOCAL citus.enable_ddl_propagation TO on";

/// A table, and how it is spread over the nodes of Citus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpreadTable {
    /// Its name.
    pub name: &'static str,
    /// The column by whose value a row's node is found; `None` where each node holds all rows.
    pub column: Option<&'static str>,
    /// Whether it was spread before.
    pub was_spread: bool,
}

/// Spreads the tables of a database over the nodes of Citus, in one transaction, and tells how each is spread.
/// A `dry_run` tells the same and changes nothing. Tables that are spread stay as they are.
///
/// No server of a version before the one with lookup rows may run. Servers that run now wait meanwhile, and are to
/// be started again after it.
///
/// Fails with `Invalid` where that cannot be: on SQLite, without Citus, at a node that is not its
/// coordinator, or where a table is spread otherwise.
pub async fn distribute(url: &DatabaseUrl, dry_run: bool) -> Result<Vec<SpreadTable>> {
    if matches!(url, DatabaseUrl::Sqlite(_)) {
        return Err(Error::Invalid(
            "SQLite is a file on one machine. Move to PostgreSQL with Citus first: mitai db copy"
                .into(),
        ));
    }
    let store = Store::connect(url).await?;
    let mut tx = store.begin_exclusive().await?;
    require_citus(&mut tx).await?;
    if dry_run {
        let plan = plan(&mut tx).await?;
        tx.rollback().await?;
        return Ok(plan);
    }
    tx.rollback().await?;
    migrations::run(store.begin_exclusive().await?).await?;
    let mut tx = store.begin_exclusive().await?;
    tx.limit_lock_wait().await?;
    let plan = plan(&mut tx).await?;
    if !is_distributed(&mut tx).await? {
        lookup::complete(&mut tx).await?;
    }
    let is_new = |table: &&Table| {
        plan.iter()
            .any(|it| it.name == table.name && !it.was_spread)
    };
    spread(&mut tx, &TABLES.iter().filter(is_new).collect::<Vec<_>>()).await?;
    functions::spread(&mut tx).await?;
    tx.commit().await?;
    Ok(plan)
}

/// Whether users' tables are spread over several nodes.
pub(crate) async fn is_distributed(tx: &mut Tx) -> Result<bool> {
    if !tx.is_on_server() || !has_citus(tx).await? {
        return Ok(false);
    }
    let by_hash = "SELECT 1 FROM pg_dist_partition \
         WHERE logicalrelid = to_regclass('account') AND partmethod = 'h'";
    Ok(!tx.query(by_hash, vec![]).await?.is_empty())
}

/// Sees that this is the coordinator of a database that is [distributed](is_distributed): Citus changes tables
/// there alone, and there servers find one another.
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
    tx.batch(ONE_AFTER_THE_OTHER).await?;
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
        tx.batch(HERE_ALONE).await?;
        tx.batch(statement).await?;
        tx.batch(EVERYWHERE).await?;
        spread(tx, &[table]).await?;
    }
    Ok(())
}

async fn has_citus(tx: &mut Tx) -> Result<bool> {
    let sql = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
    Ok(!tx.query(sql, vec![]).await?.is_empty())
}

async fn require_citus(tx: &mut Tx) -> Result<()> {
    if !has_citus(tx).await? {
        return Err(Error::Invalid(
            "this database has no Citus. Install it on all nodes and run CREATE EXTENSION citus in the \
             database of each (docs/scaling.md has the steps)"
                .into(),
        ));
    }
    require_coordinator(tx).await?;
    let knows_itself = "SELECT 1 FROM pg_dist_node WHERE groupid = 0";
    if tx.query(knows_itself, vec![]).await?.is_empty() {
        return Err(Error::Invalid(
            "Citus does not know yet how its nodes reach the coordinator. Run there SELECT \
             citus_set_coordinator_host('HOST', PORT) and, for each worker, SELECT \
             citus_add_node('HOST', PORT)"
                .into(),
        ));
    }
    Ok(())
}

/// How each table is to be spread that there is or will be, and whether it is.
async fn plan(tx: &mut Tx) -> Result<Vec<SpreadTable>> {
    let sql = "SELECT c.relname AS name, p.partmethod::text || p.repmodel::text AS method, \
         column_to_column_name(p.logicalrelid, p.partkey) AS spread_by \
         FROM pg_class c JOIN pg_dist_partition p ON p.logicalrelid = c.oid \
         WHERE c.relnamespace = current_schema()::regnamespace";
    let mut plan: Vec<_> = TABLES.iter().map(wanted).collect();
    for mut row in tx.query(sql, vec![]).await? {
        let (name, method): (String, String) = (row.take("name")?, row.take("method")?);
        let spread_by: Option<String> = row.take("spread_by")?;
        let Some(table) = plan.iter_mut().find(|table| table.name == name) else {
            continue;
        };
        // By hash; or as a table that each node holds, kept alike by two-phase commits
        let is_as_wanted = match table.column {
            Some(column) => method.starts_with('h') && spread_by.as_deref() == Some(column),
            None => method == "nt",
        };
        if !is_as_wanted {
            return Err(Error::Invalid(format!(
                "the table {name} is spread over the nodes already, otherwise than Mitai wants it. Undo that \
                 first: SELECT undistribute_table('{name}')"
            )));
        }
        table.was_spread = true;
    }
    Ok(plan)
}

const fn wanted(table: &Table) -> SpreadTable {
    SpreadTable {
        name: table.name,
        column: match table.spread {
            Spread::Everywhere => None,
            Spread::By(column) => Some(column),
        },
        was_spread: false,
    }
}

/// Spreads tables, in the order in which they refer to one another. Their foreign keys go before and come back
/// after it: Citus takes none between a table that is spread and one that is not yet.
async fn spread(tx: &mut Tx, tables: &[&Table]) -> Result<()> {
    tx.batch(ONE_AFTER_THE_OTHER).await?;
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
                let with = if name == FIRST { "none" } else { FIRST };
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

/// A foreign key, as PostgreSQL writes it.
struct ForeignKey {
    table: String,
    name: String,
    definition: String,
}

/// Those that lead from these tables or to them.
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

/// The statements of a migration, without comments.
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

/// The table that a statement makes.
fn made_table(statement: &str) -> Option<&str> {
    let mut words = statement.split([' ', '\n', '(']);
    (words.next() == Some("CREATE") && words.next() == Some("TABLE")).then(|| words.next())?
}
