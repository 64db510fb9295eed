//! Connections to PostgreSQL: how many there are, and how long a server is waited for.

use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use domain::{Error, Result};
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::QUERY_TIMEOUT;

/// The longest wait for a connection of the pool, free or new.
pub(super) const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// The time without an answer before a keepalive probe, and between two probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(3);
/// The longest time for one host to accept a connection before the next host is tried, well within
/// [`CONNECTION_TIMEOUT`].
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Has PostgreSQL notice as soon that we are gone without a word, or say nothing for long: until then what a
/// connection of ours has locked stays locked, the lead among it. A statement that waits for others' locks
/// ends when we give it up: PostgreSQL does not see by itself that nobody waits for it any more, and such
/// statements would use up its connections.
pub(super) const SESSION: &str = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 3; \
     SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000; \
     SET idle_in_transaction_session_timeout = '15min'; SET lock_timeout = '10s'";

/// A pool of `size` connections at most to one address, each with the limits of [`SESSION`].
pub(super) fn pool(config: Config, tls: &MakeRustlsConnect, size: usize) -> Result<Pool> {
    let recycling = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    Pool::builder(Manager::from_config(config, tls.clone(), recycling))
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(CONNECTION_TIMEOUT))
        .create_timeout(Some(CONNECTION_TIMEOUT))
        .post_create(Hook::async_fn(|client, _| {
            Box::pin(async {
                let set = timeout(QUERY_TIMEOUT, client.batch_execute(SESSION)).await;
                set.map_err(|late| HookError::message(late.to_string()))?
                    .map_err(HookError::Backend)
            })
        }))
        .build()
        .map_err(|error| Error::internal("preparing the connections to PostgreSQL", error))
}

/// An address with limits on the wait for a server that is gone, unless the address names limits itself.
pub(super) fn with_timeouts(config: &Config) -> Config {
    let mut with_timeouts = config.clone();
    if config.get_connect_timeout().is_none() {
        with_timeouts.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        with_timeouts.tcp_user_timeout(QUERY_TIMEOUT);
    }
    if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        with_timeouts.keepalives_idle(KEEPALIVE_INTERVAL);
        with_timeouts.keepalives_interval(KEEPALIVE_INTERVAL);
    }
    with_timeouts
}
