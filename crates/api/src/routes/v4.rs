//! Jikan v4 as far as the catalogue has it, so that programs made for Jikan work with Mitai as
//! their base address. `docs/jikan.md` says what is offered and what differs.
//!
//! **Invariant:** nothing here changes anything, reads a body or shows anything of a person: it is open
//! to pages of every site. It is not part of the product API and its document: its contract is Jikan's.

mod answer;
mod error;
mod list;
mod params;
mod producers;
mod reviews;
mod season;
mod title;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::get,
};

use crate::{limits, middleware::Middleware, protection::Kind, state::Site};
use error::JikanError;

/// Everything under `/v4`, with what its requests pass.
pub(crate) fn router(site: Site, middleware: Middleware) -> Router {
    Router::new()
        .route("/top/anime", get(list::top))
        .route("/anime", get(list::search))
        .route("/anime/{id}", get(title::title))
        .route("/anime/{id}/full", get(title::full))
        .route("/anime/{id}/relations", get(title::relations))
        .route("/anime/{id}/themes", get(title::themes))
        .route("/anime/{id}/external", get(title::external))
        .route("/anime/{id}/streaming", get(title::streaming))
        .route("/anime/{id}/moreinfo", get(title::moreinfo))
        .route("/anime/{id}/forum", get(title::forum))
        .route("/anime/{id}/userupdates", get(title::userupdates))
        .route("/anime/{id}/reviews", get(reviews::of_title))
        .route("/schedules", get(season::schedules))
        .route("/schedules/{day}", get(season::schedules_of))
        .route("/seasons", get(season::seasons))
        .route("/seasons/now", get(season::now))
        .route("/seasons/upcoming", get(season::upcoming))
        .route("/seasons/{year}/{season}", get(season::season))
        .route("/producers", get(producers::list))
        .route("/producers/{id}", get(producers::one))
        .route("/producers/{id}/full", get(producers::full))
        .route("/producers/{id}/external", get(producers::external))
        .route("/magazines", get(producers::magazines))
        .route("/genres/anime", get(title::genres))
        .route("/random/anime", get(title::random))
        .fallback(async || JikanError::not_found())
        .layer(from_fn_with_state(middleware, answer))
        .with_state(site)
}

async fn answer(State(middleware): State<Middleware>, request: Request, next: Next) -> Response {
    let answering = async |request| open(request, next).await;
    middleware.answer(Kind::Open, request, answering).await
}

/// Lets pages of all sites read, and gives failures that no handler made Jikan's form.
async fn open(request: Request, next: Next) -> Response {
    let mut response = if request.method() == Method::OPTIONS {
        preflight()
    } else {
        let answering = limits::within_limits(
            StatusCode::GATEWAY_TIMEOUT,
            limits::REQUEST_TIMEOUT,
            next.run(request),
        );
        as_jikan_error(answering.await)
    };
    let headers = response.headers_mut();
    allow(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    allow(
        headers,
        header::ACCESS_CONTROL_ALLOW_METHODS,
        "GET, HEAD, OPTIONS",
    );
    allow(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag");
    response
}

fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, "*");
    allow(headers, header::ACCESS_CONTROL_MAX_AGE, "86400");
    allow(headers, header::ALLOW, "GET, HEAD, OPTIONS");
    response
}

fn allow(headers: &mut HeaderMap, name: header::HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

fn as_jikan_error(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_shaped = kind.is_some_and(|kind| kind == "application/json");
    if is_shaped || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut error = JikanError::of(status).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        error.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    error
}
