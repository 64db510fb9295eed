//! Exchanges with the provider, with a limit on everything that it decides.

use std::{net::IpAddr, pin::Pin, time::Duration};

use openidconnect::{
    AsyncHttpClient, HttpRequest, HttpResponse, http,
    url::{Host, Url},
};
use reqwest::redirect::Policy;

const USER_AGENT: &str = concat!("mitai/", env!("CARGO_PKG_VERSION"));
/// Somebody waits in front of an empty page meanwhile.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Metadata, keys and tokens take some kilobytes.
const MAX_BYTES: usize = 256 * 1024;

/// Why an exchange did not take place.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("it names an address that is not safe to ask")]
    Unsafe,
    #[error("it answers with more than {MAX_BYTES} bytes")]
    TooLarge,
    #[error("its answer is not HTTP")]
    Malformed(#[from] http::Error),
    #[error("it cannot be reached")]
    Unreachable(#[source] reqwest::Error),
}

impl From<reqwest::Error> for HttpError {
    fn from(error: reqwest::Error) -> Self {
        Self::Unreachable(error.without_url())
    }
}

/// Asks a provider. Redirects are not followed: none of its addresses has a reason to send us
/// elsewhere, and within our own network they could lead anywhere.
pub(crate) struct Http {
    client: reqwest::Client,
    /// The provider is on this machine, where there is nobody to listen.
    local: bool,
}

impl Http {
    pub(crate) fn new(issuer: &Url) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .timeout(TIMEOUT)
            .connect_timeout(TIMEOUT / 2)
            .redirect(Policy::none())
            .build()?;
        Ok(Self {
            client,
            local: is_loopback(issuer),
        })
    }

    /// Whether the connection is private.
    pub(crate) fn may_ask(&self, url: &Url) -> bool {
        match url.scheme() {
            "https" => true,
            "http" => self.local && is_loopback(url),
            _ => false,
        }
    }

    async fn exchange(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        if !self.may_ask(request.url()) {
            return Err(HttpError::Unsafe);
        }
        let mut response = self.client.execute(request).await?;
        let mut answer = http::Response::builder().status(response.status());
        if let Some(headers) = answer.headers_mut() {
            headers.clone_from(response.headers());
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > MAX_BYTES {
                return Err(HttpError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(answer.body(body)?)
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.exchange(request))
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_allowed_for_a_local_provider_only() {
        let url = |text: &str| Url::parse(text).unwrap();
        let far = Http::new(&url("https://accounts.example")).unwrap();
        assert!(far.may_ask(&url("https://tokens.example/token")));
        for unsafe_url in [
            "http://accounts.example",
            "http://127.0.0.1/",
            "http://localhost/",
            "file:///etc/passwd",
        ] {
            assert!(!far.may_ask(&url(unsafe_url)), "{unsafe_url}");
        }
        for near_url in ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"] {
            let near = Http::new(&url(near_url)).unwrap();
            assert!(near.may_ask(&url("http://127.8.0.1:2/token")));
            assert!(!near.may_ask(&url("http://accounts.example/token")));
            assert!(!near.may_ask(&url("http://localhost.accounts.example/token")));
        }
    }
}
