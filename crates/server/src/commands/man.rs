//! `mitai man`

use std::{fs, path::PathBuf};

use anyhow::Context as _;
use clap::{Args, Command};

/// Write a manual page of each command into a folder.
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, such as `/usr/local/share/man/man1`. It is made if it is not there.
    folder: PathBuf,
}

impl Man {
    /// Writes the pages of `command` and of the commands in it.
    pub(crate) fn run(&self, command: Command) -> anyhow::Result<()> {
        let cannot_write = || format!("{} cannot be written", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(cannot_write)?;
        clap_mangen::generate_to(command, &self.folder).with_context(cannot_write)
    }
}
