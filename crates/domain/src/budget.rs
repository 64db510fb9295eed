//! How often something may be tried.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::Result;

/// A rate limit: `burst` actions at once, then one again after each `every`.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Number of actions that a full budget allows at once.
    pub burst: u32,
    /// Time after which one more action is allowed.
    pub every: SignedDuration,
}

impl Rate {
    /// Returns the time in which an empty budget fills.
    pub fn whole(self) -> SignedDuration {
        self.every * i32::try_from(self.burst).unwrap_or(i32::MAX)
    }

    /// When a budget that is full at `full_at` will be after one more was taken at `now`; else how
    /// long to wait for one.
    pub fn after_one_more(
        self,
        full_at: Timestamp,
        now: Timestamp,
    ) -> Result<Timestamp, SignedDuration> {
        // An empty one is full after its whole time; one that is far later is of a clock that has been
        // set back since, and nobody is kept out until then
        let latest = now + self.whole() * 2;
        let full_at = if full_at > latest { now } else { full_at };
        let full_at = full_at.max(now) + self.every;
        let wait = full_at.duration_since(now) - self.whole();
        if wait.is_positive() {
            Err(wait)
        } else {
            Ok(full_at)
        }
    }
}

/// A budget's name in a store, which need not know whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetName(String);

impl BudgetName {
    /// Returns the name of the budget of this kind that `whose` has.
    pub fn new(kind: &str, whose: &str) -> Self {
        Self(hex::encode(Sha256::digest(format!("{kind} {whose}"))))
    }

    /// Returns the name as hexadecimal text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Budgets that all servers of a store share. Those that are full again are swept away with what else
/// has expired.
#[async_trait]
pub trait BudgetStore: Send + Sync {
    /// Takes one action from a budget; else returns how long to wait for one.
    async fn take(
        &self,
        budget: &BudgetName,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Result<(), SignedDuration>>;
    /// Gives back an action that was taken from a budget.
    async fn give_back(&self, budget: &BudgetName, rate: Rate) -> Result<()>;
}
