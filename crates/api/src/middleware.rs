//! What every request passes: its id, its measurement, the security headers of its answer.

use std::sync::Arc;

use axum::{extract::Request, response::Response};

use crate::{
    metrics::requests::{RequestMetrics, RequestTimer},
    protection::{Kind, Protection},
    request_id,
};

/// The middleware that every request passes.
#[derive(Clone)]
pub(crate) struct Middleware {
    requests: Arc<RequestMetrics>,
    protection: Protection,
}

impl Middleware {
    pub(crate) fn new(requests: Arc<RequestMetrics>, public_url: &str) -> Self {
        Self {
            requests,
            protection: Protection::new(public_url),
        }
    }

    /// Gives a request its id, measures it (a stream until it begins) and adds the security headers to its answer.
    pub(crate) async fn answer(
        &self,
        kind: Kind,
        request: Request,
        answering: impl AsyncFnOnce(Request) -> Response,
    ) -> Response {
        let timer = RequestTimer::new(&request);
        let mut response = request_id::assign(answering(request)).await;
        self.protection.add(kind, response.headers_mut());
        self.requests.record(&timer, &response);
        response
    }
}
