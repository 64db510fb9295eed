//! All routes, and the layers that every request passes.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{FromRef as _, Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::get,
};

use crate::{
    body,
    error::{ApiError, as_problem},
    limits,
    metrics::requests::{RequestMetrics, RequestTimer},
    openapi, pages,
    protection::{Kind, Protection},
    request_id,
    routes::{art, assets, health, img, metrics, v4},
    same_origin,
    state::{MetricsState, PageState, Site},
};

/// The whole site.
pub fn router(site: Site) -> Router {
    let (product, _) = openapi::api().split_for_parts();
    let metrics_state = Arc::<MetricsState>::from_ref(&site);
    let requests = Arc::clone(&metrics_state.figures.requests);
    let public_url = Arc::clone(&Arc::<PageState>::from_ref(&site).public_url);
    let protection = Protection::new(&public_url);
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
        .layer(middleware::from_fn_with_state(public_url, answer))
        .with_state(site.clone())
        // What is nested has no slash at its end
        .route_service("/v4/", v4::router(site.clone()).into_service::<Body>())
        .nest("/v4", v4::router(site))
        .layer(middleware::from_fn_with_state(
            (requests, protection),
            secure_and_measure,
        ))
}

// A layer clones everything below it for each request, so there are few.

/// Measures every request (a stream until it begins) and adds the security headers to its answer.
async fn secure_and_measure(
    State((requests, protection)): State<(Arc<RequestMetrics>, Protection)>,
    request: Request,
    next: Next,
) -> Response {
    let timer = RequestTimer::new(&request);
    let kind = Kind::of(request.uri().path());
    let mut response = next.run(request).await;
    protection.add(kind, response.headers_mut());
    requests.record(&timer, &response);
    response
}

async fn answer(State(public_url): State<Arc<str>>, request: Request, next: Next) -> Response {
    // On the heap, since it is large and moved often
    let answering = Box::pin(async { admit(&public_url, request, next).await.into_response() });
    let answering = limits::within_limits(StatusCode::SERVICE_UNAVAILABLE, answering);
    request_id::assign(async { as_problem(answering.await) }).await
}

/// Refuses cross-site changes and bad bodies before a handler runs.
async fn admit(public_url: &str, request: Request, next: Next) -> Result<Response, ApiError> {
    same_origin::check(&request, public_url)?;
    let request = body::buffered(request).await?;
    Ok(next.run(request).await)
}
