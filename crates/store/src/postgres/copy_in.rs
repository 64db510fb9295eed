//! Many rows to a table at once.

use std::pin::pin;

use deadpool_postgres::Object;
use tokio_postgres::{Error, binary_copy::BinaryCopyInWriter, types::Type};

use crate::value::Value;

/// Adds rows by `COPY`, which parses and plans nothing for each of them.
///
/// **Invariant:** after a failure the connection is not used again, since after a `COPY` refused before its first row the
/// driver is out of step with the server. `Tx` sends nothing more, and `Lent` closes the connection.
pub(super) async fn copy_in(
    connection: &Object,
    table: &str,
    columns: &str,
    rows: &[Vec<Value>],
) -> Result<(), Error> {
    let select = format!("SELECT {columns} FROM {table} LIMIT 0");
    let select = connection.prepare_cached(&select).await?;
    let types = select.columns().iter().map(|column| column.type_().clone());
    let types: Vec<Type> = types.collect();
    let copy = format!("COPY {table} ({columns}) FROM STDIN BINARY");
    let copy = connection.prepare_cached(&copy).await?;
    let mut writer = pin!(BinaryCopyInWriter::new(
        connection.copy_in(&copy).await?,
        &types
    ));
    for row in rows {
        writer.as_mut().write_raw(row).await?;
    }
    writer.finish().await?;
    Ok(())
}
