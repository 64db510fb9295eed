//! The two joints of the chain: asking with memory, and one exchange over the wire.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use domain::provider::{Fetched, ProviderError};

/// One thing to ask a provider.
#[derive(Debug, Clone)]
pub struct Question {
    /// The whole address, encoded.
    pub url: String,
    /// Says whether a body is what was asked for, so that a broken one is never kept and counts as
    /// a failure of the provider.
    pub check: fn(&[u8]) -> Result<(), ProviderError>,
    /// Whether the answer is kept between runs. Not for searches: the texts of strangers would fill
    /// the store without end.
    pub keep: bool,
}

/// Answers from memory or from the provider.
#[async_trait]
pub trait Ask: Send + Sync {
    /// The answer's body and its age.
    async fn ask(&self, question: &Question) -> Result<Fetched<Bytes>, ProviderError>;
}

/// What one exchange brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A body that passed the question's check.
    New {
        /// The body.
        body: Bytes,
        /// Its `ETag`.
        etag: Option<String>,
    },
    /// What was answered under the given `ETag` is still right.
    Unchanged,
}

/// Asks the provider itself.
#[async_trait]
pub trait Fetch: Send + Sync {
    /// Asks; with `etag`, only for what differs from the answer that had it.
    async fn fetch(&self, question: &Question, etag: Option<&str>)
    -> Result<Answer, ProviderError>;
}

#[async_trait]
impl Fetch for Arc<dyn Fetch> {
    async fn fetch(
        &self,
        question: &Question,
        etag: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        (**self).fetch(question, etag).await
    }
}
