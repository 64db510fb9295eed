//! How often something may be tried.
//!
//! Budgets are kept in memory: a restart forgives, and an attacker cannot cause restarts. Where
//! servers share a store, what one of them lets pass is counted there as well, for all of them
//! together; so the store is asked no more often than each server's own budgets allow.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    Error, Result,
    budget::{BudgetName, BudgetStore, Rate},
    clock::Clock,
};
use jiff::{SignedDuration, Timestamp};

/// Accounts that may be made from one address in an hour, unless the operator sets another number.
pub const SIGN_UPS_PER_HOUR: u32 = 20;

/// Budgets of each kind in memory at most; beyond that, the half that is nearest to full is forgotten.
const REMEMBERED: usize = 20_000;

/// All budgets: each field is one kind of attempt, counted for each network or e-mail address.
pub(super) struct Limits {
    clock: Arc<dyn Clock>,
    shared: Option<Arc<dyn BudgetStore>>,
    wrong_by_address: Budgets,
    wrong_by_account: Budgets,
    right_by_account: Budgets,
    sign_ups: Budgets,
    google_sign_ins: Budgets,
    forgot_by_address: Budgets,
    forgot_by_account: Budgets,
    resets: Budgets,
}

impl Limits {
    /// Limits of this server and, with `shared`, of all servers of a store together.
    pub(super) fn new(
        clock: Arc<dyn Clock>,
        sign_ups_per_hour: u32,
        shared: Option<Arc<dyn BudgetStore>>,
    ) -> Self {
        let seconds = SignedDuration::from_secs;
        let sign_up_interval = SignedDuration::from_hours(1)
            / i32::try_from(sign_ups_per_hour.max(1)).unwrap_or(i32::MAX);
        Self {
            clock,
            shared,
            // Right passwords do not count, so offices behind one address come by
            wrong_by_address: Budgets::new("wrong-by-address", 10, seconds(20)),
            // More than one network may try, so that none locks the owner out by itself
            wrong_by_account: Budgets::new("wrong-by-account", 30, seconds(10)),
            // Each costs a hash, and most open a session
            right_by_account: Budgets::new("right-by-account", 60, seconds(60)),
            sign_ups: Budgets::new("sign-ups", sign_ups_per_hour, sign_up_interval),
            // Each sign-in that is begun at the identity provider is stored for a while
            google_sign_ins: Budgets::new("google-sign-ins", 30, seconds(20)),
            forgot_by_address: Budgets::new("forgot-by-address", 3, seconds(20 * 60)),
            // Nobody's mailbox is flooded
            forgot_by_account: Budgets::new("forgot-by-account", 2, seconds(30 * 60)),
            resets: Budgets::new("resets", 10, seconds(20)),
        }
    }

    /// Counts a sign-up.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn sign_up(&self, address: IpAddr) -> Result<()> {
        self.take(&self.sign_ups, network(address)).await
    }

    /// Counts a sign-in begun at the identity provider.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn google_sign_in(&self, address: IpAddr) -> Result<()> {
        self.take(&self.google_sign_ins, network(address)).await
    }

    /// Counts that somebody asked for a reset link for the folded address `email`.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn forgot(&self, address: IpAddr, email: String) -> Result<()> {
        // What this server refuses by itself costs the store nothing, not even a taking back
        let now = self.clock.now();
        refused(self.forgot_by_address.look(&network(address), now))?;
        refused(self.forgot_by_account.look(&email, now))?;
        self.take(&self.forgot_by_address, network(address)).await?;
        let by_account = self.take(&self.forgot_by_account, email).await;
        if by_account.is_err() {
            self.give_back(&self.forgot_by_address, &network(address))
                .await?;
        }
        by_account
    }

    /// Counts a try to use a reset link.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn reset(&self, address: IpAddr) -> Result<()> {
        self.take(&self.resets, network(address)).await
    }

    /// Counts a try of a password; [`Self::was_right`] takes it back.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn try_password(&self, who: &Claim<'_>) -> Result<()> {
        let network = network(who.address);
        self.take(&self.wrong_by_address, network.clone()).await?;
        let by_account = self.take(&self.wrong_by_account, who.email.to_owned());
        let by_account = by_account.await;
        if by_account.is_err() {
            self.give_back(&self.wrong_by_address, &network).await?;
        }
        by_account
    }

    /// Whether this server would refuse a try now; counts nothing.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) fn may_try(&self, who: &Claim<'_>) -> Result<()> {
        let now = self.clock.now();
        refused(self.wrong_by_address.look(&network(who.address), now))?;
        refused(self.wrong_by_account.look(who.email, now))?;
        refused(self.right_by_account.look(who.email, now))
    }

    /// The password of a counted try was right, which counts otherwise.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn was_right(&self, who: &Claim<'_>) -> Result<()> {
        let email = who.email.to_owned();
        self.give_back(&self.wrong_by_address, &network(who.address))
            .await?;
        self.give_back(&self.wrong_by_account, &email).await?;
        self.take(&self.right_by_account, email).await
    }

    /// Takes one of a budget. What this server refuses by itself costs the store nothing.
    async fn take(&self, budgets: &Budgets, key: String) -> Result<()> {
        let now = self.clock.now();
        let name = BudgetName::new(budgets.name, &key);
        refused(budgets.take(key, now))?;
        // What others have used up stays taken here: it is used up
        match &self.shared {
            Some(shared) => refused(shared.take(&name, budgets.rate, now).await?),
            None => Ok(()),
        }
    }

    /// Puts one back that was taken.
    async fn give_back(&self, budgets: &Budgets, key: &str) -> Result<()> {
        budgets.give_back(key);
        match &self.shared {
            Some(shared) => {
                let name = BudgetName::new(budgets.name, key);
                shared.give_back(&name, budgets.rate).await
            }
            None => Ok(()),
        }
    }
}

