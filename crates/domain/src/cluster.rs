//! Several servers of one store: what they tell one another, and who leads.

use async_trait::async_trait;

use crate::{Result, account::UserId};

/// A notice between servers. It may be lost, so nothing depends on it alone: a server that misses it finds
/// out a little later.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Notice {
    /// This user's library changed.
    LibraryChanged(UserId),
    /// The session of this id has ended; `None` stands for all sessions of the user.
    SignedOut(UserId, Option<String>),
    /// A visitor wishes for something, as `app` writes it on one line, and the leader may ask for it.
    Wish(String),
}

/// A store through which the servers that share it find one another.
#[async_trait]
pub trait Cluster: Send + Sync {
    /// A connection to the others; it receives what they send from here on. `None` if this server has the
    /// store to itself.
    ///
    /// # Errors
    /// [`Unavailable`](crate::Error::Unavailable) if the store cannot be reached.
    async fn connect(&self) -> Result<Option<Box<dyn ClusterConnection>>>;
}

/// A connection to the other servers. After an error it is broken and has to be replaced.
#[async_trait]
pub trait ClusterConnection: Send {
    /// Waits for notices of other servers. Dropped before it is done, it loses nothing.
    async fn receive(&mut self) -> Result<Vec<Notice>>;
    /// Sends notices to the other servers, in this order.
    async fn send(&mut self, notices: &[Notice]) -> Result<()>;
    /// Tries to lead, and tells whether this server does. One server of a store at most leads, until
    /// its connection ends.
    async fn try_lead(&mut self) -> Result<bool>;
}
