//! How often somebody may write, vote or report.

use std::sync::Arc;

use domain::{Error, Result, budget::BudgetStore, clock::Clock};
use jiff::SignedDuration;

use super::Writer;
use crate::budgets::{Budgets, SharedBudgets, network};

/// All budgets: each is one kind of doing, for each account and for each network.
pub(super) struct Limits {
    counting: SharedBudgets,
    reviews: Pair,
    votes: Pair,
    reports: Pair,
}

/// The budgets of one kind. That of a network is larger, for several people may be behind it.
struct Pair {
    what: &'static str,
    by_account: Budgets,
    by_address: Budgets,
}

impl Limits {
    pub(super) fn new(clock: Arc<dyn Clock>, shared: Option<Arc<dyn BudgetStore>>) -> Self {
        let seconds = SignedDuration::from_secs;
        Self {
            counting: SharedBudgets::new(clock, shared),
            reviews: Pair {
                what: "reviews",
                by_account: Budgets::new("reviews-by-account", 20, seconds(3 * 60)),
                by_address: Budgets::new("reviews-by-address", 60, seconds(60)),
            },
            votes: Pair {
                what: "votes",
                by_account: Budgets::new("review-votes-by-account", 60, seconds(10)),
                by_address: Budgets::new("review-votes-by-address", 180, seconds(3)),
            },
            reports: Pair {
                what: "reports",
                by_account: Budgets::new("review-reports-by-account", 10, seconds(6 * 60)),
                by_address: Budgets::new("review-reports-by-address", 20, seconds(3 * 60)),
            },
        }
    }

    /// Counts a review that is written, changed or brought back.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyOf`] if the budget of reviews of the account or the network is used up.
    pub(super) async fn write(&self, writer: Writer<'_>) -> Result<()> {
        self.take(&self.reviews, writer).await
    }

    /// Counts a vote.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyOf`] if the budget of votes of the account or the network is used up.
    pub(super) async fn vote(&self, writer: Writer<'_>) -> Result<()> {
        self.take(&self.votes, writer).await
    }

    /// Counts a report.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyOf`] if the budget of reports of the account or the network is used up.
    pub(super) async fn report(&self, writer: Writer<'_>) -> Result<()> {
        self.take(&self.reports, writer).await
    }

    async fn take(&self, pair: &Pair, writer: Writer<'_>) -> Result<()> {
        let by_account = writer.uid.as_str().to_owned();
        for (budgets, key) in [
            (&pair.by_account, by_account),
            (&pair.by_address, network(writer.address)),
        ] {
            let taken = self.counting.take(budgets, key).await?;
            taken.map_err(|retry_after| Error::TooManyOf {
                what: pair.what,
                retry_after,
            })?;
        }
        Ok(())
    }
}
