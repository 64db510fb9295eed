//! Asking a source for a picture.

use std::time::Duration;

use domain::picture::PictureError;
use reqwest::{Client, dns::Resolve, header::ACCEPT, redirect::Policy};

use crate::sources::{PublicNames, Sources, SystemNames};

const USER_AGENT: &str = concat!("mitai/", env!("CARGO_PKG_VERSION"));
const TIMEOUTS: Timeouts = Timeouts {
    connection: Duration::from_secs(3),
    whole: Duration::from_secs(8),
};
/// The largest number of bytes of a fetched file. Posters have about 0.1 MB, covers for a hero a few.
pub(crate) const MAX_BYTES: usize = 5 * 1024 * 1024;
const MAX_REDIRECTS: usize = 3;

/// The longest waits for a picture's host.
struct Timeouts {
    /// The longest wait for a connection.
    connection: Duration,
    /// The longest time for a whole picture, its connection included.
    whole: Duration,
}

/// Asks for pictures, with a limit on everything that a stranger's server decides.
pub(crate) struct Fetcher {
    client: Client,
    sources: Sources,
}

impl Fetcher {
    /// Makes a fetcher for these sources, which asks no other host, wherever a redirect leads.
    pub(crate) fn new(sources: Sources) -> Result<Self, reqwest::Error> {
        Self::with(sources, SystemNames, &TIMEOUTS)
    }

    fn with(
        sources: Sources,
        names: impl Resolve + 'static,
        timeouts: &Timeouts,
    ) -> Result<Self, reqwest::Error> {
        let public = PublicNames {
            sources: sources.clone(),
            names,
        };
        let led_to = sources.clone();
        let within = Policy::custom(move |attempt| {
            if attempt.previous().len() <= MAX_REDIRECTS && led_to.is_allowed(attempt.url()) {
                attempt.follow()
            } else {
                attempt.stop()
            }
        });
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(timeouts.connection)
            .timeout(timeouts.whole)
            .redirect(within)
            .referer(false)
            // A proxy would look names up anew, and a packed answer be larger than what came
            .no_proxy()
            .no_gzip()
            .dns_resolver(public)
            .build()?;
        Ok(Self { client, sources })
    }

    /// Fetches the file at `address`, whatever it holds.
    pub(crate) async fn fetch(&self, address: &str) -> Result<Vec<u8>, PictureError> {
        let url = self.sources.allowed(address);
        let url = url.ok_or(PictureError::NotAllowed)?;
        let asking = self
            .client
            .get(url)
            .header(ACCEPT, "image/jpeg, image/png, image/webp");
        let answer = asking.send().await;
        let mut answer = answer.map_err(|_| PictureError::Unreachable)?;
        let status = answer.status();
        if status.is_redirection() {
            return Err(PictureError::NotAllowed);
        }
        if !status.is_success() {
            return Err(PictureError::Refused(status.as_u16()));
        }
        let content_length = answer.content_length().unwrap_or_default();
        if content_length > MAX_BYTES as u64 {
            return Err(PictureError::TooLarge);
        }
        let mut file = Vec::new();
        loop {
            let part = answer.chunk().await;
            let Some(part) = part.map_err(|_| PictureError::Unreachable)? else {
                return Ok(file);
            };
            if file.len() + part.len() > MAX_BYTES {
                return Err(PictureError::TooLarge);
            }
            file.extend_from_slice(&part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{net::SocketAddr, time::Instant};

    use reqwest::dns::{Addrs, Name, Resolving};
    use testkit::{
        picture_host::{PictureHost, Served},
        pictures,
    };
    use tokio::{net::TcpListener, time::timeout};

    use super::*;

    const SHORT: Timeouts = Timeouts {
        connection: Duration::from_millis(300),
        whole: Duration::from_millis(300),
    };

    /// A resolver that finds this address, port included, for every name.
    struct Always(SocketAddr);

    impl Resolve for Always {
        fn resolve(&self, _: Name) -> Resolving {
            let found = [self.0];
            Box::pin(async move { Ok(Box::new(found.into_iter()) as Addrs) })
        }
    }

    #[tokio::test]
    async fn listed_name_that_resolves_to_this_machine_is_not_connected_to() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let names = || Always(listener.local_addr().unwrap());
        let asking = async |listed: &str| {
            let fetcher = Fetcher::with(listed.parse().unwrap(), names(), &SHORT).unwrap();
            let answer = fetcher.fetch("https://pictures.example/1.jpg").await;
            assert_eq!(answer, Err(PictureError::Unreachable));
        };
        asking("pictures.example").await;
        let connected = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(connected.is_err());
        // The operator's own host is connected to, so the client has its addresses from `Always`
        asking("https://pictures.example").await;
        let connected = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(connected.is_ok());
    }

    #[tokio::test]
    async fn stalling_and_dripping_hosts_time_out() {
        let host = PictureHost::start().await.unwrap();
        let sources: Sources = host.url().parse().unwrap();
        let fetcher = |timeouts| Fetcher::with(sources.clone(), SystemNames, timeouts).unwrap();
        let hasty = fetcher(&SHORT);
        for slow in [Served::Stalled, Served::Dripping] {
            let address = host.serve("/1.jpg", slow.clone());
            let begun = Instant::now();
            let answer = timeout(Duration::from_secs(7), hasty.fetch(&address)).await;
            assert_eq!(answer, Ok(Err(PictureError::Unreachable)), "{slow:?}");
            assert!(begun.elapsed() >= SHORT.whole, "{slow:?}");
        }
        let whole = Served::File(pictures::poster(1));
        let address = host.serve("/1.jpg", whole);
        assert!(fetcher(&TIMEOUTS).fetch(&address).await.is_ok());
    }

    #[test]
    fn fetch_ends_within_the_ten_seconds_that_a_visitor_waits() {
        assert!(TIMEOUTS.whole < Duration::from_secs(10));
        assert!(TIMEOUTS.connection < TIMEOUTS.whole);
    }
}
