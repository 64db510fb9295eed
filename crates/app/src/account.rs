//! Accounts: signing up, in and out, sessions, and what owners may do with their data.
//!
//! **Invariant:** a password is hashed or compared only in its turn ([`password`]) and within the
//! limits ([`limits`]); whether an e-mail address is known makes no difference to who does not
//! know the password, neither in the answer nor in the work.

mod data;
mod google;
mod limits;
mod link;
mod password;
mod reset;
mod sessions;
mod sign_in;
mod sign_up;

use std::{net::IpAddr, sync::Arc};

use domain::{
    Result,
    account::{Account, AccountStore, Mailer, Secret, Session, User, random_name},
    budget::BudgetStore,
    clock::Clock,
    identity::IdentityProvider,
    library::{AnimeListStore, ImportStore, LibraryStore},
    people::PeopleStore,
    random::Random,
    review::ReviewStore,
};

use crate::{live::Live, run_to_completion, session::Sessions};
pub use data::{Export, RECENT_SIGN_IN};
pub use google::{SignInOutcome, SignInStart};
use limits::Limits;
pub use limits::SIGN_UPS_PER_HOUR;
use password::Passwords;
pub use reset::ResetLinks;
use reset::ResetMail;
pub use sign_up::SignUp;

/// Longest name of a browser that is kept, in characters.
const MAX_USER_AGENT: usize = 300;

/// The client of a request, as far as its connection and headers show.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The IP address that the request comes from.
    pub address: IpAddr,
    /// The text by which the browser names itself (`User-Agent`).
    pub user_agent: String,
    /// The session that the browser has had so far; signing in ends it.
    pub session: Option<Secret>,
}

/// A user who has just signed in.
#[derive(Debug)]
pub struct SignedIn {
    /// The user's account.
    pub user: User,
    /// The new session's secret, for the browser alone.
    pub secret: Secret,
}

/// The use cases of accounts. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn AccountStore>,
    records: Arc<dyn LibraryStore>,
    lists: Arc<dyn AnimeListStore>,
    imports: Arc<dyn ImportStore>,
    reviews: Arc<dyn ReviewStore>,
    pages: Arc<dyn PeopleStore>,
    sessions: Sessions,
    live: Live,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    passwords: Arc<Passwords>,
    limits: Arc<Limits>,
    identity: Option<Arc<dyn IdentityProvider>>,
    mail: Option<Arc<ResetMail>>,
}

/// The parts that [`Accounts`] is made of.
pub struct Parts {
    /// The store of accounts.
    pub store: Arc<dyn AccountStore>,
    /// The store of records.
    pub records: Arc<dyn LibraryStore>,
    /// The store of anime lists.
    pub lists: Arc<dyn AnimeListStore>,
    /// The store of imports.
    pub imports: Arc<dyn ImportStore>,
    /// The store of reviews.
    pub reviews: Arc<dyn ReviewStore>,
    /// The store of people's pages.
    pub pages: Arc<dyn PeopleStore>,
    /// The hub that is notified when sessions end.
    pub live: Live,
    /// The clock that tells the time.
    pub clock: Arc<dyn Clock>,
    /// The source of names and secrets.
    pub random: Arc<dyn Random>,
    /// The number of accounts that may be made from one address in an hour.
    pub sign_ups_per_hour: u32,
    /// The budgets that servers of one store count together; `None` if this server is alone.
    pub budgets: Option<Arc<dyn BudgetStore>>,
    /// The provider where people sign in without a password; `None` if there is none.
    pub identity: Option<Arc<dyn IdentityProvider>>,
    /// The mailer that sends reset links; `None` if mail is not set up.
    pub mailer: Option<Arc<dyn Mailer>>,
    /// The address that visitors use, without a slash at the end.
    pub public_url: Arc<str>,
}

impl Accounts {
    /// Makes the use cases over these parts.
    pub fn new(parts: Parts) -> Self {
        let links = ResetLinks {
            store: Arc::clone(&parts.store),
            clock: Arc::clone(&parts.clock),
            random: Arc::clone(&parts.random),
            public_url: parts.public_url,
        };
        let mail = |mailer| Arc::new(ResetMail::new(links, mailer));
        Self {
            mail: parts.mailer.map(mail),
            identity: parts.identity,
            sessions: Sessions::new(Arc::clone(&parts.store), Arc::clone(&parts.clock)),
            passwords: Arc::new(Passwords::new(Arc::clone(&parts.random))),
            limits: Arc::new(Limits::new(
                Arc::clone(&parts.clock),
                parts.sign_ups_per_hour,
                parts.budgets,
            )),
            store: parts.store,
            records: parts.records,
            lists: parts.lists,
            imports: parts.imports,
            reviews: parts.reviews,
            pages: parts.pages,
            live: parts.live,
            clock: parts.clock,
            random: parts.random,
        }
    }

    /// Deletes what has expired: sessions, links and attempts.
    pub async fn sweep(&self) -> Result<()> {
        self.store.sweep(self.clock.now()).await
    }

    /// Opens a session for somebody who has shown that `account` is theirs, and ends the one that
    /// their browser has had.
    async fn open_session(&self, account: &Account, visitor: &Visitor) -> Result<SignedIn> {
        let (accounts, account) = (self.clone(), account.clone());
        let (session, replaced) = (self.new_session(visitor), visitor.session.clone());
        run_to_completion("signing in", async move {
            let secret = Secret::random_for(&account.user.uid, &*accounts.random);
            let user = accounts
                .store
                .open_session(&account, &secret.hash(), &session)
                .await?;
            accounts.replace(replaced, &user.uid).await?;
            Ok(SignedIn { user, secret })
        })
        .await
    }

    /// Returns a session that begins now.
    fn new_session(&self, visitor: &Visitor) -> Session {
        let now = self.clock.now();
        Session {
            id: random_name(&*self.random),
            created_at: now,
            last_seen_at: now,
            user_agent: visitor.user_agent.chars().take(MAX_USER_AGENT).collect(),
        }
    }
}
