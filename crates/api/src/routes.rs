//! All routes, and what every request passes.

pub(crate) mod account;
pub(crate) mod art;
pub(crate) mod assets;
pub(crate) mod catalogue;
mod health;
pub(crate) mod img;
pub(crate) mod metrics;
pub(crate) mod record;
pub(crate) mod request_id;
mod v4;

use std::{any::Any, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::get,
};
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use crate::{
    body,
    error::{ApiError, as_problem},
    figures::requests::{Asked, Requests},
    openapi, pages,
    protection::{Kind, Protection},
    same_origin,
    state::Site,
};

/// Longest time for a request, before it is answered with 503.
const PATIENCE: Duration = Duration::from_secs(30);

/// The whole site.
pub fn router(site: Site) -> Router {
    let (product, _) = openapi::api().split_for_parts();
    let requests = Arc::clone(&site.figures.requests);
    let protection = Protection::new(&site.public_url);
    product
        .route("/api/v1/openapi.json", get(openapi::show))
        .route("/art/poster/{file}", get(art::poster))
        .route("/art/banner/{file}", get(art::banner))
        .route("/art/avatar/{file}", get(art::avatar))
        .route("/img/poster/{file}", get(img::poster))
        .route("/img/banner/{file}", get(img::banner))
        .route("/assets/{*path}", get(assets::asset))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::show))
        .fallback(pages::page)
        .layer((
            middleware::from_fn(answer),
            CatchPanicLayer::custom(panicked),
            TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE),
            middleware::from_fn_with_state(site.clone(), admit),
        ))
        .with_state(site.clone())
        // What is nested has no slash at its end
        .route_service("/v4/", v4::router(site.clone()).into_service::<Body>())
        .nest("/v4", v4::router(site))
        .layer(middleware::from_fn_with_state((requests, protection), note))
}

// A layer clones all beneath it for each request, so there are few.

/// Notes the answer of every request, of a stream its beginning, and has it say what browsers are to
/// forbid.
async fn note(
    State((requests, protection)): State<(Arc<Requests>, Protection)>,
    request: Request,
    next: Next,
) -> Response {
    let asked = Asked::new(&request);
    let kind = Kind::of(request.uri().path());
    let mut response = next.run(request).await;
    protection.add(kind, response.headers_mut());
    requests.note(&asked, &response);
    response
}

async fn answer(request: Request, next: Next) -> Response {
    request_id::assign(async { as_problem(next.run(request).await) }).await
}

/// Refuses what is not to be done, before anything is done for it.
async fn admit(
    State(site): State<Site>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    same_origin::check(&request, &site.public_url)?;
    let request = body::whole(request).await?;
    Ok(next.run(request).await)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that CatchPanicLayer asks for"
)]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!("a handler panicked: {said}");
    ApiError::internal().into_response()
}
