//! Refusal of changes that pages of other sites request in a visitor's name.
//!
//! Browsers say where a request comes from in `Sec-Fetch-Site`, which pages cannot set; over plain
//! HTTP, where they leave it out, `Origin` says it. A program that is no browser sends neither.

use axum::{
    extract::Request,
    http::{HeaderMap, Method, header},
};

use crate::error::ApiError;

/// Refuses a change that a page of another site requests.
pub(crate) fn check(request: &Request, public_url: &str) -> Result<(), ApiError> {
    let reads = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if reads || is_own(request.headers(), public_url) {
        Ok(())
    } else {
        Err(ApiError::foreign_origin())
    }
}

fn is_own(headers: &HeaderMap, public_url: &str) -> bool {
    if let Some(from) = headers.get("sec-fetch-site") {
        return from == "same-origin" || from == "none";
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some((_, host)) = origin.to_str().ok().and_then(|o| o.split_once("://")) else {
        return false;
    };
    origin == public_url
        || headers
            .get(header::HOST)
            .is_some_and(|requested| requested.as_bytes().eq_ignore_ascii_case(host.as_bytes()))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    /// Whether a request with these headers is one of our own pages'.
    fn own(headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        is_own(&headers.collect(), "https://mitai.example")
    }

    #[test]
    fn sec_fetch_site_decides_where_it_is_sent() {
        for (from, expected) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
            ("", false),
            ("SAME-ORIGIN", false),
        ] {
            assert_eq!(own(&[("sec-fetch-site", from)]), expected, "{from}");
        }
        let contradiction = [
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://mitai.example"),
        ];
        assert!(!own(&contradiction));
    }

    #[test]
    fn origin_decides_without_sec_fetch_site() {
        assert!(own(&[]));
        for (origin, expected) in [
            ("https://mitai.example", true),
            ("http://192.0.2.1:8080", true),
            ("http://192.0.2.1:80", false),
            ("http://mitai.example", false),
            ("https://mitai.example.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
            ("", false),
        ] {
            let headers = [("origin", origin), ("host", "192.0.2.1:8080")];
            assert_eq!(own(&headers), expected, "{origin}");
        }
    }
}
