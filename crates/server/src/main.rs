//! The binary `mitai`: configuration, commands, and the wiring of all parts.
//!
//! **Invariant:** this crate alone names concrete stores and providers.
//!
//! **Invariant:** a closed output ends no command: [`output`] prints, not `println!`, which panics at a
//! closed pipe.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod assets;
mod commands;
mod config;
mod listening;
mod logs;
mod output;
mod random;
mod wiring;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use config::ConfigSources;
use logs::Logs;
use tikv_jemallocator::Jemalloc;
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Mitai (見たい, "I want to watch it"): an anime catalogue that cannot go dark.
#[derive(Parser)]
#[command(name = "mitai", version = env!("MITAI_VERSION"))]
struct Cli {
    /// File with settings, in TOML: `listen = "127.0.0.1:8080"`. Flags and
    /// environment variables override it.
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
    /// Move the anime list of a user.
    #[command(subcommand)]
    List(commands::list::List),
    /// Look after what people think of titles.
    #[command(subcommand)]
    Rating(commands::rating::Rating),
    /// Look after what people write about titles.
    #[command(subcommand)]
    Review(commands::review::Review),
    /// Help the users of a site.
    #[command(subcommand)]
    User(commands::user::User),
    /// Print the completions of commands and flags for a shell.
    Completions(commands::completions::Completions),
    /// Write a manual page of each command into a folder.
    Man(commands::man::Man),
}

impl Command {
    async fn run(self, sources: &ConfigSources, matches: &ArgMatches) -> anyhow::Result<()> {
        match self {
            Self::Serve(serve) => serve.run().await,
            Self::Import(import) => import.run().await,
            Self::Db(db) => db.run().await,
            Self::Mirror(mirror) => mirror.run().await,
            Self::Config(config) => config.run(sources, matches),
            Self::List(list) => list.run().await,
            Self::Rating(rating) => rating.run().await,
            Self::Review(review) => review.run().await,
            Self::User(user) => user.run().await,
            Self::Completions(completions) => completions.run(Cli::command()),
            Self::Man(man) => man.run(Cli::command()),
        }
    }
}

async fn run() -> anyhow::Result<()> {
    let (sources, matches) = ConfigSources::read(Cli::command())?;
    let cli = Cli::from_arg_matches(&matches)?;
    cli.logs.begin();
    cli.command.run(&sources, innermost(&matches)).await
}

/// Returns the matches of the innermost command, which has the arguments.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    match matches.subcommand() {
        Some((_, of_command)) => innermost(of_command),
        None => matches,
    }
}

/// Longest wait, at the end, for what threads still do: a file has that time to be written; the
/// system may look for a name far longer, when no name server answers.
const THREADS_TIMEOUT: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    match to_its_end(run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn to_its_end(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let runtime = Runtime::new().context("no threads can be had")?;
    let outcome = runtime.block_on(work);
    runtime.shutdown_timeout(THREADS_TIMEOUT);
    outcome
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread};

    use super::*;

    #[test]
    fn hanging_call_does_not_delay_the_exit() {
        let (release, hanging) = mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (ended, end) = mpsc::channel();
        let process = thread::spawn(move || {
            let outcome = to_its_end(async move {
                tokio::task::spawn_blocking(move || {
                    begun.send(()).unwrap();
                    hanging.recv()
                });
                Ok(begins.await?)
            });
            ended.send(outcome.is_ok()).unwrap();
        });
        assert_eq!(end.recv_timeout(5 * THREADS_TIMEOUT), Ok(true));
        drop(release);
        process.join().unwrap();
    }
}
