//! Ratings: votes, which follow the entries of lists, and the numbers of their titles.
//!
//! **Invariant:** a count [locks](totals) the row of `rating_total` first, so that counts run one after another. A list is
//! read before that, and counted only if no other count has done so meanwhile. So each change is counted once, and lists
//! are not locked for it.

mod apply_vote_changes;
mod count;
mod delete_votes;
mod hold_decisions;
mod holds;
mod lists;
mod recount;
mod tallies;
mod totals;
mod votes;

use async_trait::async_trait;
use domain::{
    Result,
    account::UserId,
    anime::{FactGroup, MalId, Origins},
    extras::{ExtraKind, ViewerCounts},
    rating::{
        Counted, Histogram, Hold, HoldState, RatingStore, Recounted, SourceScore, TitleRatings,
        TitleTally,
    },
};
use jiff::Timestamp;

use crate::{
    Store,
    anime::from_json,
    value::{Row, Value},
};

/// The largest number of users whose lists one transaction counts.
const BATCH: usize = 50;

#[async_trait]
impl RatingStore for Store {
    async fn uncounted(&self, after: Option<&UserId>, limit: u32) -> Result<Vec<UserId>> {
        let sql = "SELECT uid FROM (\
             SELECT r.uid FROM user_record r LEFT JOIN rating_position p ON p.uid = r.uid \
             WHERE p.version IS NULL OR p.version <> r.version \
             UNION ALL SELECT f.uid FROM forgotten_account f) u \
             WHERE u.uid > $1 ORDER BY u.uid LIMIT $2";
        let after = after.map_or("", UserId::as_str);
        let rows = self.query(sql, vec![after.into(), limit.into()]).await?;
        let uid = |mut row: Row| Ok(UserId::new(row.take::<String>("uid")?));
        rows.into_iter().map(uid).collect()
    }

    async fn count_lists(&self, uids: &[UserId], now: Timestamp) -> Result<Counted> {
        let mut counted = Counted::default();
        for uids in uids.chunks(BATCH) {
            let lists = lists::read(self, uids, now).await?;
            delete_votes::of_deleted_accounts(self, &lists.missing, &mut counted).await?;
            let mut left = lists.changed;
            while !left.is_empty() {
                left = count::count(self, left, now, &mut counted).await?;
            }
        }
        Ok(counted)
    }

    async fn ratings(&self, title: MalId) -> Result<Option<TitleRatings>> {
        // Statistics and scores are both MyAnimeList's, whichever source passed them on
        let sql = "SELECT a.score, a.scored_by, a.provenance, a.origins, t.public_votes, t.private_votes, \
             t.published_votes, t.unpublished, t.first_on, e.content \
             FROM anime a LEFT JOIN title_tally t ON t.mal_id = a.mal_id \
             LEFT JOIN anime_extra e ON e.mal_id = a.mal_id AND e.kind = $2 WHERE a.mal_id = $1";
        let statistics = ExtraKind::Statistics.as_str();
        let params = vec![title.get().into(), statistics.into()];
        let rows = self.query(sql, params).await?;
        rows.into_iter().next().map(ratings).transpose()
    }

    async fn holds(&self, all: bool) -> Result<Vec<Hold>> {
        holds::list(self, all).await
    }

    async fn open_holds(&self) -> Result<u32> {
        holds::count_waiting(self).await
    }

    async fn decide_hold(&self, id: u32, state: HoldState, now: Timestamp) -> Result<Hold> {
        hold_decisions::decide(self, id, state, now).await
    }

    async fn recount(&self) -> Result<Recounted> {
        recount::recount(self).await
    }
}

fn ratings(mut row: Row) -> Result<TitleRatings> {
    let score: Option<f64> = row.take("score")?;
    let raters = row.take("scored_by")?;
    let whole: String = row.take("provenance")?;
    let origins: Option<String> = row.take("origins")?;
    let origins: Option<Origins> = origins.map(|json| from_json(&json)).transpose()?;
    let figures = origins.and_then(|mut it| it.remove(&FactGroup::Figures));
    let source = figures.and_then(|it| it.into_iter().next());
    let source = source.map_or(whole, |it| it.source);
    let counts: Option<String> = row.take("content")?;
    let counts: Option<ViewerCounts> = counts.map(|json| from_json(&json)).transpose()?;
    let tally: Option<TitleTally> = tallies::read(&mut row)?.map(|it| it.tally);
    Ok(TitleRatings {
        own: tally.unwrap_or_default().shown(),
        source: score.map(|mean| SourceScore {
            mean,
            raters,
            scores: counts.map(|it| Histogram::of_bars(it.scores)),
            source,
        }),
    })
}

/// A truth value as both engines store it, 1 or 0.
const fn flag(is: bool) -> Value {
    Value::Int(if is { 1 } else { 0 })
}
