//! Bursts of votes that are held.

use std::{collections::HashMap, ops::RangeInclusive};

use domain::{
    Error, Result,
    anime::MalId,
    rating::{BURST_DAYS, Hold, HoldDecision, Side},
};
use jiff::{Span, Timestamp, civil::Date};

use super::{lists::day, votes::VoteChange};
use crate::{
    Store,
    anime::{from_json, optional_date},
    enum_text::from_enum_text,
    instant,
    library::to_json,
    tx::Tx,
    value::{Row, Statement, Value},
};

/// The query for holds with the names of their titles, newest first.
macro_rules! holds {
    ($($condition:literal)?) => {
        concat!(
            "SELECT h.id, h.mal_id, a.title, h.side, h.since, h.until, h.found_at, h.decisions \
             FROM rating_hold h LEFT JOIN anime a ON a.mal_id = h.mal_id",
            $(" WHERE ", $condition,)?
            " ORDER BY h.id DESC"
        )
    };
}

/// The days whose votes a hold takes.
type Days = RangeInclusive<Date>;

/// The open holds of all titles.
pub(super) struct OpenHolds {
    of_ends: HashMap<(MalId, Side), Vec<(u32, Days)>>,
    /// The last day of the votes that each hold has taken meanwhile, by the hold's id.
    until: HashMap<u32, Date>,
}

impl OpenHolds {
    pub(super) async fn read(tx: &mut Tx) -> Result<Self> {
        let sql = "SELECT id, mal_id, side, since, found_at FROM rating_hold WHERE state = 'open'";
        let mut of_ends: HashMap<_, Vec<_>> = HashMap::new();
        for mut row in tx.query(sql, vec![]).await? {
            let id: u32 = row.take("id")?;
            let title = MalId::new(row.take("mal_id")?);
            let side: Side = from_enum_text(&row.take::<String>("side")?)?;
            let since = optional_date(Some(row.take("since")?))?.unwrap_or_default();
            let found_at = instant::from_text(&row.take::<String>("found_at")?)?;
            let holds = of_ends.entry((title, side)).or_default();
            holds.push((id, since..=takes_until(found_at)));
        }
        let until = HashMap::new();
        Ok(Self { of_ends, until })
    }

    /// The open hold that takes votes of a day at an end of a title's scale; `None` if none does.
    pub(super) fn taking(&self, title: MalId, side: Side, on: Date) -> Option<u32> {
        let mut holds = self.of_ends.get(&(title, side))?.iter();
        holds
            .find(|(_, days)| days.contains(&on))
            .map(|(id, _)| *id)
    }

    /// The end of the scale whose votes a hold of a title takes; `None` if the hold is not open.
    pub(super) fn side(&self, title: MalId, hold: u32) -> Option<Side> {
        Side::ALL.into_iter().find(|side| {
            let holds = self.of_ends.get(&(title, *side));
            holds.is_some_and(|holds| holds.iter().any(|(id, _)| *id == hold))
        })
    }

    /// Notes a changed vote if a hold has it.
    pub(super) fn note(&mut self, change: &VoteChange) {
        if let Some(vote) = &change.after
            && let Some(hold) = vote.held
        {
            let until = self.until.entry(hold).or_insert(vote.rated_on);
            *until = vote.rated_on.max(*until);
        }
    }

    /// The statement that stores the last days of votes taken meanwhile; none if holds took none.
    pub(super) fn write(&self) -> Vec<Statement> {
        let sql =
            "UPDATE rating_hold SET until = $2 WHERE id = $1 AND until < $2 AND state = 'open'";
        let rows = self.until.iter();
        let rows = rows.map(|(id, until)| vec![(*id).into(), until.to_string().into()]);
        let rows: Vec<Vec<Value>> = rows.collect();
        let statement = (!rows.is_empty()).then(|| (sql.into(), rows));
        statement.into_iter().collect()
    }
}

/// The hold of a burst that was just found.
pub(super) const fn found(
    id: u32,
    mal_id: MalId,
    side: Side,
    (since, until): (Date, Date),
    found_at: Timestamp,
) -> Hold {
    Hold {
        id,
        mal_id,
        title: None,
        side,
        since,
        until,
        votes: 0,
        found_at,
        decisions: Vec::new(),
    }
}

/// The last day of the votes that a hold takes, by the instant at which it was found: later votes are not of that
/// burst, though they may be of another one.
fn takes_until(found_at: Timestamp) -> Date {
    day(found_at).saturating_add(Span::new().days(i64::from(BURST_DAYS)))
}

