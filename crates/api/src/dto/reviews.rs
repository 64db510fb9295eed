//! Reviews: what everybody sees of them.

mod body;
mod forms;
mod own;

use domain::{
    anime::MalId,
    anime_list::Score,
    catalogue::AnimeSummary,
    review::{self, AuthoredReview, ReviewId, ReviewPosition, ReviewText, links_wait_until},
};
use jiff::Timestamp;
use markup::Links;
use serde::Serialize;
use utoipa::ToSchema;

use super::{anime::AnimeCard, anime_list::ListStatus, names::same_enum};
use crate::pictures::Pictures;
pub(crate) use body::ReviewPreview;
use body::{ReviewBlock, body};
pub(crate) use forms::{ReportForm, ReviewForm, ReviewPreviewForm, ReviewVoteForm};
pub(crate) use own::{
    DeletedReview, ExportedReviews, OwnReview, OwnReviewState, OwnReviews, ReviewVote,
};

/// A part of a title's reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPage {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// How many reviews it has in all.
    total: u32,
    items: Vec<Review>,
    /// What to give as `after` for the next part; `null` where there is none.
    #[schema(required)]
    next: Option<String>,
}

/// A review at its own address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewWithTitle {
    review: Review,
    title: AnimeCard,
}

/// What somebody has written that others may see, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserReviews {
    items: Vec<ReviewWithTitle>,
    /// What to give as `before` for those that were written before; `null` where there are none.
    #[schema(required)]
    next: Option<String>,
}

/// What somebody thinks of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Review {
    /// Its name, which is the last part of its page's address: `/review/{id}`.
    #[schema(example = "16498-0k3x9wd7m2q5e")]
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    author: ReviewAuthor,
    /// What it says.
    body: Vec<ReviewBlock>,
    /// Whether all of it tells what happens: it waits until somebody wants to know.
    spoiler: bool,
    /// Where the author was with the title when the text was written. `null` where the title is not on the author's list,
    /// or is private there.
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When it was written (RFC 3339).
    created_at: String,
    /// When its text was changed last.
    #[schema(required)]
    edited_at: Option<String>,
    /// How many readers it has helped.
    helpful: u32,
    /// Whether so many readers have reported it that it waits behind a notice.
    folded: bool,
}

/// Who has written a review.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewAuthor {
    /// What to call them.
    name: String,
    /// What their page at `/user/{name}` is called; `null` where they have none for everyone.
    #[schema(required)]
    page: Option<String>,
}

/// Where an author was with a title.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewStanding {
    status: ListStatus,
    /// Episodes watched.
    progress: u16,
    /// From 1 to 100.
    #[schema(required)]
    score: Option<u8>,
}

same_enum! {
    /// The order of a title's reviews.
    ReviewSort: domain::review::ReviewOrder {
        Helpful, Newest, Score,
    }
}

impl ReviewPage {
    /// Builds it from this part, at an instant.
    pub(crate) fn new(page: review::ReviewPage, now: Timestamp) -> Self {
        let items = page.items.into_iter();
        let items = items.map(|review| Review::new(review, now));
        Self {
            mal_id: page.title.get(),
            total: page.total,
            items: items.collect(),
            next: page.next.as_ref().map(position_text),
        }
    }
}

impl ReviewWithTitle {
    /// Builds it from a review and its title, at an instant.
    pub(crate) fn new(
        (review, title): (AuthoredReview, AnimeSummary),
        now: Timestamp,
        pictures: &Pictures,
    ) -> Self {
        Self {
            review: Review::new(review, now),
            title: AnimeCard::new(title, pictures),
        }
    }
}

impl UserReviews {
    /// Builds it from the first `limit` of these, at an instant.
    pub(crate) fn new(
        mut reviews: Vec<(AuthoredReview, AnimeSummary)>,
        limit: u32,
        now: Timestamp,
        pictures: &Pictures,
    ) -> Self {
        let next = cut(&mut reviews, limit, |(seen, _)| &seen.review);
        let items = reviews.into_iter();
        let items = items.map(|reviewed| ReviewWithTitle::new(reviewed, now, pictures));
        Self {
            items: items.collect(),
            next,
        }
    }
}

impl Review {
    fn new(authored: AuthoredReview, now: Timestamp) -> Self {
        let AuthoredReview { review, author } = authored;
        let links = match links_wait_until(author.since, now) {
            Some(_) => Links::Text,
            None => Links::Live,
        };
        let ReviewText {
            markdown,
            is_spoiler,
        } = review.text;
        Self {
            mal_id: review.id.title.get(),
            id: review.id.to_string(),
            author: ReviewAuthor {
                name: author_name(&author.name),
                page: author.page,
            },
            body: body(&markdown, links),
            spoiler: is_spoiler,
            standing: review.standing.map(ReviewStanding::from),
            created_at: review.created_at.to_string(),
            edited_at: review.edited_at.map(|at| at.to_string()),
            helpful: review.helpful,
            folded: review.is_folded,
        }
    }
}

impl From<review::Standing> for ReviewStanding {
    fn from(standing: review::Standing) -> Self {
        Self {
            status: standing.status.into(),
            progress: standing.progress,
            score: standing.score.map(Score::get),
        }
    }
}

/// What to call an author, whose name may be empty, or made to confuse.
pub(crate) fn author_name(name: &str) -> String {
    let name = markup::cleaned_line(name);
    if name.is_empty() {
        "Somebody".into()
    } else {
        name
    }
}

/// A place in an order, as addresses have it.
fn position_text(position: &ReviewPosition) -> String {
    let ReviewPosition {
        rank,
        created_at,
        name,
    } = position;
    format!("{rank}_{}_{name}", created_at.as_nanosecond())
}

/// Reads a place in an order. `None` if it is not of the form.
pub(crate) fn position(text: &str) -> Option<ReviewPosition> {
    let (rank, rest) = text.split_once('_')?;
    let (created_at, name) = rest.split_once('_')?;
    let id = ReviewId::parse(&format!("{}-{name}", MalId::new(1).get()))?;
    let rank: i32 = rank.parse().ok()?;
    Some(ReviewPosition {
        rank: rank.try_into().ok()?,
        created_at: Timestamp::from_nanosecond(created_at.parse().ok()?).ok()?,
        name: id.name,
    })
}

/// Leaves the first `limit` of a user's reviews, and returns where those begin that were written before.
fn cut<R>(
    reviews: &mut Vec<R>,
    limit: u32,
    review: impl Fn(&R) -> &review::Review,
) -> Option<String> {
    let has_more = reviews.len() > limit as usize;
    reviews.truncate(limit as usize);
    let last = reviews.last().filter(|_| has_more).map(review)?;
    let at = last.created_at.as_nanosecond();
    Some(format!("{at}_{}", last.title().get()))
}

/// Reads where reviews begin that a user has written before. `None` if it is not of the form.
pub(crate) fn written_before(text: &str) -> Option<(Timestamp, MalId)> {
    let (at, title) = text.split_once('_')?;
    let title: i32 = title.parse().ok()?;
    let at = Timestamp::from_nanosecond(at.parse().ok()?).ok()?;
    Some((at, MalId::new(title.try_into().ok()?)))
}
