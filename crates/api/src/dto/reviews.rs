//! Reviews, as everybody sees them.

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

/// A page of a title's reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPage {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// The number of all reviews of the title.
    total: u32,
    items: Vec<Review>,
    /// The value of `after` for the next page; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// A review, and the card of its title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewWithTitle {
    review: Review,
    title: AnimeCard,
}

/// A page of a user's reviews that others may see, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserReviews {
    items: Vec<ReviewWithTitle>,
    /// The value of `before` for the page of older reviews; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// A user's review of a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Review {
    /// The review's id, which is the last part of its page's address: `/review/{id}`.
    #[schema(example = "16498-0k3x9wd7m2q5e")]
    id: String,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    author: ReviewAuthor,
    /// The review's text, as a tree of blocks.
    body: Vec<ReviewBlock>,
    /// Whether the whole text is a spoiler, which is hidden until a reader asks for it.
    spoiler: bool,
    /// The author's status, progress and score when the text was written; `null` where the title is not on the author's
    /// list, or is private there.
    #[schema(required)]
    standing: Option<ReviewStanding>,
    /// When the review was written (RFC 3339).
    created_at: String,
    /// When the text was last changed (RFC 3339); `null` where it never was.
    #[schema(required)]
    edited_at: Option<String>,
    /// The number of readers whom the review has helped.
    helpful: u32,
    /// Whether the review is hidden behind a notice, since many readers have reported it.
    folded: bool,
}

/// The author of a review.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewAuthor {
    /// The author's display name.
    name: String,
    /// The name of the author's page at `/user/{name}`; `null` where they have none for everyone.
    #[schema(required)]
    page: Option<String>,
}

/// An author's status, progress and score of the reviewed title.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewStanding {
    status: ListStatus,
    /// The number of episodes watched, in the run that went furthest.
    progress: u16,
    /// The author's score, from 1 to 100; `null` where none was given.
    #[schema(required)]
    score: Option<u8>,
}

same_enum! {
    /// The order of a title's reviews: the most helpful first, the newest first, or those with the highest score first.
    ReviewSort: domain::review::ReviewOrder {
        Helpful, Newest, Score,
    }
}

impl ReviewPage {
    /// Builds the page from stored reviews, as it is at `now`.
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
    /// Builds the answer from a review and its title, as it is at `now`.
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
    /// Builds the page from the first `limit` of the reviews, as it is at `now`.
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

/// The display name of an author, whose own name may be empty, or made to confuse.
pub(crate) fn author_name(name: &str) -> String {
    let name = markup::cleaned_line(name);
    if name.is_empty() {
        "Somebody".into()
    } else {
        name
    }
}

/// The text of a position in the order of reviews, for `after`.
fn position_text(position: &ReviewPosition) -> String {
    let ReviewPosition {
        rank,
        created_at,
        name,
    } = position;
    format!("{rank}_{}_{name}", created_at.as_nanosecond())
}

/// Reads a position in the order of reviews from `after`; `None` if the text is malformed.
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

/// Cuts a user's reviews to the first `limit`, and returns the `before` of the next page.
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

/// Reads a position among a user's reviews from `before`; `None` if the text is malformed.
pub(crate) fn written_before(text: &str) -> Option<(Timestamp, MalId)> {
    let (at, title) = text.split_once('_')?;
    let title: i32 = title.parse().ok()?;
    let at = Timestamp::from_nanosecond(at.parse().ok()?).ok()?;
    Some((at, MalId::new(title.try_into().ok()?)))
}
