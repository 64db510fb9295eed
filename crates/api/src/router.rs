//! All routes, and the layers that every request passes.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{FromRef as _, Request, State},
    http::StatusCode,
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::get,
};

use crate::{
    body,
    error::{ApiError, as_problem},
    limits,
    middleware::Middleware,
    openapi, pages,
    protection::Kind,
    routes::{art, assets, health, img, metrics, v4},
    same_origin,
    state::{MetricsState, PageState, Site},
};

/// Builds the router of the whole site.
pub fn router(site: Site) -> Router {
    let (product, _) = openapi::api().split_for_parts();
    let metrics_state = Arc::<MetricsState>::from_ref(&site);
    let requests = Arc::clone(&metrics_state.figures.requests);
    let public_url = Arc::clone(&Arc::<PageState>::from_ref(&site).public_url);
    let middleware = Middleware::new(requests, &public_url);
    let state = (middleware.clone(), public_url);
    product
        .route("/api/v1/openapi.json", get(openapi::show))
        .route("/art/poster/{file}", get(art::poster))
        .route("/art/banner/{file}", get(art::banner))
        .route("/art/avatar/{file}", get(art::avatar))
        .route("/art/og/{file}", get(art::card))
        .route("/img/poster/{file}", get(img::poster))
        .route("/img/still/{file}", get(img::still))
        .route("/img/banner/{file}", get(img::banner))
        .route("/img/portrait/{file}", get(img::portrait))
        .route("/assets/{*path}", get(assets::asset))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::show))
        .fallback(pages::page)
        // The only layer: each clones everything below it for each request
        .layer(from_fn_with_state(state, answer))
        .with_state(site.clone())
        // What is nested has no slash at its end
        .route_service(
            "/v4/",
            v4::router(site.clone(), middleware.clone()).into_service::<Body>(),
        )
        .nest("/v4", v4::router(site, middleware))
}

async fn answer(
    State((middleware, public_url)): State<(Middleware, Arc<str>)>,
    request: Request,
    next: Next,
) -> Response {
    let kind = Kind::of(request.uri().path());
    let time = if body::is_file(&request) {
        body::FILE_TIMEOUT + limits::REQUEST_TIMEOUT
    } else {
        limits::REQUEST_TIMEOUT
    };
    let answering = async |request| {
        // On the heap, since it is large and moved often
        let answering = Box::pin(async { admit(&public_url, request, next).await.into_response() });
        as_problem(limits::within_limits(StatusCode::SERVICE_UNAVAILABLE, time, answering).await)
    };
    middleware.answer(kind, request, answering).await
}

/// Refuses cross-site changes and bad bodies before a handler runs.
async fn admit(public_url: &str, request: Request, next: Next) -> Result<Response, ApiError> {
    same_origin::check(&request, public_url)?;
    let request = body::buffered(request).await?;
    Ok(next.run(request).await)
}
