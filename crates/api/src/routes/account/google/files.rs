//! The files of the page with the result of a sign-in. They are not in the web app's build, since the
//! page must not wait for the app.

use axum::{
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};

const REVALIDATE: (HeaderName, &str) = (header::CACHE_CONTROL, "no-cache");

/// `GET /api/v1/auth/google/result.js`
pub(crate) async fn script() -> Response {
    let kind = (header::CONTENT_TYPE, "text/javascript; charset=utf-8");
    ([kind, REVALIDATE], include_str!("result.js")).into_response()
}

/// `GET /api/v1/auth/google/result.css`
pub(crate) async fn style() -> Response {
    let kind = (header::CONTENT_TYPE, "text/css; charset=utf-8");
    ([kind, REVALIDATE], include_str!("result.css")).into_response()
}
