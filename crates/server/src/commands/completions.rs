//! `mitai completions`

use std::io::{self, Write as _};

use clap::{Args, Command};
use clap_complete::Shell;

/// Print the completions of commands and flags for a shell.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell that is to read them.
    shell: Shell,
}

impl Completions {
    /// Prints the completions of `command`.
    pub(crate) fn run(&self, mut command: Command) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "mitai", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}
