//! Accounts: signing up, in and out, sessions, the owner's rights.
//!
//! **Invariant:** no cache stores an answer of these routes.

mod delete;
mod end_session;
mod export;
mod forgot;
mod google;
mod link;
mod list_sessions;
mod login;
mod logout;
mod reset;
mod session;
mod signup;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{AppendHeaders, IntoResponse as _, Response},
    routing::get,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    dto::account::SignedIn,
    error::ApiError,
    session::cookie,
    state::{AccountState, Site},
};

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(session::session))
        .routes(routes!(signup::signup))
        .routes(routes!(login::login))
        .routes(routes!(logout::logout))
        .routes(routes!(google::start::start))
        .routes(routes!(google::callback::callback))
        .route("/auth/google/result.js", get(google::files::script))
        .route("/auth/google/result.css", get(google::files::style))
        .routes(routes!(link::link))
        .routes(routes!(forgot::forgot))
        .routes(routes!(reset::reset))
        .routes(routes!(list_sessions::list_sessions))
        .routes(routes!(end_session::end_session))
        .routes(routes!(export::export))
        .routes(routes!(delete::delete))
        .layer(middleware::map_response(no_store))
}

/// Forbids caching of an answer that does not say itself how it may be cached.
pub(crate) async fn no_store(mut response: Response) -> Response {
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The answer to a user who has just signed in.
fn signed_in_response(
    status: StatusCode,
    state: &AccountState,
    signed_in: app::account::SignedIn,
) -> Result<Response, ApiError> {
    let cookie = cookie(state, &signed_in.secret)?;
    let body = Json(SignedIn::of(signed_in.user, &state.pictures));
    Ok((status, AppendHeaders([(header::SET_COOKIE, cookie)]), body).into_response())
}
