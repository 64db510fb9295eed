//! The project's commands: `cargo xtask run`, `dev`, `check`, `test`, `gen`, `pictures` and
//! `bench`.
//!
//! They need Rust, Node, and C and C++ compilers with make; what more they use (web packages, PostgreSQL, Chromium) they
//! install, or say in one sentence what to install.

mod audit;
mod commands;
mod counts;
mod fingerprint;
mod machine;
mod node;
mod paths;
mod plots;
mod postgres;
mod process;
mod python;
mod record;
mod report;
mod test_programs;
mod tidy;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The project's commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build Mitai and serve it on this machine
    Run {
        /// Handed to `mitai serve`, for example `-- --listen 127.0.0.1:9000`
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Serve Mitai while you work on it: the page follows each change of the web app, the server
    /// restarts after each change of the Rust code
    Dev,
    /// The quick part of `test`: formatting, lints, types and house rules
    Check,
    /// Everything there is: `check`, and every test on both databases and in a browser
    Test {
        /// A folder of full-scale data: adds the tests that read it
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Write anew what is generated: the OpenAPI document and its TypeScript types, the reference of the
    /// settings, the plots of the measured figures
    Gen,
    /// Take the README's pictures of the product anew
    Pictures,
    /// Measure Mitai on this machine, against its targets
    Bench(commands::bench::Bench),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    process::stop_children_on_signals()?;
    match command {
        Command::Run { arguments } => commands::run::run(&arguments),
        Command::Dev => commands::dev::dev(),
        Command::Check => Ok(commands::check::check()),
        Command::Test { data } => commands::test::test(data.as_deref()),
        Command::Gen => commands::generate::generate(),
        Command::Pictures => commands::pictures::pictures(),
        Command::Bench(bench) => commands::bench::bench(&bench),
    }
}
