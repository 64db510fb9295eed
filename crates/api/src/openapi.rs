//! The OpenAPI document of the product API, made from the handlers.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Error;
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, SecurityScheme},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    dto::library::LiveChange,
    encoded::Encoded,
    error::{ApiError, ErrorCode, Problem},
    routes::{
        account,
        catalogue::{self, list},
        library, people, reviews,
    },
    shared::SharedAnswers,
    state::Site,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Mitai",
        description = "The product API of Mitai: the catalogue, accounts, and what their owners keep. Errors are problem+json (RFC 9457) with a stable code. A change that a page of another site asks for is refused.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem, ErrorCode, list::ListName, LiveChange)),
    modifiers(&SessionCookie),
    tags(
        (name = "catalogue", description = "Titles and lists of them"),
        (name = "account", description = "Signing up, in and out; sessions; the owner's rights"),
        (name = "record", description = "What a signed-in user keeps: profile, watchlist, history"),
        (name = "list", description = "What a signed-in user keeps of each title on the watchlist: status, progress, score, dates, notes; every change of it; preferences"),
        (name = "reviews", description = "What people write about titles, and what readers say of it"),
        (name = "imports", description = "Lists of other trackers: what their files would change, doing it, and taking it back"),
        (name = "people", description = "Pages that people have for others, and how two lists compare"),
    ),
)]
struct Described;

/// Describes the session's cookie, which shows who makes a request.
struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let cookie = ApiKeyValue::with_description(
            "mitai_session",
            "Set by signing in. Where the site is reached by HTTPS its name begins with `__Host-`.",
        );
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// The routes of the product API with their description.
pub(crate) fn api() -> OpenApiRouter<Site> {
    let described = OpenApiRouter::new()
        .merge(catalogue::routes())
        .merge(account::routes())
        .merge(library::routes())
        .merge(people::routes())
        .merge(reviews::routes());
    OpenApiRouter::with_openapi(Described::openapi()).nest("/api/v1", described)
}

/// The OpenAPI document of the product API.
pub fn document() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// `GET /api/v1/openapi.json`
pub(crate) async fn show(
    State(shared): State<Arc<SharedAnswers>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let make = async || {
        let json = document().to_json();
        let json = json.map_err(|e| Error::internal("writing the OpenAPI document", e))?;
        Encoded::new("application/json", "no-cache", json)
    };
    Ok(shared.get("openapi".into(), make).await?.respond(&headers))
}
