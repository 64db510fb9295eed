//! How often something may be tried.
//!
//! Budgets are kept in memory: a restart forgives, and an attacker cannot cause restarts. Where
//! servers share a store, they [count together](SharedBudgets).

use std::{net::IpAddr, sync::Arc};

use domain::{
    Error, Result,
    budget::{BudgetName, BudgetStore},
    clock::Clock,
};
use jiff::SignedDuration;

use crate::budgets::{Budgets, SharedBudgets, network};

/// Accounts that may be made from one address in an hour, unless the operator sets another number.
pub const SIGN_UPS_PER_HOUR: u32 = 20;

/// All budgets: each field is one kind of attempt, counted for each network or e-mail address.
pub(super) struct Limits {
    counting: SharedBudgets,
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
            counting: SharedBudgets::new(clock, shared),
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
    /// Fails with [`Error::TooManyAttempts`] if the network's budget is used up.
    pub(super) async fn sign_up(&self, address: IpAddr) -> Result<()> {
        self.take(&self.sign_ups, network(address)).await
    }

    /// Counts a sign-in begun at the identity provider.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the network's budget is used up.
    pub(super) async fn google_sign_in(&self, address: IpAddr) -> Result<()> {
        self.take(&self.google_sign_ins, network(address)).await
    }

    /// Counts that somebody asked for a reset link for the folded address `email`.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the network's or the e-mail address's budget is used up.
    pub(super) async fn forgot(&self, address: IpAddr, email: String) -> Result<()> {
        // An attempt that this server refuses causes no query, not even to return others
        self.check(&self.forgot_by_address, &network(address))?;
        self.check(&self.forgot_by_account, &email)?;
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
    /// Fails with [`Error::TooManyAttempts`] if the network's budget is used up.
    pub(super) async fn reset(&self, address: IpAddr) -> Result<()> {
        self.take(&self.resets, network(address)).await
    }

    /// Counts a try of a password; [`Self::was_right`] takes it back.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the budget of wrong passwords of the network or the account is used up.
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

    /// Checks whether this server would refuse a try of a password now; counts nothing.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if it would.
    pub(super) fn may_try(&self, who: &Claim<'_>) -> Result<()> {
        self.check(&self.wrong_by_address, &network(who.address))?;
        self.check(&self.wrong_by_account, who.email)?;
        self.check(&self.right_by_account, who.email)
    }

    /// Takes a counted try back, as its password was right, and counts it among the right ones.
    ///
    /// # Errors
    /// Fails with [`Error::TooManyAttempts`] if the account's budget of right passwords is used up.
    pub(super) async fn was_right(&self, who: &Claim<'_>) -> Result<()> {
        let email = who.email.to_owned();
        self.give_back(&self.wrong_by_address, &network(who.address))
            .await?;
        self.give_back(&self.wrong_by_account, &email).await?;
        self.take(&self.right_by_account, email).await
    }

    async fn take(&self, budgets: &Budgets, key: String) -> Result<()> {
        refused(self.counting.take(budgets, key).await?)
    }

    async fn give_back(&self, budgets: &Budgets, key: &str) -> Result<()> {
        self.counting.give_back(budgets, key).await
    }

    fn check(&self, budgets: &Budgets, key: &str) -> Result<()> {
        refused(self.counting.check(budgets, key))
    }
}

/// An attempt to sign in: the client's address and the claimed account.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim<'a> {
    /// The IP address that the request comes from.
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

#[cfg(test)]
mod tests {
    use std::{
        net::Ipv6Addr,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use async_trait::async_trait;
    use domain::{Code, budget::Rate};
    use jiff::Timestamp;

    use super::*;

    /// A store whose every call fails.
    struct Failing {
        error: fn() -> Error,
        asked: AtomicUsize,
    }

    impl Failing {
        fn with(error: fn() -> Error) -> (Arc<Self>, Limits) {
            let asked = AtomicUsize::new(0);
            let store = Arc::new(Self { error, asked });
            let clock = Arc::new(testkit::MockClock::at(at(0)));
            let limits = Limits::new(clock, 3, Some(Arc::clone(&store) as _));
            (store, limits)
        }

        fn answer<T>(&self) -> Result<T> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            Err((self.error)())
        }
    }

    #[async_trait]
    impl BudgetStore for Failing {
        async fn take(
            &self,
            _: &BudgetName,
            _: Rate,
            _: Timestamp,
        ) -> Result<Result<(), SignedDuration>> {
            self.answer()
        }

        async fn give_back(&self, _: &BudgetName, _: Rate) -> Result<()> {
            self.answer()
        }
    }

    const SOMEBODY: Claim<'_> = Claim {
        address: IpAddr::V6(Ipv6Addr::LOCALHOST),
        email: "somebody@example.com",
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::constant(1_000_000 + second, 0)
    }

    #[test]
    fn twelve_of_a_thousand_attempts_in_a_minute_pass() {
        let clock = Arc::new(testkit::MockClock::at(at(0)));
        let budgets = Limits::new(clock, SIGN_UPS_PER_HOUR, None).wrong_by_address;
        let passed = (0..1_000).filter(|n| budgets.take("a".into(), at(n * 60 / 1_000)).is_ok());
        assert_eq!(passed.count(), 12);
    }

    #[tokio::test]
    async fn server_counts_by_itself_while_the_store_does_not_answer() {
        let (store, limits) = Failing::with(|| Error::unavailable("database", "a node is away"));
        for _ in 0..3 {
            limits.sign_up(SOMEBODY.address).await.unwrap();
        }
        let fourth = limits.sign_up(SOMEBODY.address).await;
        assert!(matches!(fourth, Err(Error::TooManyAttempts { .. })));
        assert_eq!(store.asked.load(Ordering::Relaxed), 3);
        // Right passwords are taken back, however many there are; sixty of an account pass in a row
        for _ in 0..60 {
            limits.try_password(&SOMEBODY).await.unwrap();
            limits.was_right(&SOMEBODY).await.unwrap();
        }
        for _ in 0..10 {
            limits.try_password(&SOMEBODY).await.unwrap();
        }
        assert!(limits.try_password(&SOMEBODY).await.is_err());
        assert!(limits.counting.has_logged());
    }

    #[tokio::test]
    async fn internal_store_error_is_returned() {
        let (_, limits) = Failing::with(|| Error::internal("taking from a budget", "a fault"));
        let taken = limits.sign_up(SOMEBODY.address).await;
        assert_eq!(taken.unwrap_err().code(), Code::Internal);
        assert!(!limits.counting.has_logged());
    }

    #[test]
    fn budget_key_of_an_invalid_email_is_short_and_distinct() {
        let long = "x".repeat(1_000_000);
        assert_eq!(no_email_key(&long).len(), 64);
        assert_eq!(no_email_key(" Asuna "), no_email_key("asuna"));
        assert_ne!(no_email_key("asuna"), no_email_key("kirito"));
        assert_ne!(no_email_key(""), "");
    }
}
