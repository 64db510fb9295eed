//! `GET /v4/anime/{id}/reviews`, `/v4/reviews/anime` and `/v4/top/reviews`
//!
//! **Invariant:** folded and hidden reviews are left out, and nothing is cached longer than on the site.

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    Result,
    anime::MalId,
    catalogue::AnimeKey,
    review::{AllReviewsOrder, AuthoredReview, ReviewOrder},
    slice::{Slice, SliceRange},
};
use serde::Serialize;

use super::{
    answer::{Body, CachePolicy, answer_from},
    error::JikanError,
    params::{Params, SentId, number},
};
use crate::{
    dto::v4::{Review, ScrapedPage, TitledReview, is_preliminary},
    state::ReviewState,
};

/// The number of reviews from which pages are made, so that a page costs the same however many there are.
const MAX_SCANNED: u32 = 100;
/// The number of reviews on a page, as on MyAnimeList.
const PAGE_SIZE: u32 = 20;

/// A page of a title's reviews, the most helpful first.
pub(super) async fn of_title(
    State(state): State<Arc<ReviewState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = number(id)?;
    let mut params = Params::of(query.as_deref());
    let query = ReviewQuery::of(&mut params, false);
    let query = params.done(query)?;
    let make = async || {
        let (key, order) = (AnimeKey::Id(MalId::new(id)), ReviewOrder::Helpful);
        let found = state
            .reviews
            .of_title(&key, order, None, MAX_SCANNED)
            .await?;
        let shown = found.items.iter().filter(|it| query.shows(it));
        query.page(shown.map(|it| query.review(it, &state)).collect())
    };
    let name = format!("{id}/{query:?}");
    answer(&state, &name, make, &headers).await
}

/// A page of the reviews of all titles, the newest first.
pub(super) async fn newest(
    State(state): State<Arc<ReviewState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let query = ReviewQuery::of(&mut params, false);
    let query = params.done(query)?;
    of_all(&state, AllReviewsOrder::Newest, query, &headers).await
}

/// A page of the reviews of all titles, the most helpful first. Of manga there are none.
pub(super) async fn top(
    State(state): State<Arc<ReviewState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let mut params = Params::of(query.as_deref());
    let query = ReviewQuery::of(&mut params, true);
    let is_of_anime = params.word("type", &[("anime", true), ("manga", false)]);
    let mut query = params.done(query)?;
    query.is_of_manga = is_of_anime == Some(false);
    of_all(&state, AllReviewsOrder::Helpful, query, &headers).await
}

async fn of_all(
    state: &ReviewState,
    order: AllReviewsOrder,
    query: ReviewQuery,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let make = async || {
        let looked_at = if query.is_of_manga { 0 } else { MAX_SCANNED };
        let found = state.reviews.of_all_titles(order, looked_at).await?;
        let shown = found.iter().filter(|(review, _)| query.shows(review));
        let titled = shown.map(|(it, title)| TitledReview::new(query.review(it, state), title));
        query.page(titled.collect())
    };
    let name = format!("{order:?}/{query:?}");
    answer(state, &name, make, headers).await
}

async fn answer(
    state: &ReviewState,
    name: &str,
    make: impl AsyncFnOnce() -> Result<Body>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let (name, now) = (format!("v4/reviews/{name}"), state.reviews.now());
    let shared = &state.shared_briefly;
    answer_from(shared, now, name, CachePolicy::Revalidate, make, headers).await
}

/// The query parameters: which reviews a program wants.
#[derive(Debug)]
struct ReviewQuery {
    page: u32,
    with_spoilers: bool,
    with_preliminary: bool,
    is_of_manga: bool,
}

impl ReviewQuery {
    /// Reads parameters. `all` is the default for including spoilers and preliminary reviews.
    fn of(params: &mut Params, all: bool) -> Self {
        Self {
            // Pages behind the last are empty alike, so they are one
            page: params
                .page_number()
                .min(MAX_SCANNED.div_ceil(PAGE_SIZE) + 1),
            with_spoilers: params.flag("spoilers").unwrap_or(all),
            with_preliminary: params.flag("preliminary").unwrap_or(all),
            is_of_manga: false,
        }
    }

    fn shows(&self, reviewed: &AuthoredReview) -> bool {
        let review = &reviewed.review;
        !review.is_folded
            && (self.with_spoilers || !review.text.is_spoiler)
            && (self.with_preliminary || !is_preliminary(reviewed))
    }

    fn review(&self, reviewed: &AuthoredReview, state: &ReviewState) -> Review {
        Review::new(reviewed, self.with_spoilers, &state.public_url)
    }

    /// The requested page of the reviews `shown`.
    fn page<T: Serialize>(&self, shown: Vec<T>) -> Result<Body> {
        let part = Slice::of(shown, SliceRange::page(self.page, PAGE_SIZE));
        let page = ScrapedPage::of(part.items, part.total, self.page, PAGE_SIZE);
        Body::of(&page, None)
    }
}
