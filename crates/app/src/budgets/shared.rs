//! Budgets that all servers of a store count together.
//!
//! A request that passes one of them is counted there as well, so the store gets no more queries than each server's own budgets
//! allow. Where the store does not answer, each server counts by itself: a budget may be on a node that is away, and what
//! it is for on another one that is not.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Once},
};

use domain::{
    Code, Result,
    budget::{BudgetName, BudgetStore},
    clock::Clock,
};
use jiff::SignedDuration;

use super::Budgets;

/// Counts in the memory of this server and, if there is one, in a store that others use, too.
pub(crate) struct SharedBudgets {
    clock: Arc<dyn Clock>,
    shared: Option<Arc<dyn BudgetStore>>,
    /// That the shared store does not answer is logged once: it may be asked often until it does.
    logging: Once,
}

impl SharedBudgets {
    /// Makes the counting of this server's budgets and, with `shared`, of those of all servers of a store together.
    pub(crate) fn new(clock: Arc<dyn Clock>, shared: Option<Arc<dyn BudgetStore>>) -> Self {
        Self {
            clock,
            shared,
            logging: Once::new(),
        }
    }

    /// Checks whether this server alone would refuse one more attempt now; counts nothing.
    pub(crate) fn check(&self, budgets: &Budgets, key: &str) -> Result<(), SignedDuration> {
        budgets.check(key, self.clock.now())
    }

    /// Takes one of a budget; else tells how long to wait for one. What this server refuses by itself costs the store
    /// nothing.
    pub(crate) async fn take(
        &self,
        budgets: &Budgets,
        key: String,
    ) -> Result<Result<(), SignedDuration>> {
        let now = self.clock.now();
        let name = BudgetName::new(budgets.name, &key);
        if let Err(wait) = budgets.take(key, now) {
            return Ok(Err(wait));
        }
        // Attempts used up by others count here, too
        match &self.shared {
            Some(shared) => {
                let taken = shared.take(&name, budgets.rate, now).await;
                Ok(self.if_answered(taken)?.unwrap_or(Ok(())))
            }
            None => Ok(Ok(())),
        }
    }

    /// Gives one attempt back that was taken.
    pub(crate) async fn give_back(&self, budgets: &Budgets, key: &str) -> Result<()> {
        budgets.give_back(key);
        match &self.shared {
            Some(shared) => {
                let name = BudgetName::new(budgets.name, key);
                let given_back = shared.give_back(&name, budgets.rate).await;
                self.if_answered(given_back).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Returns the shared store's answer; `None` if the store is unavailable, which is logged once.
    fn if_answered<T>(&self, answer: Result<T>) -> Result<Option<T>> {
        match answer {
            Err(error) if error.code() == Code::Unavailable => {
                self.logging.call_once(|| {
                    tracing::warn!(
                        ?error,
                        "attempts are counted by each server alone while the database does not answer"
                    );
                });
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }

    /// Whether this server has logged that the shared store does not answer.
    #[cfg(test)]
    pub(crate) fn has_logged(&self) -> bool {
        self.logging.is_completed()
    }
}

/// Returns the network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address.
pub(crate) fn network(address: IpAddr) -> String {
    let network = match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    };
    network.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_subscriber_has_one_budget() {
        let network = |text: &str| network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::5"), network("2001:db8:1:2:9::1"));
        assert_ne!(network("2001:db8:1:2::5"), network("2001:db8:1:3::5"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.2"), network("192.0.2.1"));
    }
}
