//! Votes as rows.

use std::iter;

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Score, Status},
    rating::{Side, StoredVote, Vote},
};
use jiff::civil::Date;

use super::flag;
use crate::{
    anime::optional_date,
    enum_text::from_enum_text,
    in_list::{id_values, padded_after},
    insert::Insert,
    tx::Tx,
    value::{Row, Statement, Value},
};

/// The title that a vote is on, and the user whose vote it is.
pub(super) type Key = (MalId, UserId);

/// The columns that [`keyed`] reads.
macro_rules! vote_columns {
    () => {
        "mal_id, uid, status, score, is_private, rated_on, held, is_unpublished"
    };
}

/// A stored vote and what it becomes; `None` where there is no vote.
pub(super) struct VoteChange {
    pub(super) key: Key,
    pub(super) before: Option<StoredVote>,
    pub(super) after: Option<StoredVote>,
}

/// The votes of users, each on 1 to 2,000 titles, as far as there are any.
pub(super) async fn on_titles(
    tx: &mut Tx,
    of: impl Iterator<Item = (&UserId, Vec<MalId>)>,
) -> Result<Vec<(Key, StoredVote)>> {
    let query = |(uid, ids): (&UserId, Vec<MalId>)| {
        let (places, ids) = padded_after(1, id_values(&ids));
        let columns = vote_columns!();
        let sql = format!("SELECT {columns} FROM vote WHERE uid = $1 AND mal_id IN ({places})");
        let params = iter::once(uid.as_str().into()).chain(ids);
        (sql.into(), params.collect())
    };
    let answers = tx.query_all(of.map(query).collect()).await?;
    answers.into_iter().flatten().map(keyed).collect()
}

/// Reads all votes of a user.
pub(super) async fn of_user(tx: &mut Tx, uid: &UserId) -> Result<Vec<(Key, StoredVote)>> {
    const SQL: &str = concat!("SELECT ", vote_columns!(), " FROM vote WHERE uid = $1");
    let rows = tx.query(SQL, vec![uid.as_str().into()]).await?;
    rows.into_iter().map(keyed).collect()
}

/// Reads the votes on a title, of some days and at one end of the scale, that no hold has.
pub(super) async fn of_days(
    tx: &mut Tx,
    title: MalId,
    side: Side,
    (since, until): (Date, Date),
) -> Result<Vec<(Key, StoredVote)>> {
    const SQL: &str = concat!(
        "SELECT ",
        vote_columns!(),
        " FROM vote WHERE mal_id = $1 AND rated_on >= $2 AND rated_on <= $3 \
         AND held IS NULL AND score IS NOT NULL"
    );
    let params = vec![
        title.get().into(),
        since.to_string().into(),
        until.to_string().into(),
    ];
    let rows = tx.query(SQL, params).await?.into_iter().map(keyed);
    let votes = rows.collect::<Result<Vec<_>>>()?.into_iter();
    let is_there = |vote: &StoredVote| {
        let score = vote.vote.and_then(|it| it.score);
        score.and_then(Side::of) == Some(side)
    };
    Ok(votes.filter(|(_, vote)| is_there(vote)).collect())
}

/// Reads the votes that a hold has.
pub(super) async fn of_hold(
    tx: &mut Tx,
    title: MalId,
    hold: u32,
) -> Result<Vec<(Key, StoredVote)>> {
    const SQL: &str = concat!(
        "SELECT ",
        vote_columns!(),
        " FROM vote WHERE mal_id = $1 AND held = $2"
    );
    let rows = tx.query(SQL, vec![title.get().into(), hold.into()]).await?;
    rows.into_iter().map(keyed).collect()
}

/// The statements that write changed votes.
pub(super) fn write(tx: &Tx, changes: &[VoteChange]) -> Vec<Statement> {
    let columns = [
        "mal_id",
        "uid",
        "status",
        "score",
        "is_private",
        "rated_on",
        "held",
        "is_unpublished",
    ];
    let delete = "DELETE FROM vote WHERE mal_id = $1 AND uid = $2";
    let (mut written, mut deleted) = (Vec::new(), Vec::new());
    for VoteChange { key, after, .. } in changes {
        let mut row: Vec<Value> = vec![key.0.get().into(), key.1.as_str().into()];
        let Some(after) = after else {
            deleted.push(row);
            continue;
        };
        row.extend([
            after.vote.map(|it| it.status.as_str()).into(),
            after.vote.and_then(|it| it.score).map(score).into(),
            flag(after.vote.is_none_or(|it| it.is_private)),
            after.rated_on.to_string().into(),
            after.held.into(),
            flag(after.is_unpublished),
        ]);
        written.push(row);
    }
    let mut statements = Insert::into("vote", &columns)
        .or_update("mal_id, uid")
        .statements(tx, written);
    if !deleted.is_empty() {
        statements.push((delete.into(), deleted));
    }
    statements
}

fn score(score: Score) -> u32 {
    score.get().into()
}

fn keyed(mut row: Row) -> Result<(Key, StoredVote)> {
    let key = (
        MalId::new(row.take("mal_id")?),
        UserId::new(row.take::<String>("uid")?),
    );
    let vote = vote(&mut row)?;
    let rated_on = optional_date(Some(row.take("rated_on")?))?.unwrap_or_default();
    let stored = StoredVote {
        vote,
        rated_on,
        held: row.take("held")?,
        is_unpublished: row.take::<i64>("is_unpublished")? != 0,
    };
    Ok((key, stored))
}

/// Reads the vote of a row; `None` if the entry was removed.
pub(super) fn vote(row: &mut Row) -> Result<Option<Vote>> {
    let status: Option<String> = row.take("status")?;
    let status: Option<Status> = status.map(|word| from_enum_text(&word)).transpose()?;
    let score: Option<u16> = row.take("score")?;
    let score = score.map(|it| {
        let known = u8::try_from(it).ok().and_then(|it| Score::new(it).ok());
        known.ok_or_else(|| Error::internal("reading a vote", format!("{it} is no score")))
    });
    let (score, is_private) = (score.transpose()?, row.take::<i64>("is_private")? != 0);
    Ok(status.map(|status| Vote {
        status,
        score,
        is_private,
    }))
}
