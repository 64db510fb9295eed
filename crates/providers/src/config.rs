//! Configuration of a provider, and the chain built from it.

use std::{sync::Arc, time::Duration};

use domain::{clock::Clock, provider::AnswerStore};
use reqwest::Url;

use crate::{
    breaker::Breaker,
    cache::Cached,
    http::Http,
    rate::{Limited, Limits},
    request::{CachedFetch, Fetch},
    retry::Retried,
    single_flight::SingleFlight,
};

const MAX_FAILURES: u32 = 5;

/// The configuration of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderConfig {
    /// The address that paths are added to, for instance `https://kitsu.app/api/edge`.
    pub base_url: String,
    /// The largest numbers of requests in any second and in any minute.
    pub limits: Limits,
    /// Whether other servers ask while this one does not: their requests count against the limits, too.
    pub takes_turns: bool,
    /// The longest wait for one whole answer.
    pub timeout: Duration,
    /// The age from which on a cached answer is fetched again.
    pub fresh_for: Duration,
}

/// The layers between a client and its provider.
pub(crate) struct Chain {
    /// All layers, with the cache.
    pub(crate) cached: Arc<dyn CachedFetch>,
    /// The layers below the cache, which keep no answers.
    pub(crate) fetch: Arc<dyn Fetch>,
}

impl ProviderConfig {
    /// The defaults for the provider at `base_url`, of a server that asks alone.
    pub fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            limits: Limits::default(),
            takes_turns: false,
            timeout: Duration::from_secs(8),
            fresh_for: Duration::from_hours(6),
        }
    }

    /// Parses the base address; fails unless paths can be added to it.
    pub(crate) fn base(&self) -> Result<Url, ConnectError> {
        let bad = || ConnectError::Address(self.base_url.clone());
        let url = Url::parse(&self.base_url).map_err(|_| bad())?;
        let usable = matches!(url.scheme(), "http" | "https")
            && url.query().is_none()
            && url.fragment().is_none();
        usable.then_some(url).ok_or_else(bad)
    }

    /// Checks the address and the limits, as far as that is possible without a request.
    ///
    /// # Errors
    /// [`ConnectError::Address`], [`ConnectError::Limits`]
    pub fn check(&self) -> Result<(), ConnectError> {
        if self.limits.per_second == 0 || self.limits.per_minute == 0 {
            return Err(ConnectError::Limits);
        }
        self.base().map(drop)
    }

    /// The chain to the provider called `name` in the log. See the crate's documentation.
    pub(crate) fn chain(
        &self,
        name: &'static str,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Chain, ConnectError> {
        self.check()?;
        let http = Http::new(self.timeout, Arc::clone(&clock)).map_err(ConnectError::Client)?;
        let limited = Limited::new(http, self.limits).in_turns(self.takes_turns);
        let guarded = Breaker::new(limited, name, MAX_FAILURES);
        let retried: Arc<dyn Fetch> = Arc::new(Retried(guarded));
        let cached = Cached::new(Arc::clone(&retried), answers, clock, self.fresh_for);
        Ok(Chain {
            cached: Arc::new(SingleFlight::new(cached)),
            fetch: retried,
        })
    }
}

/// Adds `path` and a query to a base address, encoding the values of the query.
pub(crate) fn address(base: &Url, path: &str, query: &[(&str, &str)]) -> String {
    let mut url = base.clone();
    let path = format!("{}{path}", base.path().trim_end_matches('/'));
    url.set_path(&path);
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    url.into()
}

/// Why a provider cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The base address is not an HTTP address without query and fragment.
    #[error(
        "\"{0}\" is not the address of a provider; write it like https://example.org/v4, or \"off\""
    )]
    Address(String),
    /// A limit of zero would never let a request through.
    #[error("a provider's limits must be at least 1 request a second and 1 a minute")]
    Limits,
    /// The HTTP client cannot be built, for instance for want of root certificates.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
}
