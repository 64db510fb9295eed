//! Just enough HTTP/1.1 by hand: a library would not let us break its rules.

use std::{io, sync::LazyLock};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::titles;
use crate::pictures;

const MAX_REQUEST: usize = 64 * 1024;
/// The picture that is answered for every title.
static PICTURE: LazyLock<Vec<u8>> = LazyLock::new(|| pictures::poster(1));

/// A request as the stub read it.
pub(super) struct Request {
    pub(super) target: String,
    pub(super) etag: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) async fn read(stream: &mut TcpStream) -> io::Result<Self> {
        let mut received = Vec::new();
        let head_end = loop {
            if let Some(at) = received.windows(4).position(|four| four == b"\r\n\r\n") {
                break at;
            }
            more(stream, &mut received).await?;
        };
        let head = String::from_utf8_lossy(&received[..head_end]).into_owned();
        let header = |name: &str| {
            head.lines().skip(1).find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name)
                    .then(|| value.trim().to_owned())
            })
        };
        let length: usize = header("content-length")
            .and_then(|length| length.parse().ok())
            .unwrap_or(0);
        while received.len() < head_end + 4 + length {
            more(stream, &mut received).await?;
        }
        Ok(Self {
            target: head.split(' ').nth(1).unwrap_or("/").to_owned(),
            etag: header("if-none-match"),
            body: received.split_off(head_end + 4),
        })
    }

    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub(super) fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.target.split_once('?')?;
        form_urlencoded::parse(query.as_bytes())
            .find_map(|(key, value)| (key == name).then(|| value.into_owned()))
    }
}

async fn more(stream: &mut TcpStream, received: &mut Vec<u8>) -> io::Result<()> {
    let read = stream.read_buf(received).await?;
    if read == 0 || received.len() > MAX_REQUEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(())
}

/// An answer; its connection ends after it.
pub(super) struct Reply {
    status: u16,
    kind: &'static str,
    headers: Vec<String>,
    body: Vec<u8>,
}

impl Reply {
    fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            kind,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// An error in Jikan's shape, whose rate-limit errors have a text for a status.
    pub(super) fn jikan_error(status: u16, kind: &str, message: &str) -> Self {
        let (number, kind) = match status {
            429 => (json!("429"), "RateLimitException"),
            _ => (json!(status), kind),
        };
        let body = json!({ "status": number, "type": kind, "message": message, "error": null });
        Self::json(status, &body)
    }

    pub(super) fn web_page() -> Self {
        let page = "<!DOCTYPE html><title>Just a moment...</title><p>Checking your browser.";
        Self::new(200, "text/html; charset=UTF-8", page)
    }

    pub(super) fn elsewhere() -> Self {
        let mut reply = Self::new(302, "text/plain", "");
        reply
            .headers
            .push("location: http://localhost.invalid/".into());
        reply
    }

    pub(super) fn picture() -> Self {
        Self::new(200, "image/jpeg", PICTURE.as_slice())
    }

    /// Adds an `ETag` of the body; drops the body where `known` is that `ETag`.
    pub(super) fn with_etag(mut self, known: Option<&str>) -> Self {
        let sum = self.body.iter().fold(0_u64, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
        });
        let etag = format!("\"{sum:x}\"");
        if known == Some(etag.as_str()) {
            self.status = 304;
            self.body.clear();
        }
        self.headers.push(format!("etag: {etag}"));
        self
    }

    pub(super) fn is_unchanged(&self) -> bool {
        self.status == 304
    }

    pub(super) fn with_retry_after(mut self, seconds: Option<u64>) -> Self {
        self.headers
            .extend(seconds.map(|seconds| format!("retry-after: {seconds}")));
        self
    }

    /// Cuts the body to its first half.
    pub(super) fn halved(mut self) -> Self {
        self.body.truncate(self.body.len() / 2);
        self
    }

    /// Rates every title in the body for adults.
    pub(super) fn rated_for_adults(mut self) -> Self {
        let body = String::from_utf8_lossy(&self.body);
        self.body = body.replace(titles::RATING, "Rx - Hentai").into_bytes();
        self
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut head = format!(
            "HTTP/1.1 {} Stub\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n",
            self.status,
            self.kind,
            self.body.len()
        );
        for header in &self.headers {
            head.push_str(header);
            head.push_str("\r\n");
        }
        head.push_str("\r\n");
        [head.as_bytes(), &self.body].concat()
    }

    pub(super) async fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.write_all(&self.bytes()).await?;
        stream.shutdown().await
    }
}
