//! Settings: those that commands share, and those of what stands beside the server.

#[cfg(test)]
mod deployed;
#[cfg(test)]
mod generated;
mod picture_room;
#[cfg(test)]
mod reference;
mod services;
mod sources;
#[cfg(test)]
mod tests;

use std::{fs, net::IpAddr, path::PathBuf, sync::Arc};

use anyhow::{Context as _, bail};
use api::{Pictures, SocialProfile};
use clap::{Args, ValueEnum};
use domain::clock::SystemClock;
use identity::OpenId;
use mail::Smtp;
use pictures::{CachedPictures, Sources};
use search::TitleIndex;
use store::{DatabaseUrl, Store};

use crate::random::SystemRandom;
use picture_room::megabytes;
pub(crate) use services::Providers;
pub(crate) use sources::ConfigSources;

/// Where the identity provider sends browsers back to, behind the address that visitors use.
const CALLBACK: &str = "/api/v1/auth/google/callback";

/// Where the data is.
#[derive(Args)]
pub(crate) struct DataLocation {
    /// `sqlite:FILE` or `postgres://USER:PASSWORD@HOST/NAME`; by default a SQLite file in the data
    /// folder.
    #[arg(long, env = "MITAI_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Where `--database` is any node of Citus: its coordinator, `HOST:PORT`, where servers find one another.
    #[arg(long, env = "MITAI_COORDINATOR")]
    coordinator: Option<String>,
    /// Folder for everything that is kept in files. It is made if it is not there.
    #[arg(long, env = "MITAI_DATA_DIR", default_value = "./data")]
    data_dir: PathBuf,
}

impl DataLocation {
    /// Returns the address of the database.
    pub(crate) fn url(&self) -> anyhow::Result<DatabaseUrl> {
        Ok(
            match (&self.database, non_blank(self.coordinator.as_ref())) {
                (Some(url), None) => url.parse()?,
                (Some(url), Some(coordinator)) => DatabaseUrl::with_coordinator(url, &coordinator)?,
                (None, None) => DatabaseUrl::Sqlite(self.data_dir.join("mitai.db")),
                (None, Some(_)) => {
                    bail!("--coordinator is of no use without --database postgres://…")
                }
            },
        )
    }

    /// Opens the store.
    pub(crate) async fn store(&self) -> anyhow::Result<Store> {
        if self.database.is_none() {
            fs::create_dir_all(&self.data_dir).with_context(|| {
                format!("The data folder {} cannot be made", self.data_dir.display())
            })?;
        }
        Ok(Store::open(&self.url()?).await?)
    }

    /// Opens a store that must exist already, for commands that only read it or decide about it.
    pub(crate) async fn existing_store(&self) -> anyhow::Result<Store> {
        let url = self.url()?;
        if let DatabaseUrl::Sqlite(file) = &url
            && !file.exists()
        {
            bail!(
                "there is no database at {}; give the --data-dir or --database that the server has",
                file.display()
            );
        }
        Ok(Store::open(&url).await?)
    }

    /// Opens the index of names, which is each server's own.
    pub(crate) fn names(&self) -> TitleIndex {
        TitleIndex::open(self.data_dir.join("search"))
    }
}

/// Where pages get their pictures from.
#[derive(Args)]
pub(crate) struct Images {
    /// `direct`: visitors' browsers ask the sources. `cache`: this server asks them once, and keeps
    /// small copies. `drawn`: nobody asks, all pictures are drawn.
    #[arg(
        id = "images",
        long = "images",
        env = "MITAI_IMAGES",
        default_value = "direct"
    )]
    from: ImagesFrom,
    /// Hosts that `cache` may ask, between commas: names, asked by HTTPS, or whole addresses of
    /// servers of your own, which may be in a private network.
    #[arg(
        long,
        env = "MITAI_IMAGE_HOSTS",
        default_value = "cdn.myanimelist.net,media.kitsu.app,media.kitsu.io"
    )]
    image_hosts: Sources,
    /// Most megabytes that `cache` keeps on disk; the pictures used least recently go first.
    #[arg(long, env = "MITAI_IMAGE_CACHE_MB", default_value_t = 2_000, value_parser = megabytes)]
    image_cache_mb: u64,
}

/// Where pictures come from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImagesFrom {
    Direct,
    Cache,
    Drawn,
}

impl Images {
    /// Returns where pages get their pictures from.
    pub(crate) fn pictures(&self, data: &DataLocation) -> anyhow::Result<Pictures> {
        match self.from {
            ImagesFrom::Direct => Ok(Pictures::Direct),
            ImagesFrom::Drawn => Ok(Pictures::Drawn),
            ImagesFrom::Cache => {
                let config = pictures::Config {
                    sources: self.image_hosts.clone(),
                    folder: data.data_dir.join("pictures"),
                    most_bytes: self.image_cache_mb.saturating_mul(1_000_000),
                };
                let cache = CachedPictures::open(config, Arc::new(SystemClock));
                Ok(Pictures::Cached(Arc::new(cache.context("--images cache")?)))
            }
        }
    }
}

