//! Bodies that are compressed once and sent often.

use std::io::Write as _;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use domain::{Error, Result};
use sha2::{Digest as _, Sha256};

/// Bodies shorter than this are sent as they are: a packet takes them anyway.
const WORTH_COMPRESSING: usize = 1_024;
/// Brotli's quality for bodies made at run time: higher ones save a percent of these texts and take
/// ten times the time and, from 9 on, 32 MB of tables.
const BROTLI_QUALITY: i32 = 6;
/// Brotli's window, as a power of two: the largest body fits.
const BROTLI_WINDOW: i32 = 18;

/// A body in every form that browsers ask for, with its tag.
#[derive(Debug)]
pub(crate) struct Encoded {
    content_type: &'static str,
    cache_control: &'static str,
    etag: HeaderValue,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl Encoded {
    /// Compresses `plain`. Takes some milliseconds for a large body: keep the result.
    pub(crate) fn new(
        content_type: &'static str,
        cache_control: &'static str,
        plain: impl Into<Bytes>,
    ) -> Result<Self> {
        let plain = plain.into();
        let large = plain.len() >= WORTH_COMPRESSING;
        let compress = |how: fn(&[u8]) -> std::io::Result<Vec<u8>>| {
            large
                .then(|| how(&plain).map(Bytes::from))
                .transpose()
                .map_err(|e| Error::internal("compressing a body", e))
        };
        Ok(Self {
            content_type,
            cache_control,
            etag: etag(&plain)?,
            brotli: compress(brotli)?,
            gzip: compress(gzip)?,
            plain,
        })
    }

    /// Length of the uncompressed body, in bytes.
    pub(crate) fn plain_len(&self) -> usize {
        self.plain.len()
    }

    /// The answer to a request with these headers: the smallest form it takes, or 304 if it has
    /// the body already.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        if !has(request, &self.etag) {
            return self.respond_with(StatusCode::OK, request);
        }
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        self.describe(response.headers_mut());
        response
    }

    /// The same with a status of its own, and always with the body.
    pub(crate) fn respond_with(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let (body, encoding) = match (&self.brotli, &self.gzip) {
            (Some(body), _) if accepts(request, "br") => (body, Some("br")),
            (_, Some(body)) if accepts(request, "gzip") => (body, Some("gzip")),
            _ => (&self.plain, None),
        };
        let mut response = Response::new(Body::from(body.clone()));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        self.describe(headers);
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.content_type),
        );
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }

    fn describe(&self, headers: &mut HeaderMap) {
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(self.cache_control),
        );
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
}

/// Whether the request takes `encoding`; one given a quality of zero is refused by it.
pub(crate) fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    request
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|item| {
            let (name, quality) = item.split_once(';').unwrap_or((item, ""));
            let refused = quality
                .trim()
                .strip_prefix("q=")
                .and_then(|q| q.parse::<f32>().ok())
                .is_some_and(|q| q <= 0.0);
            name.trim().eq_ignore_ascii_case(encoding) && !refused
        })
}

/// Whether the request names `etag` in `If-None-Match`.
pub(crate) fn has(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(etag) = etag.to_str() else {
        return false;
    };
    let bare = etag.trim_start_matches("W/");
    request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|value| value == "*" || value.trim_start_matches("W/") == bare)
}

/// A weak tag (the same for each encoding) from the first 16 bytes of the body's SHA-256.
fn etag(body: &[u8]) -> Result<HeaderValue> {
    let digest = Sha256::digest(body);
    HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(&digest[..16])))
        .map_err(|e| Error::internal("tagging a body", e))
}

fn brotli(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut packed, &params)?;
    Ok(packed)
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    packed.write_all(plain)?;
    packed.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn the_smallest_accepted_form_is_sent() {
        let body = Encoded::new("text/plain", "no-cache", "a".repeat(5_000)).unwrap();
        for (accepted, sent) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip;q=1.0, br;q=0", Some("gzip")),
            ("identity", None),
        ] {
            let response = body.respond(&request(header::ACCEPT_ENCODING, accepted));
            let encoding = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.map(|e| e.to_str().unwrap()), sent, "{accepted}");
        }
    }

    #[test]
    fn a_known_body_is_not_sent_again() {
        let body = Encoded::new("text/plain", "no-cache", "short").unwrap();
        let etag = body.respond(&HeaderMap::new()).headers()[header::ETAG].clone();
        let again = body.respond(&request(header::IF_NONE_MATCH, etag.to_str().unwrap()));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = body.respond(&request(header::IF_NONE_MATCH, "\"other\""));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
