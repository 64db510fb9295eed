//! Functions of ours on PostgreSQL, for what is one round trip as one statement and many as several. The
//! contract suite holds them equal to the statements that SQLite runs.
//!
//! **Invariant:** a function that a released version calls is never edited; a changed one gets another
//! name. So servers of the version before go on calling theirs.

use domain::Result;

use crate::{distribution, tx::Tx};

struct Function {
    name: &'static str,
    sql: &'static str,
    /// Has each node of a Citus cluster run it for the owners whose data it holds.
    spread: &'static str,
}

const FUNCTIONS: &[Function] = &[Function {
    name: "change_list_2",
    sql: include_str!("../functions/change_list_2.sql"),
    spread: "SELECT create_distributed_function(\
             'change_list_2(TEXT, TEXT, BIGINT, BIGINT, TEXT, BIGINT, BIGINT, BIGINT, TEXT, TEXT)', \
             'owner', colocate_with => 'user_record')",
}];

/// Creates the functions that are missing. `tx` must run alone.
pub(crate) async fn make(tx: &mut Tx) -> Result<()> {
    if !tx.is_on_server() {
        return Ok(());
    }
    let mut new = Vec::new();
    for function in FUNCTIONS {
        let there = "SELECT 1 FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace \
             WHERE n.nspname = current_schema() AND p.proname = $1";
        if tx
            .query(there, vec![function.name.into()])
            .await?
            .is_empty()
        {
            tx.batch(function.sql).await?;
            new.push(function);
        }
    }
    if !new.is_empty() && distribution::is_distributed(tx).await? {
        for function in new {
            tx.batch(function.spread).await?;
        }
    }
    Ok(())
}

/// Spreads all functions over the nodes of Citus, as users' tables are.
pub(crate) async fn spread(tx: &mut Tx) -> Result<()> {
    for function in FUNCTIONS {
        tx.batch(function.spread).await?;
    }
    Ok(())
}
