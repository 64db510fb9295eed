//! Bodies that are compressed once and sent often.

use std::{io::Write as _, sync::OnceLock};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
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
/// Brotli's quality for bodies that are packed in the background.
const BROTLI_BEST: i32 = 10;
/// Brotli's window, as a power of two: the largest body fits.
const BROTLI_WINDOW: i32 = 18;

/// A form in which a body is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    /// The smallest; browsers take it over HTTPS.
    Brotli,
    /// The one that every browser takes.
    Gzip,
    /// The body as it is.
    Identity,
}

impl Coding {
    /// The smallest form that a request takes.
    pub(crate) fn accepted(request: &HeaderMap) -> Self {
        if accepts(request, "br") {
            Self::Brotli
        } else if accepts(request, "gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    /// Its name in `Content-Encoding`; none where nothing has to be said.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// A body in this form. Takes some milliseconds for a large one.
    pub(crate) fn pack(self, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Brotli => brotli(plain, BROTLI_QUALITY),
            Self::Gzip => gzip(plain),
            Self::Identity => Ok(plain.to_vec()),
        }
    }
}

/// A body that was packed with Brotli, a tenth to a sixth smaller. Takes 20 times the time.
pub(crate) fn repack(packed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &*packed, &mut plain)?;
    brotli(&plain, BROTLI_BEST)
}

/// A body with its tag, packed when a form is first asked for: of what is asked for once, only one is.
#[derive(Debug)]
pub(crate) struct Encoded {
    content_type: &'static str,
    cache_control: HeaderValue,
    etag: HeaderValue,
    /// Said beside these, whatever the form.
    more: HeaderMap,
    plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Encoded {
    /// Tags `plain`.
    pub(crate) fn new(
        content_type: &'static str,
        cache_control: &'static str,
        plain: impl Into<Bytes>,
    ) -> Result<Self> {
        let plain = plain.into();
        Ok(Self {
            content_type,
            cache_control: HeaderValue::from_static(cache_control),
            etag: etag(&plain)?,
            more: HeaderMap::new(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            plain,
        })
    }

    /// Says more of the body in each answer.
    pub(crate) fn add(&mut self, name: HeaderName, value: HeaderValue) {
        self.more.insert(name, value);
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
        let mut response = not_modified(&self.etag, &self.cache_control);
        response.headers_mut().extend(self.more.clone());
        response
    }

    /// The same with a status of its own, and always with the body.
    pub(crate) fn respond_with(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let (body, coding) = self.form(Coding::accepted(request));
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.extend(self.more.clone());
        describe(headers, &self.etag, &self.cache_control);
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.content_type),
        );
        if let Some(name) = coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    /// The body in the form that is asked for, or as it is where that saves nothing (a PNG is packed already). Takes some
    /// milliseconds for a large one that nobody had in this form yet.
    fn form(&self, asked: Coding) -> (Bytes, Coding) {
        let packed = match asked {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
            Coding::Identity => return (self.plain.clone(), Coding::Identity),
        };
        if self.plain.len() < WORTH_COMPRESSING || self.content_type == "image/png" {
            return (self.plain.clone(), Coding::Identity);
        }
        if let Some(body) = packed.get() {
            return (body.clone(), asked);
        }
        match asked.pack(&self.plain) {
            Ok(body) => (packed.get_or_init(|| body.into()).clone(), asked),
            Err(error) => {
                tracing::error!(%error, "a body cannot be packed; it is sent as it is");
                (self.plain.clone(), Coding::Identity)
            }
        }
    }
}

/// The answer to a request for a body that it has already.
pub(crate) fn not_modified(etag: &HeaderValue, cache_control: &HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    describe(response.headers_mut(), etag, cache_control);
    response
}

/// Tells browsers how to keep a body.
pub(crate) fn describe(headers: &mut HeaderMap, etag: &HeaderValue, cache_control: &HeaderValue) {
    headers.insert(header::ETAG, etag.clone());
    headers.insert(header::CACHE_CONTROL, cache_control.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
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

fn brotli(plain: &[u8], quality: i32) -> std::io::Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality,
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
