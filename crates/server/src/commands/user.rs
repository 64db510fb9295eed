//! `mitai user`

use std::sync::Arc;

use anyhow::{Context as _, bail};
use app::account::ResetLinks;
use clap::{Args, Subcommand};
use domain::{
    account::{Email, RESET_LIFE},
    clock::SystemClock,
};

use crate::{config::DataLocation, output::print_line, random::SystemRandom};

/// Help the users of a site.
#[derive(Subcommand)]
pub(crate) enum User {
    /// Print a link by which the owner of an account chooses a new password.
    ResetLink(ResetLink),
}

/// Print a link by which the owner of an account chooses a new password.
#[derive(Args)]
pub(crate) struct ResetLink {
    /// E-mail address of the account.
    email: String,
    /// Address that visitors use.
    #[arg(
        long,
        env = "MITAI_PUBLIC_URL",
        default_value = "http://localhost:8080"
    )]
    public_url: String,
    #[command(flatten)]
    data: DataLocation,
}

impl User {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::ResetLink(reset_link) => reset_link.run().await,
        }
    }
}

impl ResetLink {
    async fn run(self) -> anyhow::Result<()> {
        let email = Email::parse(&self.email)
            .with_context(|| format!("{} is not an e-mail address", self.email))?;
        let links = ResetLinks {
            store: Arc::new(self.data.existing_store().await?),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            public_url: self.public_url.trim_end_matches('/').into(),
        };
        let Some((_, link)) = links.issue(&email).await? else {
            bail!("there is no account with the e-mail address {}", self.email);
        };
        print_line(format_args!("{link}"));
        print_line(format_args!(
            "The link works once, for {} minutes. Give it to nobody but the owner of the account.",
            RESET_LIFE.as_mins()
        ));
        Ok(())
    }
}
