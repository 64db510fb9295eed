//! How far mirroring is.

mod answer;
pub(crate) mod extra;

use async_trait::async_trait;
use domain::{
    Error, Result,
    anime::MalId,
    extras::ExtraKind,
    mirror::{
        CachedAnswer, ExtrasProgress, ListState, MirrorList, MirrorRequest, MirrorStore, Mirrored,
        Progress, full_record_interval,
    },
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    Store,
    enum_text::to_enum_text,
    in_list::{self, id_values},
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// How far apart servers' clocks may be. An instant that lies further ahead was written by a clock that was wrong, and
/// is not waited for.
const MAX_CLOCK_SKEW: SignedDuration = SignedDuration::from_hours(1);

const SET_LIST: &str = "INSERT INTO mirror_list \
    (name, page, pages, begun_at, finished_at, next_at, failures) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO UPDATE SET \
    page = excluded.page, pages = excluded.pages, begun_at = excluded.begun_at, \
    finished_at = excluded.finished_at, next_at = excluded.next_at, failures = excluded.failures";

#[async_trait]
impl MirrorStore for Store {
    async fn acquire_lease(&self, holder: &str, now: Timestamp, until: Timestamp) -> Result<bool> {
        let sql = "INSERT INTO mirror_holder (id, holder, until) VALUES (1, $1, $3) \
            ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, until = excluded.until \
            WHERE mirror_holder.holder = excluded.holder OR mirror_holder.until <= $2 \
            OR mirror_holder.until > $4 RETURNING holder";
        let params = vec![
            holder.into(),
            instant::to_text(now).into(),
            instant::to_text(until).into(),
            instant::to_text(until + MAX_CLOCK_SKEW).into(),
        ];
        Ok(!self.write(sql, params).await?.is_empty())
    }

    async fn lists(&self) -> Result<Vec<ListState>> {
        let sql = "SELECT name, page, pages, begun_at, finished_at, next_at, failures \
            FROM mirror_list";
        let rows = self.query(sql, vec![]).await?;
        rows.into_iter().map(read_list).collect()
    }

    async fn set_list(&self, state: &ListState) -> Result<()> {
        self.write(SET_LIST, columns(state)).await.map(drop)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>> {
        let sql = "SELECT a.mal_id FROM anime a LEFT JOIN mirror_title m ON m.mal_id = a.mal_id \
            WHERE m.next_at IS NULL OR m.next_at <= $1 OR m.next_at > $2 \
            ORDER BY a.popularity IS NULL, a.popularity, a.mal_id LIMIT $3";
        let [now, furthest] = to_come(now);
        let params = vec![now, furthest, limit.into()];
        let rows = self.query(sql, params).await?;
        rows.into_iter()
            .map(|mut row| row.take("mal_id").map(MalId::new))
            .collect()
    }

    async fn is_due(&self, id: MalId, now: Timestamp) -> Result<bool> {
        let sql = "SELECT mal_id FROM mirror_title WHERE mal_id = $1 AND next_at > $2 \
            AND next_at <= $3";
        let [now, furthest] = to_come(now);
        let params = vec![id.get().into(), now, furthest];
        Ok(self.query(sql, params).await?.is_empty())
    }

    async fn whole_at(&self, id: MalId) -> Result<Option<Timestamp>> {
        let sql = "SELECT whole_at FROM mirror_title WHERE mal_id = $1";
        let row = self.query(sql, vec![id.get().into()]).await?.pop();
        optional_instant(row.map_or(Ok(None), |mut row| row.take("whole_at"))?)
    }

    async fn put_off(&self, id: MalId, now: Timestamp, next_at: Timestamp) -> Result<()> {
        let sql = "INSERT INTO mirror_title (mal_id, seen_at, next_at) VALUES ($1, $2, $3) \
            ON CONFLICT (mal_id) DO UPDATE SET next_at = excluded.next_at";
        let params = vec![
            id.get().into(),
            instant::to_text(now).into(),
            instant::to_text(next_at).into(),
        ];
        self.write(sql, params).await.map(drop)
    }

    async fn due_for_extras(&self, now: Timestamp, limit: u32) -> Result<Vec<MalId>> {
        extra::due_titles(self, now, limit).await
    }

    async fn due_extras(&self, id: MalId, now: Timestamp) -> Result<Vec<ExtraKind>> {
        extra::due(self, id, now).await
    }

    async fn put_off_extra(&self, id: MalId, kind: ExtraKind, next_at: Timestamp) -> Result<()> {
        extra::put_off(self, id, kind, next_at).await
    }

    async fn cached_answer(&self, request: MirrorRequest) -> Result<Option<CachedAnswer>> {
        let mut tx = self.snapshot().await?;
        let cached = answer::find(&mut tx, request).await?;
        tx.commit().await?;
        Ok(cached)
    }

    async fn save(&self, mirrored: Mirrored) -> Result<()> {
        let mut tx = self.begin().await?;
        write(&mut tx, mirrored).await?;
        tx.commit().await
    }

    async fn progress(&self, now: Timestamp) -> Result<Progress> {
        let sql = "SELECT COUNT(*) AS titles, COUNT(m.whole_at) AS whole, \
            COUNT(CASE WHEN m.next_at IS NULL OR m.next_at <= $1 OR m.next_at > $2 THEN 1 END) AS due, \
            COUNT(CASE WHEN m.whole_at IS NULL AND m.next_at > $1 AND m.next_at <= $2 THEN 1 END) AS put_off, \
            MIN(CASE WHEN m.whole_at IS NULL AND m.next_at > $1 AND m.next_at <= $2 \
            THEN m.next_at END) AS next_try, \
            (SELECT until FROM mirror_holder) AS held_until \
            FROM anime a LEFT JOIN mirror_title m ON m.mal_id = a.mal_id";
        let rows = self.query(sql, to_come(now).into()).await?;
        let mut row = rows
            .into_iter()
            .next()
            .ok_or_else(|| Error::internal("counting what is mirrored", "a count has no row"))?;
        Ok(Progress {
            titles: row.take("titles")?,
            whole: row.take("whole")?,
            due: row.take("due")?,
            put_off: row.take("put_off")?,
            next_try: optional_instant(row.take("next_try")?)?,
            held_until: optional_instant(row.take("held_until")?)?,
            lists: self.lists().await?,
        })
    }

    async fn extras_progress(&self, now: Timestamp) -> Result<ExtrasProgress> {
        extra::progress(self, now).await
    }
}

/// Stores how far mirroring is after an import, in the import's transaction.
pub(crate) async fn write(tx: &mut Tx, mirrored: Mirrored) -> Result<()> {
    match mirrored {
        Mirrored::Page { state, seen, now } => {
            if !seen.is_empty() {
                let (places, mut params) = in_list::padded(id_values(&seen));
                params.push(instant::to_text(now).into());
                let sql = format!(
                    "UPDATE mirror_title SET seen_at = ${} WHERE mal_id IN ({places})",
                    params.len()
                );
                tx.execute(sql, params).await?;
            }
            tx.execute(SET_LIST, columns(&state)).await?;
            let through = state.finished_at == Some(now);
            if let Some(status) = state.list.status().filter(|_| through) {
                let sql = "UPDATE mirror_title SET next_at = $1 \
                    WHERE seen_at < $2 AND next_at > $1 \
                    AND mal_id IN (SELECT mal_id FROM anime WHERE status = $3)";
                let params = vec![
                    instant::to_text(now).into(),
                    instant::to_text(state.begun_at).into(),
                    to_enum_text(&status).into(),
                ];
                tx.execute(sql, params).await?;
            }
            Ok(())
        }
        Mirrored::FullRecord { id, now, next_at } => {
            let sql = "INSERT INTO mirror_title (mal_id, seen_at, whole_at, next_at) \
                VALUES ($1, $2, $2, $3) ON CONFLICT (mal_id) DO UPDATE SET \
                seen_at = excluded.seen_at, whole_at = excluded.whole_at, \
                next_at = excluded.next_at \
                WHERE mirror_title.whole_at IS NULL OR mirror_title.whole_at <= excluded.whole_at \
                OR mirror_title.whole_at > $4";
            let params = vec![
                id.get().into(),
                instant::to_text(now).into(),
                instant::to_text(next_at).into(),
                instant::to_text(now + MAX_CLOCK_SKEW).into(),
            ];
            tx.execute(sql, params).await
        }
        Mirrored::Extra {
            id,
            kind,
            now,
            next_at,
        } => extra::save(tx, id, kind, now, next_at).await,
        Mirrored::Answer { request, answer } => answer::save(tx, request, answer).await,
    }
}

/// The instants between which a title that is not due is due next.
fn to_come(now: Timestamp) -> [Value; 2] {
    [now, now + full_record_interval(None) + MAX_CLOCK_SKEW]
        .map(|instant| instant::to_text(instant).into())
}

fn columns(state: &ListState) -> Vec<Value> {
    vec![
        state.list.as_str().into(),
        state.page.into(),
        state.pages.into(),
        instant::to_text(state.begun_at).into(),
        state.finished_at.map(instant::to_text).into(),
        instant::to_text(state.next_at).into(),
        state.failures.into(),
    ]
}

fn read_list(mut row: Row) -> Result<ListState> {
    let name: String = row.take("name")?;
    let list = MirrorList::ALL
        .into_iter()
        .find(|list| list.as_str() == name)
        .ok_or_else(|| Error::internal("reading a mirrored list", name))?;
    Ok(ListState {
        list,
        page: row.take("page")?,
        pages: row.take("pages")?,
        begun_at: instant::from_text(&row.take::<String>("begun_at")?)?,
        finished_at: optional_instant(row.take("finished_at")?)?,
        next_at: instant::from_text(&row.take::<String>("next_at")?)?,
        failures: row.take("failures")?,
    })
}

fn optional_instant(text: Option<String>) -> Result<Option<Timestamp>> {
    text.map(|text| instant::from_text(&text)).transpose()
}
