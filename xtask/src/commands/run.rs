//! `cargo xtask run`

use std::process::ExitCode;

use anyhow::{Result, bail};

use super::serving::Serving;
use crate::{
    node, paths,
    process::{self, Running, cargo},
};

/// Builds what changed and serves it until Ctrl-C.
///
/// It is a debug build: ready from nothing in half the time of a release build, shared with
/// `cargo xtask test`, and quick enough for one visitor. An installation is built with
/// `cargo build --release`.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    node::install(&paths::web())?;
    node::build_if_changed()?;
    build_server()?;
    let serving = Serving::new(arguments, None)?;
    let server = serving.start(|_| {
        println!("Mitai is ready at {} (Ctrl-C stops it)", serving.public_url);
    })?;
    finish(server)
}

pub(super) fn build_server() -> Result<()> {
    process::run(&mut cargo(&["build", "--package", "mitai-server"]))
}

fn finish(server: Running) -> Result<ExitCode> {
    let status = server.wait()?;
    if process::interrupted() || status.success() {
        println!("Mitai has stopped.");
        return Ok(ExitCode::SUCCESS);
    }
    bail!("the server stopped by itself: {status}");
}
