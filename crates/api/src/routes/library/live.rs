//! `GET /api/v1/me/live`

use std::sync::Arc;

use std::time::Duration;

use app::live::{Listener, Update};
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{
        IntoResponse as _, Response,
        sse::{Event, Sse},
    },
};
use futures::{Stream, StreamExt as _, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    dto::library::{Library, LiveChange},
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors, TooManyStreams},
    },
    pictures::Pictures,
    session::SignedIn,
    state::LibraryState,
};

/// How long a browser waits before it reconnects after a stream has ended.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveParams {
    /// Version of the record that is known: only what came after it is told. The header
    /// `Last-Event-ID` goes before it.
    since: Option<u64>,
}

/// What changes in the user's record, as it changes.
///
/// Events: `snapshot` (data: a `Record`) where the stream begins or what came since the known
/// version is not remembered; `change` (data: a `LiveChange`); `signed_out` (data: `{}`) when the
/// session has ended, after which the stream ends. The id of an event is the record's version with
/// it. Comments tell every 15 seconds that the stream is alive.
#[utoipa::path(
    get,
    path = "/me/live",
    operation_id = "watch_record",
    tag = "record",
    security(("session" = [])),
    params(
        LiveParams,
        ("Last-Event-ID" = Option<String>, Header, description = "Id of the last event that was seen"),
    ),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        Invalid,
        TooManyStreams,
        PrivateReadErrors,
    ),
)]
pub(super) async fn live(
    State(state): State<Arc<LibraryState>>,
    SignedIn { current, secret }: SignedIn,
    params: Result<Query<LiveParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(params) = params.map_err(|_| ApiError::invalid("Please give since as a number."))?;
    let since = match headers.get("last-event-id") {
        Some(id) => id.to_str().ok().and_then(|id| id.parse().ok()),
        None => params.since,
    };
    let listener = state.live.listen(&current, secret, since).await?;
    let mut response = Sse::new(events(listener, state.pictures.clone())).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies that buffer answers would hold events back
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    Ok(response)
}

fn events(
    listener: Listener,
    pictures: Pictures,
) -> impl Stream<Item = Result<Event, axum::Error>> {
    let first = Event::default().retry(RECONNECT_DELAY).comment("");
    let updates = stream::unfold((listener, pictures), async |(mut listener, pictures)| {
        let update = listener.next().await?;
        Some((event(update, &pictures), (listener, pictures)))
    });
    stream::once(async { Ok(first) }).chain(updates)
}

fn event(update: Update, pictures: &Pictures) -> Result<Event, axum::Error> {
    match update {
        Update::Snapshot(library) => Event::default()
            .event("snapshot")
            .id(library.version.to_string())
            .json_data(Library::new(library, pictures)),
        Update::Change(change) => Event::default()
            .event("change")
            .id(change.version.to_string())
            .json_data(LiveChange::new(&change, pictures)),
        Update::Heartbeat => Ok(Event::default().comment("")),
        Update::SignedOut => Ok(Event::default().event("signed_out").data("{}")),
    }
}
