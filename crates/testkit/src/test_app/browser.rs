//! A browser: it has an address and keeps its cookies.

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{Mutex, MutexGuard, PoisonError},
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
const MAX_BODY: usize = 16 * 1024 * 1024;

/// The name of the session's cookie.
const SESSION: &str = "__Host-mitai_session";

/// A browser: it has an address and keeps its cookies.
pub struct Browser {
    router: Router,
    address: SocketAddr,
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Browser {
    pub(super) fn new(router: Router) -> Self {
        Self {
            router,
            address: (Ipv4Addr::LOCALHOST, 40_000).into(),
            cookies: Mutex::default(),
        }
    }

    /// Moves the browser to another IP address.
    pub fn at(mut self, address: [u8; 4]) -> Self {
        self.address = (address, 40_000).into();
        self
    }

    /// Replaces the browser's cookies by this one, `name=value`; `None` leaves it none.
    ///
    /// # Panics
    /// Panics if the cookie is not of that form.
    pub fn with_cookie(self, cookie: Option<String>) -> Self {
        let pair = |cookie: String| {
            let (name, value) = cookie.split_once('=').expect("a cookie has a value");
            (name.to_owned(), value.to_owned())
        };
        *self.lock() = cookie.map(pair).into_iter().collect();
        self
    }

    /// Returns the session's cookie, `name=value`; `None` if nobody has signed in.
    pub fn cookie(&self) -> Option<String> {
        let cookies = self.lock();
        cookies
            .get(SESSION)
            .map(|secret| format!("{SESSION}={secret}"))
    }

    /// Whether the browser has a cookie of this name.
    pub fn has_cookie(&self, name: &str) -> bool {
        self.lock().contains_key(name)
    }

    /// Sends a GET and returns the answer.
    pub async fn get(&self, address: &str) -> Answer {
        self.send(Request::get(address), Body::empty()).await
    }

    /// Sends a PUT without a body and returns the answer.
    pub async fn put(&self, address: &str) -> Answer {
        self.send(Request::put(address), Body::empty()).await
    }

    /// Sends a DELETE without a body and returns the answer.
    pub async fn delete(&self, address: &str) -> Answer {
        self.send(Request::delete(address), Body::empty()).await
    }

    /// Sends a POST with a JSON body and returns the answer.
    pub async fn post(&self, address: &str, body: &Value) -> Answer {
        self.send_json(Request::post(address), body).await
    }

    /// Sends a PATCH with a JSON body and returns the answer.
    pub async fn patch(&self, address: &str, body: &Value) -> Answer {
        self.send_json(Request::patch(address), body).await
    }

    /// Sends a request with a JSON body and returns the answer.
    pub async fn send_json(&self, request: Builder, body: &Value) -> Answer {
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.send(request, body.to_string()).await
    }

    /// Answers a request, keeps the cookies that come with the answer, and checks the answer
    /// against the OpenAPI document.
    ///
    /// # Panics
    /// Panics if the answer is not as described.
    pub async fn send(&self, request: Builder, body: impl Into<Body>) -> Answer {
        let request = self.dressed(request, body.into());
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, MAX_BODY)
            .await
            .expect("the body can be read")
            .to_vec();
        self.keep_cookies(&parts.headers);
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        };
        if answer.status != StatusCode::NOT_MODIFIED && answer.header("content-encoding").is_empty()
        {
            let answered = (answer.status.as_u16(), answer.header("content-type"));
            contract::check(&method, &path, answered, &answer.body);
        }
        answer
    }

    /// Opens a stream of events.
    ///
    /// # Panics
    /// Panics if the stream is refused.
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
        let cookies: Vec<_> = self
            .lock()
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        request
            .extension(ConnectInfo(self.address))
            .body(body)
            .expect("the request is well formed")
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        for set in headers.get_all(header::SET_COOKIE) {
            let set = set.to_str().expect("a cookie is text");
            let (cookie, attributes) = set.split_once(';').expect("a cookie has attributes");
            let (name, value) = cookie.split_once('=').expect("a cookie has a value");
            if attributes.contains("Max-Age=0") {
                self.lock().remove(name);
            } else {
                self.lock().insert(name.to_owned(), value.to_owned());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
