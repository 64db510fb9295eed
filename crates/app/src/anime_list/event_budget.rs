//! How much the events of a list may take.
//!
//! They stay for ever, and each has the whole entry. A client that changes an entry with long notes again and again would
//! fill the disk.

use domain::{Error, Result, account::UserId, anime_list::ListEntry, library::EntriesChanged};
use jiff::{SignedDuration, Timestamp};

use crate::budgets::Budgets;

/// Kilobytes of events that an account may write at once, and in a day from then on.
pub(super) const EVENT_KILOBYTES: u32 = 256 * 1024;

/// The remaining budgets of accounts. Each server counts by itself, in memory.
pub(super) struct EventBudget(Budgets);

impl EventBudget {
    pub(super) fn new(kilobytes: u32) -> Self {
        let every = i32::try_from(kilobytes.max(1)).unwrap_or(i32::MAX);
        let every = SignedDuration::from_hours(24) / every;
        Self(Budgets::new("list-events", kilobytes, every))
    }

    /// Checks whether an account may change its list now.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyChanges`] if the account has written too much.
    pub(super) fn check(&self, uid: &UserId, now: Timestamp) -> Result<()> {
        let looked = self.0.check(uid.as_str(), now);
        looked.map_err(|retry_after| Error::TooManyChanges { retry_after })
    }

    /// Counts the kilobytes of entries that an account has written.
    pub(super) fn count(&self, uid: &UserId, changed: &EntriesChanged, now: Timestamp) {
        let written = changed.entries.iter().filter_map(|(_, entry)| {
            let entry = entry.as_ref().ok().filter(|entry| entry.event.is_some())?;
            Some(entry.item.as_ref().map_or(0, |item| bytes(&item.entry)))
        });
        let bytes: usize = written.sum();
        let kilobytes = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        self.0.take_many(uid.as_str(), kilobytes, now);
    }
}

/// Estimated size of an event in bytes: the resulting entry plus the requested change.
fn bytes(entry: &ListEntry) -> usize {
    2 * serde_json::to_vec(entry).map_or(0, |json| json.len())
}
