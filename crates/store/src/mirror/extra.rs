//! Which extras were had, and which are to be asked for.

use domain::{Error, Result, anime::MalId, extras::ExtraKind};
use jiff::Timestamp;

use super::{APART, to_come};
use crate::{
    Store,
    enum_text::{from_enum_text, to_enum_text},
    instant,
    tx::Tx,
};

/// A title of which an extra is due has fewer rows that are not due than there are extras.
const DUE_TITLES: &str = "SELECT a.mal_id FROM anime a WHERE $3 > (SELECT COUNT(*) FROM mirror_extra m \
    WHERE m.mal_id = a.mal_id AND m.next_at > $1 AND m.next_at <= $2) \
    ORDER BY a.popularity IS NULL, a.popularity, a.mal_id LIMIT $4";

pub(super) async fn due_titles(store: &Store, now: Timestamp, limit: u32) -> Result<Vec<MalId>> {
    let [now, furthest] = to_come(now);
    let params = vec![now, furthest, kinds().into(), limit.into()];
    let rows = store.query(DUE_TITLES, params).await?;
    rows.into_iter()
        .map(|mut row| row.take("mal_id").map(MalId::new))
        .collect()
}

pub(super) async fn due(store: &Store, id: MalId, now: Timestamp) -> Result<Vec<ExtraKind>> {
    let sql = "SELECT a.mal_id, m.kind FROM anime a LEFT JOIN mirror_extra m \
        ON m.mal_id = a.mal_id AND m.next_at > $2 AND m.next_at <= $3 WHERE a.mal_id = $1";
    let [now, furthest] = to_come(now);
    let rows = store
        .query(sql, vec![id.get().into(), now, furthest])
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut due = ExtraKind::ALL.to_vec();
    for mut row in rows {
        if let Some(kind) = row.take::<Option<String>>("kind")? {
            let kind = from_enum_text(&kind)?;
            due.retain(|other| *other != kind);
        }
    }
    Ok(due)
}

pub(super) async fn put_off(
    store: &Store,
    id: MalId,
    kind: ExtraKind,
    next_at: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO mirror_extra (mal_id, kind, next_at) VALUES ($1, $2, $3) \
        ON CONFLICT (mal_id, kind) DO UPDATE SET next_at = excluded.next_at";
    let params = vec![
        id.get().into(),
        to_enum_text(&kind).into(),
        instant::to_text(next_at).into(),
    ];
    store.write(sql, params).await.map(drop)
}

pub(super) async fn keep(
    tx: &mut Tx,
    id: MalId,
    kind: ExtraKind,
    now: Timestamp,
    next_at: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO mirror_extra (mal_id, kind, had_at, next_at) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (mal_id, kind) DO UPDATE SET had_at = excluded.had_at, next_at = excluded.next_at \
        WHERE mirror_extra.had_at IS NULL OR mirror_extra.had_at <= excluded.had_at \
        OR mirror_extra.had_at > $5";
    let params = vec![
        id.get().into(),
        to_enum_text(&kind).into(),
        instant::to_text(now).into(),
        instant::to_text(next_at).into(),
        instant::to_text(now + APART).into(),
    ];
    tx.execute(sql, params).await
}

/// How many extras of `titles` titles were had, and how many are due.
pub(super) async fn progress(store: &Store, now: Timestamp, titles: u32) -> Result<(u32, u32)> {
    let sql = "SELECT COUNT(had_at) AS had, \
        COUNT(CASE WHEN next_at > $1 AND next_at <= $2 THEN 1 END) AS to_come FROM mirror_extra";
    let rows = store.query(sql, to_come(now).into()).await?;
    let mut row = rows
        .into_iter()
        .next()
        .ok_or_else(|| Error::internal("counting extras", "a count has no row"))?;
    let to_come: u32 = row.take("to_come")?;
    let all = titles.saturating_mul(kinds());
    Ok((row.take("had")?, all.saturating_sub(to_come)))
}

fn kinds() -> u32 {
    u32::try_from(ExtraKind::ALL.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::DatabaseUrl;

    #[tokio::test]
    async fn due_titles_are_found_without_reading_the_rows_of_their_extras() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        let [now, furthest] = to_come(Timestamp::UNIX_EPOCH);
        let params = vec![now, furthest, kinds().into(), 1_u32.into()];
        let plan = store.query(format!("EXPLAIN QUERY PLAN {DUE_TITLES}"), params);
        let steps = plan.await.unwrap().into_iter();
        let steps: Result<Vec<String>> = steps.map(|mut row| row.take("detail")).collect();
        let steps = steps.unwrap();
        let indexed =
            "m USING COVERING INDEX mirror_extra_due (mal_id=? AND next_at>? AND next_at<?)";
        assert!(
            steps.iter().any(|step| step.ends_with(indexed)),
            "{steps:?}"
        );
    }
}
