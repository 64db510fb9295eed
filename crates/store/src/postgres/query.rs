//! A query and the rows of its answer.

use deadpool_postgres::Object;
use domain::Result;
use futures::TryStreamExt as _;
use tokio_postgres::{Client, Statement, types::Type};

use crate::{
    error,
    value::{Columns, Row, Value},
};

pub(super) async fn prepare(connection: &Object, sql: &str) -> Result<Statement> {
    connection
        .prepare_cached(sql)
        .await
        .map_err(error::postgres)
}

pub(super) async fn query(
    client: &Client,
    statement: &Statement,
    params: &[Value],
) -> Result<Vec<Row>> {
    let rows = client.query_raw(statement, params).await;
    let rows = rows.map_err(error::postgres)?.try_collect();
    let rows: Vec<_> = rows.await.map_err(error::postgres)?;
    let names = statement.columns().iter().map(tokio_postgres::Column::name);
    let columns: Columns = names.map(Box::from).collect();
    rows.iter().map(|read| row(&columns, read)).collect()
}

fn row(columns: &Columns, row: &tokio_postgres::Row) -> Result<Row> {
    row.columns()
        .iter()
        .enumerate()
        .map(|(index, column)| value(row, index, column.type_()))
        .collect::<Result<_, _>>()
        .map(|values| Row::new(columns, values))
        .map_err(error::postgres)
}

fn value(
    row: &tokio_postgres::Row,
    index: usize,
    column: &Type,
) -> Result<Value, tokio_postgres::Error> {
    Ok(match *column {
        // PostgreSQL's type for small numbers that a query's text contains
        Type::INT4 => row.try_get::<_, Option<i32>>(index)?.map(i64::from).into(),
        Type::INT8 => row.try_get::<_, Option<i64>>(index)?.into(),
        Type::FLOAT8 => row.try_get::<_, Option<f64>>(index)?.into(),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(index)?.into(),
        _ => row.try_get::<_, Option<String>>(index)?.into(),
    })
}
