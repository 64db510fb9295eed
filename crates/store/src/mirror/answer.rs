//! Answers that need not be sent again.

use domain::{
    Error, Result,
    anime::MalId,
    mirror::{AnswerMetadata, CachedAnswer, MirrorRequest},
};

use crate::{
    anime::{from_json, load},
    tx::Tx,
    value::Value,
};

pub(super) async fn save(tx: &mut Tx, request: MirrorRequest, answer: CachedAnswer) -> Result<()> {
    let digest = digest(tx, request, &answer.metadata.titles).await?;
    let said = serde_json::to_string(&answer.metadata)
        .map_err(|error| Error::internal("writing what an answer says", error))?;
    let sql = "INSERT INTO mirror_answer (asked, mark, said, digest) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (asked) DO UPDATE SET \
        mark = excluded.mark, said = excluded.said, digest = excluded.digest";
    let params = vec![key(request), answer.etag.into(), said.into(), digest.into()];
    tx.execute(sql, params).await
}

pub(super) async fn find(tx: &mut Tx, request: MirrorRequest) -> Result<Option<CachedAnswer>> {
    let sql = "SELECT mark, said, digest FROM mirror_answer WHERE asked = $1";
    let Some(mut row) = tx.query(sql, vec![key(request)]).await?.pop() else {
        return Ok(None);
    };
    // Answers that this version cannot read are requested again
    let Ok(metadata) = from_json::<AnswerMetadata>(&row.take::<String>("said")?) else {
        return Ok(None);
    };
    let same = row.take::<String>("digest")? == digest(tx, request, &metadata.titles).await?;
    let etag = row.take("mark")?;
    Ok(same.then_some(CachedAnswer { etag, metadata }))
}

async fn digest(tx: &mut Tx, request: MirrorRequest, titles: &[MalId]) -> Result<String> {
    let mut stored = load(tx, titles).await?;
    let facts = titles.iter().map(|id| Some(stored.remove(id)?.anime));
    request
        .digest(facts.collect())
        .map_err(|error| Error::internal("making the digest of an answer", error))
}

fn key(request: MirrorRequest) -> Value {
    request.to_string().into()
}
