//! `mitai db`

use std::{fs, path::PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use crate::config::Data;

/// Care for the database.
#[derive(Subcommand)]
pub(crate) enum Db {
    /// Write a copy of a SQLite database to a file; the server may run and be used meanwhile.
    Backup(Backup),
}

/// Write a copy of a SQLite database to a file; the server may run and be used meanwhile.
#[derive(Args)]
pub(crate) struct Backup {
    /// The file, which must not exist yet. To restore it, stop the server and put it in place of
    /// `mitai.db` in an empty data folder.
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

impl Db {
    /// Does what is asked.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Self::Backup(Backup { file, data }) = self;
        store::backup(&data.url()?, &file).context("Nothing was backed up")?;
        let size = fs::metadata(&file).map_or(0, |about| about.len());
        println!("Backed up to {} ({})", file.display(), HumanBytes(size));
        Ok(())
    }
}
