//! `GET /v4/anime/{id}/reviews`
//!
//! **Invariant:** what waits behind a notice is not here, and nothing is cached longer than on the site.

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use domain::{
    anime::MalId,
    catalogue::AnimeKey,
    review::{AuthoredReview, ReviewOrder},
};

use super::{
    answer::{Body, CachePolicy, answer_from},
    error::JikanError,
    params::{Params, SentId, number},
};
use crate::{
    dto::v4::{Review, ScrapedPage, is_preliminary},
    state::ReviewState,
};

/// Those that have helped most, from which pages are made: so a page costs the same whatever their number.
const LOOKED_AT: u32 = 100;
/// Reviews of a page, as MyAnimeList has them.
const PAGE_SIZE: u32 = 20;

/// Reviews of a title, those first that have helped most.
pub(super) async fn of_title(
    State(state): State<Arc<ReviewState>>,
    id: SentId,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, JikanError> {
    let id = number(id)?;
    let mut params = Params::of(query.as_deref());
    let number = params.page_number();
    let with_spoilers = params.flag("spoilers").unwrap_or_default();
    let with_preliminary = params.flag("preliminary").unwrap_or_default();
    // Pages behind the last are empty alike, so they are one
    let number = params.done(number)?.min(LOOKED_AT.div_ceil(PAGE_SIZE) + 1);
    let make = async || {
        let (key, order) = (AnimeKey::Id(MalId::new(id)), ReviewOrder::Helpful);
        let reviews = &state.reviews;
        let found = reviews.of_title(&key, order, None, LOOKED_AT).await?;
        let is_shown = |reviewed: &&AuthoredReview| {
            let review = &reviewed.review;
            !review.is_folded
                && (with_spoilers || !review.text.is_spoiler)
                && (with_preliminary || !is_preliminary(reviewed))
        };
        let shown: Vec<&AuthoredReview> = found.items.iter().filter(is_shown).collect();
        let total = u32::try_from(shown.len()).unwrap_or(u32::MAX);
        let part = shown
            .iter()
            .skip((number - 1).saturating_mul(PAGE_SIZE) as usize);
        let part = part.take(PAGE_SIZE as usize);
        let data = part.map(|reviewed| Review::new(reviewed, with_spoilers, &state.public_url));
        Body::of(
            &ScrapedPage::of(data.collect(), total, number, PAGE_SIZE),
            None,
        )
    };
    let name = format!("v4/reviews/{id}/{number}/{with_spoilers}/{with_preliminary}");
    let now = state.reviews.now();
    answer_from(
        &state.shared_briefly,
        now,
        name,
        CachePolicy::Revalidate,
        make,
        &headers,
    )
    .await
}