/// Where people sign in with Google, or with another OpenID provider in its place.
#[derive(Args)]
pub(crate) struct SignIn {
    /// The OpenID provider, as it names itself.
    #[arg(id = "oidc_issuer", long = "oidc-issuer", env = "MITAI_OIDC_ISSUER", default_value = identity::GOOGLE)]
    issuer: String,
    /// What the provider calls Mitai. Without it nobody can sign in there.
    #[arg(
        id = "oidc_client_id",
        long = "oidc-client-id",
        env = "MITAI_OIDC_CLIENT_ID"
    )]
    client_id: Option<String>,
    /// What proves to the provider that it is Mitai.
    #[arg(
        id = "oidc_client_secret",
        long = "oidc-client-secret",
        env = "MITAI_OIDC_CLIENT_SECRET",
        hide_env_values = true
    )]
    client_secret: Option<String>,
}

impl SignIn {
    /// Returns the identity provider, or `None` if none is configured.
    pub(crate) fn provider(&self, public_url: &str) -> anyhow::Result<Option<OpenId>> {
        let Some(client_id) = non_blank(self.client_id.as_ref()) else {
            return Ok(None);
        };
        let client_secret = non_blank(self.client_secret.as_ref())
            .context("MITAI_OIDC_CLIENT_ID needs its MITAI_OIDC_CLIENT_SECRET")?;
        let config = identity::Config {
            issuer: self.issuer.clone(),
            client_id,
            client_secret,
            redirect_url: format!("{public_url}{CALLBACK}"),
        };
        let provider = OpenId::new(&config, Arc::new(SystemClock), Arc::new(SystemRandom));
        Ok(Some(provider.context("Signing in cannot be set up")?))
    }
}

/// What sends mail.
#[derive(Args)]
pub(crate) struct Mail {
    /// The mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://HOST:PORT`. Without it nobody gets
    /// a link to choose a new password by mail.
    #[arg(long, env = "MITAI_SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// Who mail is from, as `NAME <ADDRESS>`; by default no-reply at the host that visitors use.
    #[arg(long, env = "MITAI_MAIL_FROM")]
    mail_from: Option<String>,
}

impl Mail {
    /// Returns the mailer, or `None` if none is configured.
    pub(crate) fn mailer(&self, public_url: &str) -> anyhow::Result<Option<Smtp>> {
        let Some(url) = non_blank(self.smtp_url.as_ref()) else {
            return Ok(None);
        };
        let from = non_blank(self.mail_from.as_ref()).unwrap_or_else(|| sender(public_url));
        let mailer = Smtp::new(&url, &from, Arc::new(SystemClock), Arc::new(SystemRandom));
        Ok(Some(mailer.context("Mail cannot be set up")?))
    }
}

/// Accepts an address that browsers open.
pub(crate) fn of_the_web(text: &str) -> Result<String, &'static str> {
    let known = ["https://", "http://"];
    if known.iter().any(|begin| text.starts_with(begin)) {
        return Ok(text.into());
    }
    Err("give an address that begins with https:// (or http://)")
}

/// Where the icons at each page's foot lead.
#[derive(Args)]
pub(crate) struct Social {
    /// Where the icon of X at each page's foot leads. Without it the icon leads nowhere.
    #[arg(id = "social_x", long = "social-x", env = "MITAI_SOCIAL_X", value_parser = of_the_web)]
    x: Option<String>,
    /// Where the icon of Instagram leads.
    #[arg(id = "social_instagram", long = "social-instagram", env = "MITAI_SOCIAL_INSTAGRAM", value_parser = of_the_web)]
    instagram: Option<String>,
    /// Where the icon of YouTube leads.
    #[arg(id = "social_youtube", long = "social-youtube", env = "MITAI_SOCIAL_YOUTUBE", value_parser = of_the_web)]
    youtube: Option<String>,
    /// Where the icon of Discord leads.
    #[arg(id = "social_discord", long = "social-discord", env = "MITAI_SOCIAL_DISCORD", value_parser = of_the_web)]
    discord: Option<String>,
}

impl Social {
    /// Returns the site's profiles on social networks that are configured.
    pub(crate) fn profiles(&self) -> Vec<SocialProfile> {
        let urls = [
            ("X", &self.x),
            ("Instagram", &self.instagram),
            ("YouTube", &self.youtube),
            ("Discord", &self.discord),
        ];
        let profiles = urls.into_iter().filter_map(|(network, url)| {
            let url = url.clone()?;
            Some(SocialProfile { network, url })
        });
        profiles.collect()
    }
}

/// Returns the setting, or `None` if it is missing or blank.
fn non_blank(setting: Option<&String>) -> Option<String> {
    setting.filter(|text| !text.trim().is_empty()).cloned()
}

/// Returns the sender of mail where the operator names none.
fn sender(public_url: &str) -> String {
    let host = host(public_url);
    // An address at a number would have to be in brackets, and nobody could answer it anyway
    let number = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
    format!(
        "Mitai <no-reply@{}>",
        if number { "localhost" } else { host }
    )
}

/// Returns the host that an address names, an IPv6 address in its brackets.
fn host(url: &str) -> &str {
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    let authority = rest.split('/').next().unwrap_or_default();
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    }
}
