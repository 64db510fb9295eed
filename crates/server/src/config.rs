//! Settings that commands share.

use std::{fs, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use domain::Error;
use store::{DatabaseUrl, Store};

/// Where the data is.
#[derive(Args)]
pub(crate) struct Data {
    /// `sqlite:FILE` or `postgres://USER:PASSWORD@HOST/NAME`; by default a SQLite file in the data
    /// folder.
    #[arg(long, env = "MITAI_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Folder for everything that is kept in files. It is made if it is not there.
    #[arg(long, env = "MITAI_DATA_DIR", default_value = "./data")]
    data_dir: PathBuf,
}

impl Data {
    /// Opens the store.
    pub(crate) async fn store(&self) -> anyhow::Result<Store> {
        let url = if let Some(url) = &self.database {
            url.parse()?
        } else {
            fs::create_dir_all(&self.data_dir).with_context(|| {
                format!("The data folder {} cannot be made", self.data_dir.display())
            })?;
            DatabaseUrl::Sqlite(self.data_dir.join("mitai.db"))
        };
        Ok(Store::open(&url).await?)
    }
}

/// The address of a provider, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProviderUrl {
    /// It is not asked.
    Off,
    /// Its base address.
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
