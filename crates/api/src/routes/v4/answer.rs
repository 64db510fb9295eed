//! Answers with the headers that Jikan gives them.

use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{
    Error, Result,
    provenance::{BUILT_IN, KITSU, Provenance},
};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::error::JikanError;
use crate::{encoded::Encoded, error::ApiError, shared::SharedAnswers, state::CatalogueState};

/// How long an answer is fresh, as with Jikan.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// How long a provisional answer is fresh, of which more may be known soon.
const BRIEF_LIFETIME: SignedDuration = SignedDuration::from_mins(1);

/// How an answer may be cached.
#[derive(Debug, Clone, Copy)]
pub(super) enum CachePolicy {
    /// Everybody may cache the answer for a day.
    Day,
    /// A cache has to revalidate the answer each time.
    Revalidate,
}

/// A body and the time of its facts.
pub(super) struct Body {
    json: Vec<u8>,
    as_of: Option<Timestamp>,
    /// Whether more of the facts may be known soon.
    is_provisional: bool,
}

impl Body {
    pub(super) fn of<T: Serialize>(body: &T, as_of: Option<Timestamp>) -> Result<Self> {
        let json = serde_json::to_vec(body);
        let json = json.map_err(|e| Error::internal("writing an answer", e))?;
        Ok(Self {
            json,
            as_of,
            is_provisional: false,
        })
    }

    /// Wraps a body, which is provisional unless it is all that there is to know.
    pub(super) fn known<T: Serialize>(
        body: &T,
        as_of: Option<Timestamp>,
        is_all: bool,
    ) -> Result<Self> {
        Ok(Self {
            is_provisional: !is_all,
            ..Self::of(body, as_of)?
        })
    }

    /// Wraps what a source has stated; provisional where none has, or where it states a selection.
    pub(super) fn stated<T: Serialize>(body: &T, by: Option<&Provenance>) -> Result<Self> {
        let is_all = by.is_some_and(|by| !states_a_selection(by));
        Self::known(body, by.map(|by| by.as_of), is_all)
    }

    /// Encodes the body, which is the same for every client and is compressed once.
    fn encoded(self, policy: CachePolicy, now: Timestamp) -> Result<Encoded> {
        let (cache_control, expires) = match policy {
            CachePolicy::Day if self.is_provisional => {
                ("public, s-maxage=60", http_date(now + BRIEF_LIFETIME)?)
            }
            CachePolicy::Day => ("public, s-maxage=86400", http_date(now + DAY)?),
            CachePolicy::Revalidate => ("private, must-revalidate", HeaderValue::from_static("-1")),
        };
        let mut body = Encoded::new("application/json", cache_control, self.json)?;
        body.add(header::EXPIRES, expires);
        if let (CachePolicy::Day, Some(as_of)) = (policy, self.as_of) {
            body.add(header::LAST_MODIFIED, http_date(as_of)?);
        }
        Ok(body)
    }

    /// The answer to this request alone, which nobody may cache.
    pub(super) fn uncached(self, headers: &HeaderMap) -> Result<Response, JikanError> {
        let cache_control = "no-store, no-cache, must-revalidate, max-age=0";
        let body = Encoded::new("application/json", cache_control, self.json);
        Ok(body.map_err(ApiError::from)?.respond(headers))
    }
}

/// Whether others may say more: the built-in catalogue states a selection, and Kitsu stands in for others.
pub(super) fn states_a_selection(by: &Provenance) -> bool {
    [BUILT_IN, KITSU].contains(&by.source.as_str())
}

/// The answer cached under `name`, else what `make` makes.
pub(super) async fn answer(
    state: &CatalogueState,
    name: String,
    policy: CachePolicy,
    make: impl AsyncFnOnce() -> Result<Body>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let now = state.selections.now();
    answer_from(&state.shared, now, name, policy, make, headers).await
}

/// The answer that `shared` has cached under `name`, else what `make` makes at `now`.
pub(super) async fn answer_from(
    shared: &SharedAnswers,
    now: Timestamp,
    name: String,
    policy: CachePolicy,
    make: impl AsyncFnOnce() -> Result<Body>,
    headers: &HeaderMap,
) -> Result<Response, JikanError> {
    let make = async || make().await?.encoded(policy, now);
    Ok(shared.get(name, make).await?.respond(headers))
}

fn http_date(instant: Timestamp) -> Result<HeaderValue> {
    let text = instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    HeaderValue::try_from(text).map_err(|e| Error::internal("writing a date", e))
}
