//! How long a provider, or what it failed to answer, is left alone.

use std::time::Duration;

use domain::Result;
use jiff::SignedDuration;

use super::{IDLE, Step};

/// Shortest pause after a failure.
const MIN_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause before a provider that fails is asked again.
const MAX_PAUSE: Duration = Duration::from_hours(1);
/// A failed request is not repeated within this time: most failures pass within seconds, and a mirror
/// meets many.
const FIRST_DELAY: SignedDuration = SignedDuration::from_secs(15);
/// After so many failures in a row, the time that something is put off for grows no more: what fails for good shall not
/// come before what was never asked for again and again.
const MAX_DOUBLINGS: u32 = 15;

/// Returns the pause after a step; `pause` was the pause before it.
pub(super) fn pause_after(step: &Result<Step>, pause: Duration, pace: Duration) -> Duration {
    match step {
        Ok(Step::Done) => pace,
        Ok(Step::Nothing) => IDLE,
        Ok(Step::FailedAgain) => pause,
        Ok(Step::Failed) | Err(_) => longer(pause),
    }
}

/// Returns the pause after one more failure: twice `pause`, within limits.
fn longer(pause: Duration) -> Duration {
    (pause * 2).clamp(MIN_PAUSE, MAX_PAUSE)
}

/// How long something is not asked for that failed so often in a row: twice as long after each failure,
/// almost three days at most.
pub(super) fn retry_delay(failures: u32) -> SignedDuration {
    FIRST_DELAY * 2_i32.pow(failures.clamp(1, MAX_DOUBLINGS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_provider_gets_few_requests() {
        let (mut pause, mut passed, mut asked) = (Duration::from_secs(2), Duration::ZERO, 0);
        while passed < Duration::from_hours(24) {
            pause = longer(pause);
            passed += pause;
            asked += 1;
        }
        assert!(asked <= 24 + 11, "{asked} times a day");
    }

    #[test]
    fn request_that_fails_for_good_does_not_lengthen_the_pause() {
        let pace = Duration::from_secs(2);
        let mut pause = pace;
        for step in [Step::Done, Step::FailedAgain, Step::FailedAgain] {
            pause = pause_after(&Ok(step), pause, pace);
            assert_eq!(pause, pace);
        }
        for seconds in [4, 8] {
            pause = pause_after(&Ok(Step::Failed), pause, pace);
            assert_eq!(pause, Duration::from_secs(seconds));
        }
        assert_eq!(pause_after(&Ok(Step::FailedAgain), pause, pace), pause);
        assert_eq!(pause_after(&Ok(Step::Done), pause, pace), pace);
    }

    #[test]
    fn pause_grows_with_each_failure() {
        let seconds = |failures| retry_delay(failures).as_secs();
        assert_eq!([0, 1, 2, 3].map(seconds), [15, 15, 30, 60]);
        assert_eq!(
            [9, 10, 15, 16].map(seconds),
            [3_840, 7_680, 245_760, 245_760]
        );
    }
}
