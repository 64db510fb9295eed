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

/// Answers from the cache or from the provider.
#[async_trait]
pub trait CachedFetch: Send + Sync {
    /// The answer's body and its age.
    async fn get(&self, request: &Request) -> Result<Fetched<Bytes>, ProviderError>;
}

/// The answer of one exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A body that passed the request's check.
    Modified {
        /// The body.
        body: Bytes,
        /// Its `ETag`.
        etag: Option<String>,
    },
    /// The answer of the given `ETag` is still current.
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
