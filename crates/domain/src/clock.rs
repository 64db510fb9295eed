//! Time as a dependency, so that tests set it.

use jiff::{SignedDuration, Timestamp};

/// Tells the current time.
pub trait Clock: Send + Sync {
    /// Returns the current instant, in UTC.
    fn now(&self) -> Timestamp;
}

/// Whether an instant that was set at most `ahead` of its time is still to come. One that lies further
/// ahead of `now` was set by a clock that has been set back since: nothing may wait for it.
pub fn is_to_come(instant: Timestamp, now: Timestamp, ahead: SignedDuration) -> bool {
    let left = instant.duration_since(now);
    left.is_positive() && left <= ahead
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_beyond_the_longest_wait_is_not_pending() {
        let now = Timestamp::constant(1_793_491_200, 0);
        let hour = SignedDuration::from_hours(1);
        let nanosecond = SignedDuration::from_nanos(1);
        assert!(!is_to_come(now - hour, now, hour));
        assert!(!is_to_come(now, now, hour));
        assert!(is_to_come(now + nanosecond, now, hour));
        assert!(is_to_come(now + hour, now, hour));
        assert!(!is_to_come(now + hour + nanosecond, now, hour));
        assert!(!is_to_come(Timestamp::MAX, Timestamp::MIN, hour));
    }
}
