//! All routes, and the layers that every request passes.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::Response,
    routing::get,
};
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};

use crate::{
    body,
    error::{ApiError, as_problem},
    figures::requests::{Asked, Requests},
    limits::{REQUEST_TIMEOUT, panic_response},
    openapi, pages,
    protection::{Kind, Protection},
    request_id,
    routes::{art, assets, health, img, metrics, v4},
    same_origin,
    state::Site,
};

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
        .route("/art/og/{file}", get(art::card))
        .route("/img/poster/{file}", get(img::poster))
        .route("/img/banner/{file}", get(img::banner))
        .route("/assets/{*path}", get(assets::asset))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::show))
        .fallback(pages::page)
        .layer((
            middleware::from_fn(answer),
            CatchPanicLayer::custom(panic_response),
            TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT),
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
