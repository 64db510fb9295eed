//! Looking at the mirror.

use std::sync::Arc;

use domain::{
    Result,
    clock::Clock,
    mirror::{MirrorStore, Progress},
};

/// Tells how far it is.
#[derive(Clone)]
pub struct ProgressReader {
    states: Arc<dyn MirrorStore>,
    clock: Arc<dyn Clock>,
}

impl ProgressReader {
    /// Looks at where that is kept.
    pub fn new(states: Arc<dyn MirrorStore>, clock: Arc<dyn Clock>) -> Self {
        Self { states, clock }
    }

    /// How far it is now.
    pub async fn progress(&self) -> Result<Progress> {
        self.states.progress(self.clock.now()).await
    }
}
