//! Where the figures of `/metrics` come from, besides the site's own parts.

pub(crate) mod requests;

use std::sync::Arc;

use app::catalogue::mirror::ProgressReader;
use domain::pool::Pools;

use requests::Requests;

/// Sources of figures.
#[derive(Clone)]
pub struct Figures {
    /// Requests that were answered.
    pub(crate) requests: Arc<Requests>,
    pub(crate) pools: Arc<dyn Pools>,
    pub(crate) mirror: ProgressReader,
}

impl Figures {
    /// Figures of a store's connections and of the mirror. Requests are counted from now on.
    pub fn new(pools: Arc<dyn Pools>, mirror: ProgressReader) -> Self {
        Self {
            requests: Arc::default(),
            pools,
            mirror,
        }
    }
}