/// Whether votes since a day may be held: not while a hold takes such votes, and not where some were released since.
pub(super) async fn may_find(tx: &mut Tx, title: MalId, side: Side, since: Date) -> Result<bool> {
    let sql = "SELECT found_at, decisions FROM rating_hold WHERE mal_id = $1 AND side = $2 \
         AND state <> 'dropped'";
    let params = vec![title.get().into(), side.as_str().into()];
    for mut row in tx.query(sql, params).await? {
        let decisions: Vec<HoldDecision> = from_json(&row.take::<String>("decisions")?)?;
        let found_at = instant::from_text(&row.take::<String>("found_at")?)?;
        let last = decisions.last();
        if last.map_or_else(|| takes_until(found_at), |last| day(last.at)) >= since {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) async fn insert(tx: &mut Tx, hold: &Hold) -> Result<()> {
    let sql = "INSERT INTO rating_hold (id, mal_id, side, since, until, found_at, state, decisions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let params = vec![
        hold.id.into(),
        hold.mal_id.get().into(),
        hold.side.as_str().into(),
        hold.since.to_string().into(),
        hold.until.to_string().into(),
        instant::to_text(hold.found_at).into(),
        hold.state().as_str().into(),
        to_json(&hold.decisions)?.into(),
    ];
    tx.execute(sql, params).await
}

/// Counts the holds that wait for a decision: an open one without scores left has nothing to decide. Only its days are
/// looked at, since all its votes are of them, and a title may have a million. A join and DISTINCT, since Citus plans
/// no EXISTS on votes, which are spread, for each row of holds, which are everywhere.
pub(super) async fn count_waiting(store: &Store) -> Result<u32> {
    let sql = "SELECT DISTINCT h.id FROM rating_hold h \
         JOIN vote v ON v.mal_id = h.mal_id AND v.held = h.id \
         AND v.rated_on >= h.since AND v.rated_on <= h.until \
         WHERE h.state = 'open' AND v.score IS NOT NULL";
    let waiting = store.query(sql, vec![]).await?.len();
    Ok(waiting.try_into().unwrap_or(u32::MAX))
}

/// Reads the holds that wait for a decision, or `all` holds, newest first.
pub(super) async fn list(store: &Store, all: bool) -> Result<Vec<Hold>> {
    let mut tx = store.snapshot().await?;
    let sql = if all {
        holds!()
    } else {
        holds!("h.state = 'open'")
    };
    let rows = tx.query(sql, vec![]).await?.into_iter().map(read);
    let mut holds: Vec<Hold> = rows.collect::<Result<_>>()?;
    let counted = "SELECT held, COUNT(*) AS votes FROM vote \
         WHERE held IS NOT NULL AND score IS NOT NULL GROUP BY held";
    let mut votes: HashMap<u32, u32> = HashMap::new();
    for mut row in tx.query(counted, vec![]).await? {
        votes.insert(row.take("held")?, row.take("votes")?);
    }
    tx.commit().await?;
    for hold in &mut holds {
        hold.votes = votes.remove(&hold.id).unwrap_or(0);
    }
    holds.retain(|hold| all || hold.votes > 0);
    Ok(holds)
}

/// Reads the hold with this id.
pub(super) async fn find(tx: &mut Tx, id: u32) -> Result<Hold> {
    let row = tx.query(holds!("h.id = $1"), vec![id.into()]).await?.pop();
    row.map(read)
        .transpose()?
        .ok_or(Error::NotFound("This hold"))
}

/// Counts the votes with a score that a hold has: a user who has taken the score back has none.
pub(super) async fn count_votes(tx: &mut Tx, hold: &Hold) -> Result<u32> {
    let sql = "SELECT COUNT(*) AS votes FROM vote \
         WHERE mal_id = $1 AND held = $2 AND score IS NOT NULL";
    let params = vec![hold.mal_id.get().into(), hold.id.into()];
    let row = tx.query(sql, params).await?.pop();
    row.map_or(Ok(0), |mut row| row.take("votes"))
}

fn read(mut row: Row) -> Result<Hold> {
    let mut date = |column| {
        let date = optional_date(Some(row.take(column)?))?;
        Ok::<_, Error>(date.unwrap_or_default())
    };
    let (since, until) = (date("since")?, date("until")?);
    Ok(Hold {
        id: row.take("id")?,
        mal_id: MalId::new(row.take("mal_id")?),
        title: row.take("title")?,
        side: from_enum_text(&row.take::<String>("side")?)?,
        since,
        until,
        votes: 0,
        found_at: instant::from_text(&row.take::<String>("found_at")?)?,
        decisions: from_json(&row.take::<String>("decisions")?)?,
    })
}
