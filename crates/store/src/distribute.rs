//! `mitai db distribute`: spreads the tables of a database over the nodes of Citus.

use domain::{Error, Result};

use crate::{
    DatabaseUrl, Store,
    account::lookup,
    distribution::{has_citus, is_distributed, require_coordinator, spread},
    functions, migrations,
    tables::{Spread, TABLES, Table},
    tx::Tx,
};

/// A table, and how it is spread over the nodes of Citus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpreadTable {
    /// The table's name.
    pub name: &'static str,
    /// The column by whose value a row's node is found; `None` where each node holds all rows.
    pub column: Option<&'static str>,
    /// Whether the table was spread before this run.
    pub was_spread: bool,
}

/// Spreads the tables of a database over the nodes of Citus, in one transaction, and tells how each is spread.
/// A `dry_run` tells the same and changes nothing. Tables that are spread stay as they are.
///
/// No server of a version before the one with lookup rows may run. Servers that run now wait meanwhile, and are to
/// be started again after it.
///
/// Fails with `Invalid` where tables cannot be spread: on SQLite, without Citus, at a node that is not its
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
    let mut plan: Vec<_> = TABLES.iter().map(planned).collect();
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

const fn planned(table: &Table) -> SpreadTable {
    SpreadTable {
        name: table.name,
        column: match table.spread {
            Spread::Everywhere => None,
            Spread::By(column) => Some(column),
        },
        was_spread: false,
    }
}
