//! `mitai config`

use anyhow::bail;
use clap::{ArgMatches, Args, Subcommand};

use super::serve::Serve;
use crate::{config::ConfigSources, output::print_line};

/// Look at the settings.
#[derive(Subcommand)]
pub(crate) enum Config {
    /// Say for each setting of `mitai serve` what it is and where it comes from, and what is wrong.
    Check(Box<Check>),
}

/// Say for each setting of `mitai serve` what it is and where it comes from, and what is wrong.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    serve: Serve,
}

impl Config {
    /// Runs the command over the settings that were given.
    pub(crate) fn run(self, sources: &ConfigSources, matches: &ArgMatches) -> anyhow::Result<()> {
        let Self::Check(check) = self;
        for line in sources.report(matches) {
            print_line(format_args!("{line}"));
        }
        let mut faults = sources.unknown_variables();
        faults.extend(check.serve.faults());
        if faults.is_empty() {
            print_line(format_args!("All settings are right."));
            return Ok(());
        }
        bail!(faults.join("\nmitai: "))
    }
}
