//! The binary `mitai`: configuration, commands, and the wiring of all parts.
//!
//! **Invariant:** this crate alone names concrete stores and providers.

mod assets;
mod commands;
mod config;
mod listening;
mod random;
mod wiring;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Mitai (見たい, "I want to watch it"): an anime catalogue that cannot go dark.
#[derive(Parser)]
#[command(name = "mitai", version)]
struct Cli {
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
    /// Watch how the catalogue is filled from a provider.
    #[command(subcommand)]
    Mirror(commands::mirror::Mirror),
    /// Help the users of a site.
    #[command(subcommand)]
    User(commands::user::User),
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    let filter = tracing_subscriber::EnvFilter::try_from_env("MITAI_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    let done = match cli.command {
        Command::Serve(serve) => serve.run().await,
        Command::Import(import) => import.run().await,
        Command::Mirror(mirror) => mirror.run().await,
        Command::User(user) => user.run().await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mitai: {error:#}");
            ExitCode::FAILURE
        }
    }
}
