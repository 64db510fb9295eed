//! Reviews as rows.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{Score, Status},
    review::{
        Author, FOLD_AT, OwnReview, Report, ReportReason, Review, ReviewId, ReviewText, Standing,
        StoredReport,
    },
};

use crate::{
    enum_text::from_enum_text,
    instant,
    value::{Row, Value},
};

/// The columns that [`review`] and [`own`] read.
macro_rules! review_columns {
    () => {
        "mal_id, id, uid, text, is_spoiler, status, progress, score, is_private, created_at, edited_at, \
         hidden_for, helpful, reports"
    };
}
pub(super) use review_columns;

/// The key of a review's row: its title's id and its name.
pub(super) fn key(id: &ReviewId) -> Vec<Value> {
    vec![id.title.get().into(), id.name.as_str().into()]
}

/// The error for a review that nobody may see.
pub(super) const fn unknown() -> Error {
    Error::NotFound("This review")
}

/// Reads a review as everybody sees it.
pub(super) fn review(row: &mut Row) -> Result<Review> {
    let reports = row.take("reports")?;
    review_of(row, reports)
}

/// Reads a review as everybody sees it, where it has `reports` reports that count.
pub(super) fn review_of(row: &mut Row, reports: u32) -> Result<Review> {
    let id = ReviewId {
        title: MalId::new(row.take("mal_id")?),
        name: row.take("id")?,
    };
    let text = ReviewText {
        markdown: row.take("text")?,
        is_spoiler: row.take::<i64>("is_spoiler")? != 0,
    };
    let standing = standing(row)?;
    let is_private = row.take::<i64>("is_private")? != 0;
    let edited_at: Option<String> = row.take("edited_at")?;
    Ok(Review {
        id,
        text,
        standing: standing.filter(|_| !is_private),
        created_at: instant::from_text(&row.take::<String>("created_at")?)?,
        edited_at: edited_at.map(|at| instant::from_text(&at)).transpose()?,
        helpful: row.take("helpful")?,
        is_folded: reports >= FOLD_AT,
    })
}

/// Reads a review as its author sees it.
pub(super) fn own(mut row: Row) -> Result<OwnReview> {
    let hidden_for = row.take("hidden_for")?;
    let review = review(&mut row)?;
    Ok(OwnReview { review, hidden_for })
}

fn standing(row: &mut Row) -> Result<Option<Standing>> {
    let Some(status) = row.take::<Option<String>>("status")? else {
        return Ok(None);
    };
    let status: Status = from_enum_text(&status)?;
    let score: Option<u16> = row.take("score")?;
    let score = score.map(|it| {
        let known = u8::try_from(it).ok().and_then(|it| Score::new(it).ok());
        known.ok_or_else(|| Error::internal("reading a review", format!("{it} is no score")))
    });
    Ok(Some(Standing {
        status,
        progress: row.take::<Option<u16>>("progress")?.unwrap_or(0),
        score: score.transpose()?,
    }))
}

/// Reads the columns `display_name` and `created_at` of an account, and the `page` that it has for everyone.
pub(super) fn author(row: &mut Row) -> Result<Author> {
    Ok(Author {
        name: row.take("display_name")?,
        page: row.take("page")?,
        since: instant::from_text(&row.take::<String>("created_at")?)?,
    })
}

/// Reads a reader's report of a review.
pub(super) fn report(mut row: Row) -> Result<StoredReport> {
    let reason: ReportReason = from_enum_text(&row.take::<String>("reason")?)?;
    Ok(StoredReport {
        review: ReviewId {
            title: MalId::new(row.take("mal_id")?),
            name: row.take("review")?,
        },
        by: UserId::new(row.take::<String>("uid")?),
        report: Report {
            reason,
            note: row.take("note")?,
        },
        at: instant::from_text(&row.take::<String>("at")?)?,
        is_settled: row.take::<i64>("is_settled")? != 0,
    })
}
