//! Retries requests where a second try can help.

use std::time::Duration;

use async_trait::async_trait;
use backon::{ExponentialBuilder, Retryable};
use domain::provider::ProviderError;

use crate::request::{Answer, Fetch, Request};

const MAX_RETRIES: usize = 2;
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Asks at most twice more, after growing pauses with jitter, when the provider failed, was silent
/// or could not be reached. What it refuses or answers wrongly it would refuse or answer again.
pub struct Retried<F>(pub F);

#[async_trait]
impl<F: Fetch> Fetch for Retried<F> {
    async fn fetch(&self, request: &Request, etag: Option<&str>) -> Result<Answer, ProviderError> {
        let pauses = ExponentialBuilder::default()
            .with_min_delay(FIRST_PAUSE)
            .with_max_times(MAX_RETRIES)
            .with_jitter();
        (|| self.0.fetch(request, etag))
            .retry(pauses)
            .when(is_transient)
            .await
    }
}

fn is_transient(error: &ProviderError) -> bool {
    matches!(
        error,
        ProviderError::Failed(_) | ProviderError::TimedOut | ProviderError::Unreachable
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fake::{Script, request};

    async fn tries(error: ProviderError) -> (Result<Answer, ProviderError>, usize) {
        let script = Script::of([error.clone(), error.clone(), error.clone(), error].map(Err));
        let answer = Retried(Arc::clone(&script))
            .fetch(&request("/a"), None)
            .await;
        (answer, script.requests())
    }

    #[tokio::test(start_paused = true)]
    async fn transient_failures_are_tried_three_times() {
        for error in [
            ProviderError::Failed(503),
            ProviderError::TimedOut,
            ProviderError::Unreachable,
        ] {
            assert_eq!(tries(error.clone()).await, (Err(error), 3));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn permanent_failures_are_not_retried() {
        for error in [
            ProviderError::Refused(403),
            ProviderError::NotFound,
            ProviderError::Malformed("x".into()),
            ProviderError::RateLimited { retry_after: None },
            ProviderError::Resting,
        ] {
            assert_eq!(tries(error.clone()).await, (Err(error), 1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn first_success_ends_the_retries() {
        let script = Script::of([Err(ProviderError::TimedOut), Ok(Answer::NotModified)]);
        let answer = Retried(Arc::clone(&script))
            .fetch(&request("/a"), None)
            .await;
        assert_eq!(answer, Ok(Answer::NotModified));
        assert_eq!(script.requests(), 2);
    }
}
