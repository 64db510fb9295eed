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
/// One of the things that are counted, for each network or e-mail address.
#[derive(Debug, Clone, Copy)]
enum Kind {
    WrongByAddress,
    WrongByAccount,
    RightByAccount,
    SignUps,
    Departures,
    ForgotByAddress,
    ForgotByAccount,
    Resets,
}

/// Every [`Kind`] in its order: name in the store, how many at once, and time until one more.
const fn table(sign_ups: Rate) -> [(&'static str, Rate); 8] {
    const fn rate(burst: u32, seconds: i64) -> Rate {
        let every = SignedDuration::from_secs(seconds);
        Rate { burst, every }
    }
    [
        // Right passwords do not count, so offices behind one address come by
        ("wrong-by-address", rate(10, 20)),
        // More than one network may try, so that none locks the owner out by itself
        ("wrong-by-account", rate(30, 10)),
        // Each costs a hash, and most open a session
        ("right-by-account", rate(60, 60)),
        ("sign-ups", sign_ups),
        // Each sign-in that is begun at the identity provider is stored for a while
        ("departures", rate(30, 20)),
        ("forgot-by-address", rate(3, 20 * 60)),
        // Nobody's mailbox is flooded
        ("forgot-by-account", rate(2, 30 * 60)),
        ("resets", rate(10, 20)),
    ]
}

/// Budgets that are remembered of each kind; beyond that, the half that is nearest to full is
/// forgotten.
const REMEMBERED: usize = 20_000;

/// All budgets.
pub(super) struct Limits {
    clock: Arc<dyn Clock>,
    shared: Option<Arc<dyn BudgetStore>>,
    /// By [`Kind`].
    budgets: [Budgets; 8],
}

impl Limits {
    /// Limits of this server and, with `shared`, of all servers of a store together.
    pub(super) fn new(
        clock: Arc<dyn Clock>,
        sign_ups_per_hour: u32,
        shared: Option<Arc<dyn BudgetStore>>,
    ) -> Self {
        let sign_ups = Rate {
            burst: sign_ups_per_hour,
            every: SignedDuration::from_hours(1)
                / i32::try_from(sign_ups_per_hour.max(1)).unwrap_or(i32::MAX),
        };
        Self {
            clock,
            shared,
            budgets: table(sign_ups).map(|(name, rate)| Budgets::new(name, rate)),
        }
    }

    /// Counts a sign-up.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn sign_up(&self, address: IpAddr) -> Result<()> {
        self.take(Kind::SignUps, network(address)).await
    }

    /// Counts a sign-in begun at the identity provider.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn depart(&self, address: IpAddr) -> Result<()> {
        self.take(Kind::Departures, network(address)).await
    }

    /// Counts that somebody asked for a reset link for the folded address `email`.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn forgot(&self, address: IpAddr, email: String) -> Result<()> {
        // What this server refuses by itself costs the store nothing, not even a taking back
        let now = self.clock.now();
        refused(self.of(Kind::ForgotByAddress).look(&network(address), now))?;
        refused(self.of(Kind::ForgotByAccount).look(&email, now))?;
        self.take(Kind::ForgotByAddress, network(address)).await?;
        let by_account = self.take(Kind::ForgotByAccount, email).await;
        if by_account.is_err() {
            self.give_back(Kind::ForgotByAddress, &network(address))
                .await?;
        }
        by_account
    }

    /// Counts a try to use a reset link.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn reset(&self, address: IpAddr) -> Result<()> {
        self.take(Kind::Resets, network(address)).await
    }

    /// Counts a try of a password; [`Self::was_right`] takes it back.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn try_password(&self, who: &Claim<'_>) -> Result<()> {
        let network = network(who.address);
        self.take(Kind::WrongByAddress, network.clone()).await?;
        let by_account = self.take(Kind::WrongByAccount, who.email.to_owned());
        let by_account = by_account.await;
        if by_account.is_err() {
            self.give_back(Kind::WrongByAddress, &network).await?;
        }
        by_account
    }

    /// Whether this server would refuse a try now; counts nothing.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) fn may_try(&self, who: &Claim<'_>) -> Result<()> {
        let now = self.clock.now();
        refused(
            self.of(Kind::WrongByAddress)
                .look(&network(who.address), now),
        )?;
        refused(self.of(Kind::WrongByAccount).look(who.email, now))?;
        refused(self.of(Kind::RightByAccount).look(who.email, now))
    }

    /// The password of a counted try was right, which counts otherwise.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`]
    pub(super) async fn was_right(&self, who: &Claim<'_>) -> Result<()> {
        let email = who.email.to_owned();
        self.give_back(Kind::WrongByAddress, &network(who.address))
            .await?;
        self.give_back(Kind::WrongByAccount, &email).await?;
        self.take(Kind::RightByAccount, email).await
    }

    fn of(&self, kind: Kind) -> &Budgets {
        &self.budgets[kind as usize]
    }

    /// Takes one of a budget. What this server refuses by itself costs the store nothing.
    async fn take(&self, kind: Kind, key: String) -> Result<()> {
        let budgets = self.of(kind);
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
    async fn give_back(&self, kind: Kind, key: &str) -> Result<()> {
        let budgets = self.of(kind);
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
    /// The account's e-mail address, folded.
    pub(super) email: &'a str,
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

/// The budgets of one [`Kind`], each stored as the instant at which it is full (again).
struct Budgets {
    name: &'static str,
    rate: Rate,
    full_at: Mutex<HashMap<String, Timestamp>>,
}

impl Budgets {
    fn new(name: &'static str, rate: Rate) -> Self {
        Self {
            name,
            rate,
            full_at: Mutex::default(),
        }
    }

    /// Takes one of `key`'s budget; else tells how long to wait for one.
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

    const RATE: Rate = Rate {
        burst: 3,
        every: SignedDuration::from_secs(20),
    };

    fn at(second: i64) -> Timestamp {
        Timestamp::constant(1_000_000 + second, 0)
    }

    #[test]
    fn so_many_at_once_then_one_after_each_pause() {
        let budgets = Budgets::new("tests", RATE);
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
    fn a_thousand_tries_in_a_minute_let_thirteen_through_at_most() {
        let budgets = Budgets::new("tests", table(RATE)[Kind::WrongByAddress as usize].1);
        let passed = (0..1_000).filter(|n| budgets.take("a".into(), at(n * 60 / 1_000)).is_ok());
        assert_eq!(passed.count(), 12);
    }

    #[test]
    fn the_number_of_budgets_is_bounded_and_the_emptiest_stay() {
        let budgets = Budgets::new("tests", RATE);
        while budgets.take("0".into(), at(0)).is_ok() {}
        for key in 1..=2 * REMEMBERED {
            assert_eq!(budgets.take(key.to_string(), at(0)), Ok(()));
        }
        assert!(budgets.full_at.lock().unwrap().len() <= REMEMBERED);
        assert!(budgets.look("0", at(0)).is_err());
    }

    #[test]
    fn neighbours_of_one_subscriber_share_a_budget() {
        let network = |text: &str| network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::5"), network("2001:db8:1:2:9::1"));
        assert_ne!(network("2001:db8:1:2::5"), network("2001:db8:1:3::5"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.2"), network("192.0.2.1"));
    }
}
