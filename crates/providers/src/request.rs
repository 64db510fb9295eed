//! Requests to a provider, and the two interfaces of the chain: cached fetches and single exchanges.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use domain::provider::{Fetched, ProviderError};

/// A request to a provider.
#[derive(Debug, Clone)]
pub struct Request {
    /// The whole address, encoded.
    pub url: String,
    /// Validates a body. A broken one is never cached and counts as a failure of the provider.
    pub check: fn(&[u8]) -> Result<(), ProviderError>,
    /// Whether the answer is cached in the store. Searches are not: texts of strangers would fill it.
    pub cacheable: bool,
}

/// A source of answers, from the cache or from the provider.
#[async_trait]
pub trait CachedFetch: Send + Sync {
    /// Gets the answer's body, and the instant at which it was current.
    async fn get(&self, request: &Request) -> Result<Fetched<Bytes>, ProviderError>;
}

/// The answer of one exchange with a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The provider sent a body, which passed the request's check.
    Modified {
        /// The body of the answer.
        body: Bytes,
        /// The `ETag` of the body, if the provider gave one.
        etag: Option<String>,
    },
    /// The answer with the given `ETag` is still current.
    NotModified,
}

/// Sends requests to the provider.
#[async_trait]
pub trait Fetch: Send + Sync {
    /// Sends a request; with `etag`, a conditional one.
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError>;
}

#[async_trait]
impl Fetch for Arc<dyn Fetch> {
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError> {
        (**self).fetch(request, etag).await
    }
}
