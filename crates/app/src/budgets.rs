//! Budgets: how often something may be done. Those of this server's memory are here.

mod shared;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use domain::budget::Rate;
use jiff::{SignedDuration, Timestamp};

pub(crate) use shared::{SharedBudgets, network};

/// Budgets of each kind in memory at most; beyond that, the half that is nearest to full is forgotten.
const MAX_REMEMBERED: usize = 20_000;

/// The budgets of one kind of attempt, each stored as the instant at which it is full (again).
pub(crate) struct Budgets {
    pub(crate) name: &'static str,
    pub(crate) rate: Rate,
    full_at: Mutex<HashMap<String, Timestamp>>,
}

impl Budgets {
    /// Full budgets of `burst` attempts, which gain one after each `every`. `name` names the kind in the
    /// store.
    pub(crate) fn new(name: &'static str, burst: u32, every: SignedDuration) -> Self {
        Self {
            name,
            rate: Rate { burst, every },
            full_at: Mutex::default(),
        }
    }

    /// Takes one attempt of `key`'s budget; else returns how long to wait for one.
    pub(crate) fn take(&self, key: String, now: Timestamp) -> Result<(), SignedDuration> {
        let mut budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = self.after_one_more(budgets.get(&key), now)?;
        if budgets.len() >= MAX_REMEMBERED {
            forget_half(&mut budgets);
        }
        budgets.insert(key, full_at);
        Ok(())
    }

    /// Takes `count` attempts of `key`'s budget, even if it holds fewer.
    pub(crate) fn take_many(&self, key: &str, count: u32, now: Timestamp) {
        let mut budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = budgets.get(key).map_or(now, |full_at| now.max(*full_at));
        if budgets.len() >= MAX_REMEMBERED {
            forget_half(&mut budgets);
        }
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        budgets.insert(key.to_owned(), full_at + self.rate.every * count);
    }

    /// Checks whether [`Self::take`] would succeed; takes nothing.
    pub(crate) fn check(&self, key: &str, now: Timestamp) -> Result<(), SignedDuration> {
        let budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.after_one_more(budgets.get(key), now).map(drop)
    }

    /// Gives one attempt back that was taken.
    pub(crate) fn give_back(&self, key: &str) {
        let mut budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(full_at) = budgets.get_mut(key) {
            *full_at -= self.rate.every;
        }
    }

    fn after_one_more(
        &self,
        full_at: Option<&Timestamp>,
        now: Timestamp,
    ) -> Result<Timestamp, SignedDuration> {
        self.rate
            .after_one_more(full_at.copied().unwrap_or(now), now)
    }
}

fn forget_half(budgets: &mut HashMap<String, Timestamp>) {
    let mut instants: Vec<Timestamp> = budgets.values().copied().collect();
    let middle = instants.len() / 2;
    let (_, median, _) = instants.select_nth_unstable(middle);
    let median = *median;
    budgets.retain(|_, full_at| *full_at > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Budgets {
        Budgets::new("tests", 3, SignedDuration::from_secs(20))
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::constant(1_000_000 + second, 0)
    }

    #[test]
    fn budget_allows_its_burst_then_one_attempt_per_interval() {
        let budgets = three();
        for _ in 0..3 {
            assert_eq!(budgets.take("a".into(), at(0)), Ok(()));
        }
        assert_eq!(
            budgets.take("a".into(), at(5)),
            Err(SignedDuration::from_secs(15))
        );
        assert_eq!(budgets.take("b".into(), at(5)), Ok(()));
        assert_eq!(budgets.take("a".into(), at(20)), Ok(()));
        assert!(budgets.take("a".into(), at(20)).is_err());
        budgets.give_back("a");
        assert_eq!(budgets.check("a", at(20)), Ok(()));
        assert_eq!(budgets.take("a".into(), at(20)), Ok(()));
        assert!(budgets.check("a", at(20)).is_err());
    }

    #[test]
    fn taking_many_empties_a_budget_and_more() {
        let budgets = three();
        budgets.take_many("a", 2, at(0));
        assert_eq!(budgets.check("a", at(0)), Ok(()));
        budgets.take_many("a", 2, at(0));
        assert_eq!(
            budgets.check("a", at(0)),
            Err(SignedDuration::from_secs(40))
        );
        assert_eq!(budgets.check("a", at(40)), Ok(()));
    }

    #[test]
    fn memory_for_budgets_is_bounded_and_keeps_the_emptiest() {
        let budgets = three();
        while budgets.take("0".into(), at(0)).is_ok() {}
        for key in 1..=2 * MAX_REMEMBERED {
            assert_eq!(budgets.take(key.to_string(), at(0)), Ok(()));
        }
        assert!(budgets.full_at.lock().unwrap().len() <= MAX_REMEMBERED);
        assert!(budgets.check("0", at(0)).is_err());
    }
}
