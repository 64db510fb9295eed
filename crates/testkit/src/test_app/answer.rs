//! Answers of a site.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

/// What the site answered.
#[derive(Debug)]
pub struct Answer {
    /// The answer's status.
    pub status: StatusCode,
    /// The answer's headers.
    pub headers: HeaderMap,
    /// The answer's body, whole.
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns a header's text; empty if the header is missing or no text.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// Returns the body as text.
    ///
    /// # Panics
    /// Panics if the body is no text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }

    /// Returns the body as JSON.
    ///
    /// # Panics
    /// Panics if the body is no JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }
}
