//! Sources of the metrics that `/metrics` shows, besides the site's own parts.

pub(crate) mod requests;

use std::sync::Arc;

use app::catalogue::mirror::ProgressReader;
use domain::pool::Pools;

use requests::RequestMetrics;

/// The sources of the metrics that `/metrics` shows.
#[derive(Clone)]
pub struct MetricSources {
    /// The counts of answered requests.
    pub(crate) requests: Arc<RequestMetrics>,
    pub(crate) pools: Arc<dyn Pools>,
    pub(crate) mirror: ProgressReader,
}

impl MetricSources {
    /// Metrics of a store's connections and of the mirror. Requests are counted from now on.
    pub fn new(pools: Arc<dyn Pools>, mirror: ProgressReader) -> Self {
        Self {
            requests: Arc::default(),
            pools,
            mirror,
        }
    }
}
