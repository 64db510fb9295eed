//! `mitai list`

mod export;
mod import;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use domain::account::{AccountStore, Email, UserId};

/// Move the anime list of a user.
#[derive(Subcommand)]
pub(crate) enum List {
    /// Write a list to a file, in Mitai's own form or in one that others read.
    Export(export::Export),
    /// Put the entries of a file on a list, or say what that would do.
    Import(import::Import),
}

impl List {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Export(export) => export.run().await,
            Self::Import(import) => import.run().await,
        }
    }
}

/// Returns the account that has this e-mail address.
async fn owner(store: &dyn AccountStore, email: &str) -> anyhow::Result<UserId> {
    let parsed =
        Email::parse(email).with_context(|| format!("{email} is not an e-mail address"))?;
    let Some(account) = store.account_by_email(&parsed).await? else {
        bail!("there is no account with the e-mail address {email}");
    };
    Ok(account.user.uid)
}
