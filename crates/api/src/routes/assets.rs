//! The web app's built files. The build puts compressed ones (`.br`, `.gz`) beside those that gain by it.

use std::{borrow::Cow, sync::Arc};

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;

use crate::{encoded::accepts, error::ApiError, protection, web::WebFiles};

/// The `Cache-Control` of files under `assets/`, which carry a hash of their content in their names.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// The `Cache-Control` of files at the root (icon, manifest), which have plain names.
const ONE_HOUR: &str = "public, max-age=3600";

/// The service worker, which starts the app without a network. Browsers revalidate it each time, so
/// that a new one replaces it at once.
const WORKER: &str = "sw.js";
const REVALIDATE: &str = "no-cache";

/// `GET /assets/{path}`
pub(crate) async fn asset(
    State(web): State<Arc<dyn WebFiles>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(path) = path.map_err(|_| ApiError::not_found())?;
    file(&*web, &format!("assets/{path}"), IMMUTABLE, &headers).ok_or_else(ApiError::not_found)
}

/// A file at the root of the build that is no page.
pub(crate) fn root_file(web: &dyn WebFiles, path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.trim_start_matches('/');
    let hidden = name.contains('/')
        || [".html", ".br", ".gz"]
            .iter()
            .any(|end| name.ends_with(end));
    if hidden {
        return None;
    }
    if name != WORKER {
        return file(web, name, ONE_HOUR, headers);
    }
    let mut worker = file(web, name, REVALIDATE, headers)?;
    let (policy, value) = protection::WORKER_POLICY;
    let value = HeaderValue::from_static(value);
    worker.headers_mut().insert(policy, value);
    Some(worker)
}

fn file(
    web: &dyn WebFiles,
    path: &str,
    cached: &'static str,
    headers: &HeaderMap,
) -> Option<Response> {
    let plain = web.file(path)?;
    let compressed = [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(encoding, _)| accepts(headers, encoding))
        .find_map(|(encoding, end)| Some((encoding, web.file(&format!("{path}{end}"))?)));
    let (encoding, file) = match compressed {
        Some((encoding, file)) => (Some(encoding), file),
        None => (None, plain),
    };
    let mut response = Response::new(Body::from(match file {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }));
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_str(kind.as_ref()).ok()?,
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cached));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}
