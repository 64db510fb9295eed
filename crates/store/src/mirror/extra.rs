//! Which extras were had, and which are to be asked for.

use domain::{Error, Result, anime::MalId, extras::ExtraKind, mirror::ExtrasProgress};
use jiff::Timestamp;

use super::{MAX_CLOCK_SKEW, to_come};
use crate::{
    Store,
    enum_text::to_enum_text,
    in_list::{self, id_values},
    instant,
    tx::Tx,
};

/// The titles of which an extra is due: they have fewer rows that are not due than there are extras. A kind that only a
/// newer version knows counts, too: then the title is due once that kind is.
const DUE_TITLES: &str = "SELECT a.mal_id FROM anime a WHERE $3 > (SELECT COUNT(*) FROM mirror_extra m \
    WHERE m.mal_id = a.mal_id AND m.next_at > $1 AND m.next_at <= $2) \
    ORDER BY a.popularity IS NULL, a.popularity, a.mal_id LIMIT $4";

const PROGRESS: &str = "SELECT (SELECT COUNT(*) FROM anime) AS titles, COUNT(had_at) AS had, \
    COUNT(CASE WHEN next_at > $1 AND next_at <= $2 THEN 1 END) AS to_come FROM mirror_extra";

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
        if let Some(word) = row.take::<Option<String>>("kind")? {
            due.retain(|kind| kind.as_str() != word);
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

pub(super) async fn save(
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
        instant::to_text(now + MAX_CLOCK_SKEW).into(),
    ];
    tx.execute(sql, params).await
}

/// Has the episodes of these titles asked for anew from `at` on: a title that has begun or ended to air has others than
/// were to be expected.
pub(crate) async fn episodes_are_due(tx: &mut Tx, ids: &[MalId], at: Timestamp) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let (places, ids) = in_list::padded_after(2, id_values(ids));
    let sql = format!(
        "UPDATE mirror_extra SET next_at = $1 WHERE kind = $2 AND next_at > $1 AND mal_id IN ({places})"
    );
    let kind = to_enum_text(&ExtraKind::Episodes).into();
    let params = [instant::to_text(at).into(), kind];
    tx.execute(sql, params.into_iter().chain(ids).collect())
        .await
}

pub(super) async fn progress(store: &Store, now: Timestamp) -> Result<ExtrasProgress> {
    let rows = store.query(PROGRESS, to_come(now).into()).await?;
    let mut row = rows
        .into_iter()
        .next()
        .ok_or_else(|| Error::internal("counting extras", "a count has no row"))?;
    let (titles, to_come): (u32, u32) = (row.take("titles")?, row.take("to_come")?);
    let all = titles.saturating_mul(kinds());
    Ok(ExtrasProgress {
        had: row.take("had")?,
        due: all.saturating_sub(to_come),
    })
}

fn kinds() -> u32 {
    u32::try_from(ExtraKind::ALL.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, value::Value};

    /// SQLite's plan for a statement, step by step.
    async fn plan(sql: &str, params: Vec<Value>) -> Vec<String> {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        let plan = store.query(format!("EXPLAIN QUERY PLAN {sql}"), params);
        let steps = plan.await.unwrap().into_iter();
        let steps: Result<Vec<String>> = steps.map(|mut row| row.take("detail")).collect();
        steps.unwrap()
    }

    #[tokio::test]
    async fn due_titles_are_found_without_reading_the_rows_of_their_extras() {
        let [now, furthest] = to_come(Timestamp::UNIX_EPOCH);
        let steps = plan(
            DUE_TITLES,
            vec![now, furthest, kinds().into(), 1_u32.into()],
        )
        .await;
        let indexed =
            "m USING COVERING INDEX mirror_extra_due (mal_id=? AND next_at>? AND next_at<?)";
        assert!(
            steps.iter().any(|step| step.ends_with(indexed)),
            "{steps:?}"
        );
    }

    #[tokio::test]
    async fn extras_are_counted_without_reading_their_rows() {
        let steps = plan(PROGRESS, to_come(Timestamp::UNIX_EPOCH).into()).await;
        let indexed = "mirror_extra USING COVERING INDEX mirror_extra_counted";
        assert!(
            steps.iter().any(|step| step.ends_with(indexed)),
            "{steps:?}"
        );
    }
}
