//! Answers with the headers that Jikan gives them.

use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use domain::{Error, Result};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::refusal::Refusal;
use crate::{encoded::Encoded, error::ApiError, state::CatalogueState};

/// How long clients take an answer for fresh, as with Jikan.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// How an answer may be kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fresh {
    /// A day, by everyone.
    ForADay,
    /// Asked for again each time.
    Asked,
}

/// A body and when its facts were given.
pub(super) struct Made {
    json: Vec<u8>,
    as_of: Option<Timestamp>,
}

impl Made {
    pub(super) fn of<T: Serialize>(body: &T, as_of: Option<Timestamp>) -> Result<Self> {
        let json = serde_json::to_vec(body);
        let json = json.map_err(|e| Error::internal("writing an answer", e))?;
        Ok(Self { json, as_of })
    }

    /// The same for every client: packed once.
    fn encoded(self, fresh: Fresh, now: Timestamp) -> Result<Encoded> {
        let cache_control = match fresh {
            Fresh::ForADay => "public, s-maxage=86400",
            Fresh::Asked => "private, must-revalidate",
        };
        let mut body = Encoded::new("application/json", cache_control, self.json)?;
        let expires = match fresh {
            Fresh::ForADay => http_date(now + DAY)?,
            Fresh::Asked => HeaderValue::from_static("-1"),
        };
        body.add(header::EXPIRES, expires);
        if let (Fresh::ForADay, Some(as_of)) = (fresh, self.as_of) {
            body.add(header::LAST_MODIFIED, http_date(as_of)?);
        }
        Ok(body)
    }

    /// Made for this request alone.
    pub(super) fn once(self, headers: &HeaderMap) -> Result<Response, Refusal> {
        let cache_control = "no-store, no-cache, must-revalidate, max-age=0";
        let body = Encoded::new("application/json", cache_control, self.json);
        Ok(body.map_err(ApiError::from)?.respond(headers))
    }
}

/// The answer kept ready under `name`, else what `make` makes.
pub(super) async fn answer(
    state: &CatalogueState,
    name: String,
    fresh: Fresh,
    make: impl Future<Output = Result<Made>>,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let make = async { make.await?.encoded(fresh, state.selections.now()) };
    Ok(state.shared.get(name, make).await?.respond(headers))
}

fn http_date(instant: Timestamp) -> Result<HeaderValue> {
    let text = instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    HeaderValue::try_from(text).map_err(|e| Error::internal("writing a date", e))
}
