//! A browser: it has an address and keeps its cookie.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Mutex, PoisonError},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::ConnectInfo,
    http::{HeaderMap, Request, StatusCode, header, request::Builder},
};
use serde_json::Value;
use tower::ServiceExt as _;

use super::{Answer, Events};
use crate::contract;

/// Largest body that a test reads, in bytes.
const LARGEST: usize = 16 * 1024 * 1024;

/// A browser: it has an address and keeps its cookie.
pub struct Browser {
    router: Router,
    address: SocketAddr,
    cookie: Mutex<Option<String>>,
}

impl Browser {
    pub(super) fn new(router: Router) -> Self {
        Self {
            router,
            address: (Ipv4Addr::LOCALHOST, 40_000).into(),
            cookie: Mutex::default(),
        }
    }

    /// The same browser at another address.
    pub fn at(mut self, address: [u8; 4]) -> Self {
        self.address = (address, 40_000).into();
        self
    }

    /// The same browser with this cookie, `name=value`.
    pub fn with_cookie(self, cookie: Option<String>) -> Self {
        *self.lock() = cookie;
        self
    }

    /// Its cookie, `name=value`.
    pub fn cookie(&self) -> Option<String> {
        self.lock().clone()
    }

    /// Answers a GET.
    pub async fn get(&self, address: &str) -> Answer {
        self.send(Request::get(address), Body::empty()).await
    }

    /// Answers a PUT without a body.
    pub async fn put(&self, address: &str) -> Answer {
        self.send(Request::put(address), Body::empty()).await
    }

    /// Answers a DELETE without a body.
    pub async fn delete(&self, address: &str) -> Answer {
        self.send(Request::delete(address), Body::empty()).await
    }

    /// Answers a POST.
    pub async fn post(&self, address: &str, body: &Value) -> Answer {
        self.send_json(Request::post(address), body).await
    }

    /// Answers a PATCH.
    pub async fn patch(&self, address: &str, body: &Value) -> Answer {
        self.send_json(Request::patch(address), body).await
    }

    /// Answers a request with a JSON body.
    pub async fn send_json(&self, request: Builder, body: &Value) -> Answer {
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request, body.to_string()).await
    }

    /// Answers a request, keeps the cookie that comes with the answer, and checks the answer
    /// against the OpenAPI document.
    ///
    /// # Panics
    /// If the answer is not as described.
    pub async fn send(&self, request: Builder, body: impl Into<Body>) -> Answer {
        let request = self.dressed(request, body.into());
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, LARGEST)
            .await
            .expect("the body can be read")
            .to_vec();
        self.keep_cookie(&parts.headers);
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        if answer.status != StatusCode::NOT_MODIFIED && answer.header("content-encoding").is_empty()
        {
            contract::check(&method, &path, answer.status.as_u16(), &answer.body);
        }
        answer
    }

    /// Opens a stream of events.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn listen(&self, request: Builder) -> Events {
        let request = self.dressed(request, Body::empty());
        let Ok(response) = self.router.clone().oneshot(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "text/event-stream"
        );
        Events::new(response.into_body())
    }

    fn dressed(&self, mut request: Builder, body: Body) -> Request<Body> {
        if let Some(cookie) = self.cookie() {
            request = request.header(header::COOKIE, cookie);
        }
        request
            .extension(ConnectInfo(self.address))
            .body(body)
            .expect("the request is well formed")
    }

    fn keep_cookie(&self, headers: &HeaderMap) {
        let Some(set) = headers.get(header::SET_COOKIE) else {
            return;
        };
        let set = set.to_str().expect("a cookie is text");
        let (cookie, _) = set.split_once(';').expect("a cookie has attributes");
        let kept = !set.contains("Max-Age=0");
        *self.lock() = kept.then(|| cookie.to_owned());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