/// Who claims to be whom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim<'a> {
    /// Where the request comes from.
    pub(super) address: IpAddr,
    /// The account's e-mail address, folded, or another text's stand-in ([`no_email_key`]).
    pub(super) email: &'a str,
}

/// The budget's key of a text that is no e-mail address. Each such text has a budget of its own, as an address
/// without an account has; the key is a digest, so that long texts take no memory.
pub(super) fn no_email_key(text: &str) -> String {
    let folded = text.trim().to_lowercase();
    BudgetName::new("no-email", &folded).as_str().to_owned()
}

fn refused(done: Result<(), SignedDuration>) -> Result<()> {
    done.map_err(|retry_after| Error::TooManyAttempts { retry_after })
}

/// What one subscriber of a provider has: an IPv4 address or 64 bits of IPv6.
fn network(address: IpAddr) -> String {
    let network = match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    };
    network.to_string()
}

/// The budgets of one kind of attempt, each stored as the instant at which it is full (again).
struct Budgets {
    name: &'static str,
    rate: Rate,
    full_at: Mutex<HashMap<String, Timestamp>>,
}

impl Budgets {
    /// Full budgets of `burst` attempts, which gain one after each `every`. `name` names the kind in the
    /// store.
    fn new(name: &'static str, burst: u32, every: SignedDuration) -> Self {
        Self {
            name,
            rate: Rate { burst, every },
            full_at: Mutex::default(),
        }
    }

    /// Takes one of `key`'s budget; else returns how long to wait for one.
    fn take(&self, key: String, now: Timestamp) -> Result<(), SignedDuration> {
        let mut budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = self.after_one_more(budgets.get(&key), now)?;
        if budgets.len() >= REMEMBERED {
            forget_half(&mut budgets);
        }
        budgets.insert(key, full_at);
        Ok(())
    }

    /// Whether [`Self::take`] would succeed.
    fn look(&self, key: &str, now: Timestamp) -> Result<(), SignedDuration> {
        let budgets = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.after_one_more(budgets.get(key), now).map(drop)
    }

    /// Puts one back that was taken.
    fn give_back(&self, key: &str) {
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
        assert_eq!(budgets.look("a", at(20)), Ok(()));
        assert_eq!(budgets.take("a".into(), at(20)), Ok(()));
        assert!(budgets.look("a", at(20)).is_err());
    }

    #[test]
    fn twelve_of_a_thousand_attempts_in_a_minute_pass() {
        let clock = Arc::new(testkit::MockClock::at(at(0)));
        let budgets = Limits::new(clock, SIGN_UPS_PER_HOUR, None).wrong_by_address;
        let passed = (0..1_000).filter(|n| budgets.take("a".into(), at(n * 60 / 1_000)).is_ok());
        assert_eq!(passed.count(), 12);
    }

    #[test]
    fn memory_for_budgets_is_bounded_and_keeps_the_emptiest() {
        let budgets = three();
        while budgets.take("0".into(), at(0)).is_ok() {}
        for key in 1..=2 * REMEMBERED {
            assert_eq!(budgets.take(key.to_string(), at(0)), Ok(()));
        }
        assert!(budgets.full_at.lock().unwrap().len() <= REMEMBERED);
        assert!(budgets.look("0", at(0)).is_err());
    }

    #[test]
    fn key_of_a_text_that_is_no_email_address_is_short_and_its_own() {
        let long = "x".repeat(1_000_000);
        assert_eq!(no_email_key(&long).len(), 64);
        assert_eq!(no_email_key(" Asuna "), no_email_key("asuna"));
        assert_ne!(no_email_key("asuna"), no_email_key("kirito"));
        assert_ne!(no_email_key(""), "");
    }

    #[test]
    fn one_subscriber_has_one_budget() {
        let network = |text: &str| network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::5"), network("2001:db8:1:2:9::1"));
        assert_ne!(network("2001:db8:1:2::5"), network("2001:db8:1:3::5"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.2"), network("192.0.2.1"));
    }
}
