//! The services that Mitai asks, and their limits.

use std::net::IpAddr;

use anyhow::bail;
use clap::{Args, ValueEnum};
use domain::Error;
use providers::{ProviderConfig, rate::Limits};

use super::host;

/// The services that Mitai asks, and their limits.
#[derive(Args)]
pub(crate) struct Providers {
    /// Base address of a Jikan-compatible service, asked in the background; `off` for none.
    #[arg(
        long,
        env = "MITAI_JIKAN_URL",
        default_value = "https://api.tenrai.org/v1"
    )]
    pub(super) jikan_url: ProviderUrl,
    /// Most requests to that service in any second; more than 3 only to one of your own.
    #[arg(long, env = "MITAI_JIKAN_PER_SECOND", default_value_t = Limits::default().per_second)]
    pub(super) jikan_per_second: usize,
    /// Most requests to that service in any minute; more than 60 only to one of your own.
    #[arg(long, env = "MITAI_JIKAN_PER_MINUTE", default_value_t = Limits::default().per_minute)]
    pub(super) jikan_per_minute: usize,
    /// Whether the whole catalogue is fetched from that service and kept fresh; `off` to ask only for
    /// what visitors look at.
    #[arg(long, env = "MITAI_MIRROR", default_value = "on")]
    pub(super) mirror: Switch,
    /// Whether the mirror takes what is known of titles beside their records, too: casts, staffs, episodes, videos,
    /// pictures, recommendations, statistics, news; `off` to ask only for what visitors look at.
    #[arg(long, env = "MITAI_MIRROR_EXTRAS", default_value = "on")]
    pub(super) mirror_extras: Switch,
    /// Base address of Kitsu, asked in the background for what airs, and where others know nothing for characters,
    /// episodes, genres and places to watch; `off` for none.
    #[arg(
        long,
        env = "MITAI_KITSU_URL",
        default_value = "https://kitsu.app/api/edge"
    )]
    pub(super) kitsu_url: ProviderUrl,
}

/// Whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

impl Providers {
    /// Returns the configuration of the Jikan-compatible service; `None` if the service is turned off.
    ///
    /// # Errors
    /// Fails if the service is somebody else's and the limits exceed those of such services.
    pub(crate) fn jikan(&self) -> anyhow::Result<Option<ProviderConfig>> {
        let ProviderUrl::At(url) = &self.jikan_url else {
            return Ok(None);
        };
        let config = ProviderConfig {
            limits: Limits {
                per_second: self.jikan_per_second,
                per_minute: self.jikan_per_minute,
            },
            ..ProviderConfig::new(url)
        };
        let allowed = self.jikan_per_second <= 3 && self.jikan_per_minute <= 60;
        if !allowed && !is_own(url) {
            bail!(
                "{url} may be asked 3 times a second and 60 times a minute at most: give \
                 --jikan-per-second and --jikan-per-minute within that"
            );
        }
        Ok(Some(config))
    }

    /// Returns the configuration of Kitsu, or `None` if it is turned off.
    pub(crate) fn kitsu(&self) -> Option<ProviderConfig> {
        match &self.kitsu_url {
            ProviderUrl::Off => None,
            ProviderUrl::At(url) => Some(ProviderConfig::new(url)),
        }
    }

    /// Fails if the settings would prevent requests to a provider.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        for provider in [self.jikan()?, self.kitsu()].into_iter().flatten() {
            provider.check()?;
        }
        Ok(())
    }

    /// Whether the whole catalogue is mirrored.
    pub(crate) fn mirror(&self) -> bool {
        self.mirror == Switch::On && self.jikan_url != ProviderUrl::Off
    }

    /// Whether the mirror fetches extras, too.
    pub(crate) fn mirror_extras(&self) -> bool {
        self.mirror() && self.mirror_extras == Switch::On
    }
}

/// Whether the address's host is on this machine or in a private network.
pub(super) fn is_own(url: &str) -> bool {
    let host = host(url);
    match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private(),
        Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => !host.contains('.'),
    }
}

/// The address of a provider, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProviderUrl {
    /// The provider is not asked.
    Off,
    /// The provider's base address.
    At(String),
}

impl std::str::FromStr for ProviderUrl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.eq_ignore_ascii_case("off") {
            Ok(Self::Off)
        } else if text.starts_with("http://") || text.starts_with("https://") {
            Ok(Self::At(text.into()))
        } else {
            Err(Error::Invalid(
                "give an address that begins with https://, or off".into(),
            ))
        }
    }
}
