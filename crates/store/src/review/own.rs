//! One user's own reviews, votes and reports.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    review::{OwnStanding, ReaderVote, ReviewId, StoredReport},
};

use super::rows::{self, review_columns};
use crate::{Store, instant, value::Row};

/// Reads a user's own review, votes and reports among a title's reviews.
pub(super) async fn standing(store: &Store, uid: &UserId, title: MalId) -> Result<OwnStanding> {
    const OWN: &str = concat!(
        "SELECT ",
        review_columns!(),
        " FROM review WHERE mal_id = $1 AND uid = $2 AND deleted_at IS NULL"
    );
    let of_title = || vec![title.get().into()];
    let of_both = || vec![title.get().into(), uid.as_str().into()];
    let votes = "SELECT review FROM review_vote WHERE mal_id = $1 AND uid = $2 ORDER BY review";
    let reports = "SELECT mal_id, review, uid, reason, note, at, is_settled FROM review_report \
         WHERE mal_id = $1 AND uid = $2 ORDER BY review";
    let mut tx = store.snapshot().await?;
    let known = "SELECT mal_id FROM anime WHERE mal_id = $1";
    let queries = vec![
        (known.into(), of_title()),
        (OWN.into(), of_both()),
        (votes.into(), of_both()),
        (reports.into(), of_both()),
    ];
    let mut answers = tx.query_all(queries).await?.into_iter();
    tx.commit().await?;
    let mut next = || answers.next().unwrap_or_default();
    if next().is_empty() {
        return Err(Error::UnknownTitle);
    }
    let id = |mut row: Row| {
        let name = row.take("review")?;
        Ok(ReviewId { title, name })
    };
    Ok(OwnStanding {
        review: next().pop().map(rows::own).transpose()?,
        helpful: next().into_iter().map(id).collect::<Result<_>>()?,
        reported: next()
            .into_iter()
            .map(rows::report)
            .collect::<Result<_>>()?,
    })
}

/// Reads all votes of a user on reviews.
pub(super) async fn votes(store: &Store, uid: &UserId) -> Result<Vec<ReaderVote>> {
    let sql = "SELECT mal_id, review, at FROM review_vote WHERE uid = $1 ORDER BY mal_id, review";
    let vote = |mut row: Row| {
        Ok(ReaderVote {
            review: ReviewId {
                title: MalId::new(row.take("mal_id")?),
                name: row.take("review")?,
            },
            at: instant::from_text(&row.take::<String>("at")?)?,
        })
    };
    let rows = store.query(sql, vec![uid.as_str().into()]).await?;
    rows.into_iter().map(vote).collect()
}

/// Reads all reports of reviews by a user.
pub(super) async fn reports(store: &Store, uid: &UserId) -> Result<Vec<StoredReport>> {
    let sql = "SELECT mal_id, review, uid, reason, note, at, is_settled FROM review_report \
         WHERE uid = $1 ORDER BY mal_id, review";
    let rows = store.query(sql, vec![uid.as_str().into()]).await?;
    rows.into_iter().map(rows::report).collect()
}
