//! The OpenAPI document of the product API, made from the handlers.

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Error;
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    encoded::Encoded,
    error::{ApiError, ErrorCode, Problem},
    routes::catalogue::{hero, list, title},
    state::Site,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mitai",
        description = "The product API of Mitai: the catalogue. Errors are problem+json (RFC 9457) with a stable code.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem, ErrorCode, list::ListName)),
    tags((name = "catalogue", description = "Titles and lists of them")),
)]
struct Described;

/// The routes of the product API with their description.
pub(crate) fn api() -> OpenApiRouter<Site> {
    let described = OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(title::title))
        .routes(routes!(hero::hero));
    OpenApiRouter::with_openapi(Described::openapi()).nest("/api/v1", described)
}

/// The document.
pub fn document() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// `GET /api/v1/openapi.json`
pub(crate) async fn show(
    State(site): State<Site>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let make = async {
        let json = document().to_json();
        let json = json.map_err(|e| Error::internal("writing the OpenAPI document", e))?;
        Encoded::new("application/json", "no-cache", json)
    };
    Ok(site
        .shared
        .get("openapi".into(), make)
        .await?
        .respond(&headers))
}
