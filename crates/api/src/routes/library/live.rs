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
use domain::library::Position;
use futures::{Stream, StreamExt as _, stream};
use serde::{Deserialize, Deserializer, de::Error as _};
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

/// The parameter of the live stream.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LiveParams {
    /// The position of the library that the client knows: only later changes are sent. The header `Last-Event-ID`
    /// overrides it. A version alone is accepted, too, but does not show that a backup was restored since.
    #[serde(default, deserialize_with = "position")]
    #[param(value_type = Option<String>)]
    since: Option<Position>,
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Position>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(D::Error::custom)
}

/// The changes of the user's library, as a stream of server-sent events.
///
/// Events: `snapshot` (data: a `Record`) where the stream begins or what came since the known
/// position is not remembered; `change` (data: a `LiveChange`); `signed_out` (data: `{}`) when the
/// session has ended, after which the stream ends. The id of an event is the library's position with
/// it. Comments show every 15 seconds that the stream is alive.
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
    let Query(params) =
        params.map_err(|_| ApiError::invalid("Please give since as a position of the record."))?;
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
            .id(library.position().to_string())
            .json_data(Library::new(library, pictures)),
        Update::Change(change) => Event::default()
            .event("change")
            .id(change.position().to_string())
            .json_data(LiveChange::new(&change, pictures)),
        Update::Heartbeat => Ok(Event::default().comment("")),
        Update::SignedOut => Ok(Event::default().event("signed_out").data("{}")),
    }
}
