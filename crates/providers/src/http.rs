//! One exchange over HTTP: the only place that builds a client.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use domain::{clock::Clock, provider::ProviderError};
use jiff::{Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::{
    Client, Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH, RETRY_AFTER},
    redirect::{Attempt, Policy},
};

use crate::request::{Answer, Fetch, Request};

const USER_AGENT: &str = concat!("mitai/", env!("CARGO_PKG_VERSION"));
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The length of the longest `ETag` that is kept, in bytes; a longer one counts as none.
const MAX_ETAG_BYTES: usize = 256;
const MAX_REDIRECTS: usize = 3;

/// Asks over HTTP, with a limit on everything that a stranger's server decides.
pub struct Http {
    client: Client,
    clock: Arc<dyn Clock>,
}

impl Http {
    /// A client that waits `timeout` at most for a whole answer, half of it for a connection.
    pub fn new(timeout: Duration, clock: Arc<dyn Clock>) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .timeout(timeout)
            .connect_timeout(timeout / 2)
            .redirect(Policy::custom(within_host))
            .build()?;
        Ok(Self { client, clock })
    }

    async fn exchange(
        &self,
        request: &Request,
        etag: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        let mut builder = self
            .client
            .get(&request.url)
            .header(ACCEPT, "application/vnd.api+json, application/json");
        if let Some(etag) = etag {
            builder = builder.header(IF_NONE_MATCH, etag);
        }
        let response = builder.send().await.map_err(|error| error_of(&error))?;
        let status = response.status();
        if status == StatusCode::NOT_MODIFIED && etag.is_some() {
            return Ok(Answer::NotModified);
        }
        if !status.is_success() {
            let pause = retry_after(response.headers(), self.clock.now());
            return Err(error_of_status(status.as_u16(), pause));
        }
        if is_html(response.headers()) {
            return Err(malformed("a web page in place of JSON"));
        }
        let etag = text(response.headers(), ETAG.as_str())
            .filter(|etag| etag.len() <= MAX_ETAG_BYTES)
            .map(str::to_owned);
        let body = limited_body(response).await?;
        (request.check)(&body)?;
        Ok(Answer::Modified { body, etag })
    }
}

#[async_trait]
impl Fetch for Http {
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError> {
        self.exchange(request, etag).await
    }
}

/// Follows a few redirects to the same host, from http to https but never back.
fn within_host(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let hops = attempt.previous().len();
    let follow = attempt.previous().last().is_some_and(|from| {
        let to = attempt.url();
        let upgraded = from.scheme() == "http" && to.scheme() == "https";
        let same_server = from.scheme() == to.scheme() && from.port() == to.port();
        from.host_str() == to.host_str() && (upgraded || same_server)
    });
    if follow && hops <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

async fn limited_body(mut response: Response) -> Result<Bytes, ProviderError> {
    let too_large = || malformed("more than 8 MB");
    if response
        .content_length()
        .is_some_and(|length| length > MAX_BYTES as u64)
    {
        return Err(too_large());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| error_of(&error))? {
        if body.len() + chunk.len() > MAX_BYTES {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

fn error_of(error: &reqwest::Error) -> ProviderError {
    if error.is_timeout() {
        ProviderError::TimedOut
    } else if error.is_decode() {
        malformed("its compression is broken")
    } else {
        ProviderError::Unreachable
    }
}

/// The error that a status other than success means.
pub(crate) fn error_of_status(status: u16, retry_after: Option<Duration>) -> ProviderError {
    match status {
        404 => ProviderError::NotFound,
        429 => ProviderError::RateLimited { retry_after },
        500..=599 => ProviderError::Failed(status),
        _ => ProviderError::Refused(status),
    }
}

/// The pause that `Retry-After` asks for, in seconds or up to a date; `None` where it asks for none.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = text(headers, RETRY_AFTER.as_str())?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Duration::try_from(at.duration_since(now)).unwrap_or_default())
}

fn is_html(headers: &HeaderMap) -> bool {
    text(headers, CONTENT_TYPE.as_str()).is_some_and(|kind| kind.contains("html"))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn malformed(what: &str) -> ProviderError {
    ProviderError::Malformed(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(text: &str) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, text.parse().unwrap());
        retry_after(&headers, "2026-10-21T07:28:00Z".parse().unwrap())
    }

    #[test]
    fn retry_after_is_read_as_seconds_and_as_date() {
        assert_eq!(pause("30"), Some(Duration::from_secs(30)));
        assert_eq!(
            pause("Wed, 21 Oct 2026 07:28:45 GMT"),
            Some(Duration::from_secs(45))
        );
        assert_eq!(
            pause("Wed, 21 Oct 2026 07:00:00 GMT"),
            Some(Duration::ZERO),
            "a date that is past asks for no pause"
        );
        assert_eq!(pause("soon"), None);
    }

    #[test]
    fn each_status_has_its_meaning() {
        assert_eq!(error_of_status(404, None), ProviderError::NotFound);
        assert_eq!(error_of_status(403, None), ProviderError::Refused(403));
        assert_eq!(error_of_status(302, None), ProviderError::Refused(302));
        assert_eq!(error_of_status(504, None), ProviderError::Failed(504));
        assert_eq!(
            error_of_status(429, Some(Duration::from_secs(1))),
            ProviderError::RateLimited {
                retry_after: Some(Duration::from_secs(1))
            }
        );
    }
}
