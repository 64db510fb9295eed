//! Bodies that are compressed once and sent often.

mod shared_part;

use std::{
    io::Write as _,
    ops::RangeInclusive,
    sync::{Arc, OnceLock},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use bytes::Bytes;
use domain::{Error, Result};
use sha2::{Digest as _, Sha256};

pub(crate) use shared_part::SharedPart;

/// Bodies shorter than this are sent as they are: a packet takes them anyway.
const MIN_COMPRESSED: usize = 1_024;
/// Brotli's quality for bodies made at run time: higher ones save a percent of these texts and take
/// ten times the time and, from 9 on, 32 MB of tables.
const BROTLI_QUALITY: i32 = 6;
/// Brotli's quality for long bodies: they are a percent larger, and the tables are half as large.
const BROTLI_QUALITY_LONG: i32 = 5;
/// The number of bytes from which on a body is long.
const LONG: usize = 64 * 1024;
/// Brotli's quality for bodies that are compressed in the background.
const BROTLI_BEST: i32 = 10;
/// Brotli's windows, as powers of two: the smallest takes in most bodies, the largest all of them. A window has a buffer
/// of its size.
const BROTLI_WINDOWS: RangeInclusive<u32> = 17..=20;

/// The approximate number of an answer's headers, for which room is made once.
const HEADERS: usize = 24;

/// An encoding in which a body is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    /// Brotli, the smallest encoding; browsers accept it over HTTPS.
    Brotli,
    /// Gzip, which every browser accepts.
    Gzip,
    /// No encoding: the body as it is.
    Identity,
}

impl Coding {
    /// The smallest encoding that a request accepts.
    pub(crate) fn accepted(request: &HeaderMap) -> Self {
        if accepts(request, "br") {
            Self::Brotli
        } else if accepts(request, "gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    /// The encoding's name in `Content-Encoding`; `None` for the body as it is.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// The body in this encoding. A large one takes some milliseconds.
    pub(crate) fn compress(self, plain: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Brotli => brotli(plain, quality_of(plain)),
            Self::Gzip => gzip(plain),
            Self::Identity => Ok(plain.to_vec()),
        }
    }
}

/// Compresses a Brotli body again, a tenth to a sixth smaller. It takes 20 times the time.
pub(crate) fn recompress(compressed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &*compressed, &mut plain)?;
    brotli(&plain, BROTLI_BEST)
}

/// A body with its `ETag`. Each encoding is made when a request first accepts it.
#[derive(Debug)]
pub(crate) struct Encoded {
    content_type: &'static str,
    cache_control: HeaderValue,
    etag: HeaderValue,
    /// Further headers of the answer, the same for each encoding.
    headers: HeaderMap,
    plain: Bytes,
    /// The part that other bodies have, too, and the byte at which it begins.
    shared: Option<(usize, Arc<SharedPart>)>,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Encoded {
    /// Wraps the body `plain`, and tags it.
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
            headers: HeaderMap::new(),
            shared: None,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            plain,
        })
    }

    /// Adds a header to each answer.
    pub(crate) fn add(&mut self, name: HeaderName, value: HeaderValue) {
        self.headers.insert(name, value);
    }

    /// Says that the body has `part` from byte `start` on, which is not compressed anew then.
    pub(crate) fn share(&mut self, start: usize, part: &Arc<SharedPart>) {
        self.shared = Some((start, Arc::clone(part)));
    }

    /// The uncompressed body.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The answer to a request with these headers: the smallest encoding it accepts, or 304 if it
    /// names the current `ETag`.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        if !matches_etag(request, &self.etag) {
            return self.respond_with(StatusCode::OK, request);
        }
        let mut response = not_modified(&self.etag, &self.cache_control);
        response.headers_mut().extend(self.headers.clone());
        response
    }

    /// The answer to a request with these headers, with a status of its own, and always with the body.
    pub(crate) fn respond_with(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let (body, coding) = self.form(Coding::accepted(request));
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.reserve(HEADERS);
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        set_cache_headers(headers, &self.etag, &self.cache_control);
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.content_type),
        );
        if let Some(name) = coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    /// The body in the given encoding, or as it is where that saves nothing (a PNG is compressed already). The first
    /// call for a large body takes some milliseconds.
    fn form(&self, coding: Coding) -> (Bytes, Coding) {
        let compressed = match coding {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
            Coding::Identity => return (self.plain.clone(), Coding::Identity),
        };
        if self.plain.len() < MIN_COMPRESSED || self.content_type == "image/png" {
            return (self.plain.clone(), Coding::Identity);
        }
        if let Some(body) = compressed.get() {
            return (body.clone(), coding);
        }
        match self.compress(coding) {
            Ok(body) => (compressed.get_or_init(|| body.into()).clone(), coding),
            Err(error) => {
                tracing::error!(%error, "a body cannot be compressed; it is sent as it is");
                (self.plain.clone(), Coding::Identity)
            }
        }
    }

    fn compress(&self, coding: Coding) -> std::io::Result<Vec<u8>> {
        if coding == Coding::Brotli
            && let Some((start, part)) = &self.shared
            && let Some(joined) = part.compress_body(&self.plain, *start)
        {
            match joined {
                Ok(joined) => return Ok(joined),
                Err(error) => {
                    tracing::error!(%error, "a body is compressed without its shared part");
                }
            }
        }
        coding.compress(&self.plain)
    }
}

/// The answer 304 to a request that names the current `ETag`.
pub(crate) fn not_modified(etag: &HeaderValue, cache_control: &HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    set_cache_headers(response.headers_mut(), etag, cache_control);
    response
}

/// Sets the headers that say how to cache a body.
pub(crate) fn set_cache_headers(
    headers: &mut HeaderMap,
    etag: &HeaderValue,
    cache_control: &HeaderValue,
) {
    headers.insert(header::ETAG, etag.clone());
    headers.insert(header::CACHE_CONTROL, cache_control.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
}

/// Whether the request accepts `encoding`, which a quality of zero refuses.
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
pub(crate) fn matches_etag(request: &HeaderMap, etag: &HeaderValue) -> bool {
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

/// Brotli's quality for a body that a request waits for.
fn quality_of(plain: &[u8]) -> i32 {
    if plain.len() < LONG {
        BROTLI_QUALITY
    } else {
        BROTLI_QUALITY_LONG
    }
}

fn brotli(plain: &[u8], quality: i32) -> std::io::Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: window(plain.len()),
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &params)?;
    Ok(compressed)
}

/// The smallest window for a body of `bytes` bytes, as a power of two.
fn window(bytes: usize) -> i32 {
    let bits = usize::BITS - bytes.leading_zeros();
    bits.clamp(*BROTLI_WINDOWS.start(), *BROTLI_WINDOWS.end())
        .cast_signed()
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    compressed.write_all(plain)?;
    compressed.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn smallest_accepted_encoding_is_sent() {
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
    fn matching_etag_is_answered_not_modified() {
        let body = Encoded::new("text/plain", "no-cache", "short").unwrap();
        let etag = body.respond(&HeaderMap::new()).headers()[header::ETAG].clone();
        let again = body.respond(&request(header::IF_NONE_MATCH, etag.to_str().unwrap()));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = body.respond(&request(header::IF_NONE_MATCH, "\"other\""));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
