//! Answers that need not be sent again.

use domain::{
    Error, Result,
    anime::MalId,
    mirror::{Asked, HeldAnswer, Said},
};

use crate::{
    catalogue::{from_json, load},
    tx::Tx,
    value::Value,
};

pub(super) async fn keep(tx: &mut Tx, asked: Asked, answer: HeldAnswer) -> Result<()> {
    let digest = digest(tx, asked, &answer.said.titles).await?;
    let said = serde_json::to_string(&answer.said)
        .map_err(|error| Error::internal("writing what an answer says", error))?;
    let sql = "INSERT INTO mirror_answer (asked, mark, said, digest) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (asked) DO UPDATE SET \
        mark = excluded.mark, said = excluded.said, digest = excluded.digest";
    let params = vec![key(asked), answer.mark.into(), said.into(), digest.into()];
    tx.execute(sql, params).await
}

pub(super) async fn held(tx: &mut Tx, asked: Asked) -> Result<Option<HeldAnswer>> {
    let sql = "SELECT mark, said, digest FROM mirror_answer WHERE asked = $1";
    let Some(mut row) = tx.query(sql, vec![key(asked)]).await?.pop() else {
        return Ok(None);
    };
    // What an older version cannot read any more is asked for anew
    let Ok(said) = from_json::<Said>(&row.take::<String>(1)?) else {
        return Ok(None);
    };
    let same = row.take::<String>(2)? == digest(tx, asked, &said.titles).await?;
    let mark = row.take(0)?;
    Ok(same.then_some(HeldAnswer { mark, said }))
}

async fn digest(tx: &mut Tx, asked: Asked, titles: &[MalId]) -> Result<String> {
    let mut stored = load(tx, titles).await?;
    let facts = titles.iter().map(|id| Some(stored.remove(id)?.anime));
    asked
        .digest(facts.collect())
        .map_err(|error| Error::internal("making the digest of an answer", error))
}

fn key(asked: Asked) -> Value {
    asked.to_string().into()
}
