//! The binary `mitai`: configuration, commands, and the wiring of all parts.
//!
//! **Invariant:** this crate alone names concrete stores and providers.

mod assets;
mod commands;
mod config;
mod listening;
mod logs;
mod random;
mod wiring;

use std::{path::PathBuf, process::ExitCode};

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use config::Given;
use logs::Logs;
use tikv_jemallocator::Jemalloc;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Mitai (見たい, "I want to watch it"): an anime catalogue that cannot go dark.
#[derive(Parser)]
#[command(name = "mitai", version)]
struct Cli {
    /// File with settings, in TOML: `listen = "127.0.0.1:8080"`. What flags and the environment say
    /// goes before what it says.
    #[arg(long, env = "MITAI_CONFIG", global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    logs: Logs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site.
    Serve(Box<commands::serve::Serve>),
    /// Read titles from files into the store.
    #[command(subcommand)]
    Import(commands::import::Import),
    /// Care for the database.
    #[command(subcommand)]
    Db(commands::db::Db),
    /// Watch how the catalogue is filled from a provider.
    #[command(subcommand)]
    Mirror(commands::mirror::Mirror),
    /// Look at the settings.
    #[command(subcommand)]
    Config(commands::config::Config),
    /// Help the users of a site.
    #[command(subcommand)]
    User(commands::user::User),
}

impl Command {
    async fn run(self, given: &Given, matches: &ArgMatches) -> anyhow::Result<()> {
        match self {
            Self::Serve(serve) => serve.run().await,
            Self::Import(import) => import.run().await,
            Self::Db(db) => db.run().await,
            Self::Mirror(mirror) => mirror.run().await,
            Self::Config(config) => config.run(given, matches),
            Self::User(user) => user.run().await,
        }
    }
}

async fn run() -> anyhow::Result<()> {
    let (given, matches) = Given::read(Cli::command())?;
    let cli = Cli::from_arg_matches(&matches)?;
    cli.logs.begin();
    cli.command.run(&given, innermost(&matches)).await
}

/// What was given to the command itself.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    match matches.subcommand() {
        Some((_, of_command)) => innermost(of_command),
        None => matches,
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mitai: {error:#}");
            ExitCode::FAILURE
        }
    }
}
