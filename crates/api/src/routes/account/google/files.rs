//! The files of the page that tells how a sign-in went. They stand here and not in the web app's
//! build, for the page is not the app: it may not wait for it.

use axum::{
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};

const KEPT: (HeaderName, &str) = (header::CACHE_CONTROL, "no-cache");

/// `GET /api/v1/auth/google/result.js`
pub(crate) async fn script() -> Response {
    let kind = (header::CONTENT_TYPE, "text/javascript; charset=utf-8");
    ([kind, KEPT], include_str!("result.js")).into_response()
}

/// `GET /api/v1/auth/google/result.css`
pub(crate) async fn style() -> Response {
    let kind = (header::CONTENT_TYPE, "text/css; charset=utf-8");
    ([kind, KEPT], include_str!("result.css")).into_response()
}
