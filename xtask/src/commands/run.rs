//! `cargo xtask run`

use std::{
    io::{BufRead as _, Read as _, Write as _},
    net::TcpStream,
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use crate::{
    node, paths,
    process::{self, Running, cargo},
};

/// How the server names its address once it listens.
const LISTENS: &str = "Mitai listens on ";

/// How long a server that listens may take until it is ready.
const PATIENCE: Duration = Duration::from_secs(30);

/// Builds what changed and serves it until Ctrl-C.
///
/// It is a debug build: ready from nothing in half the time of a release build, shared with
/// `cargo xtask test`, and quick enough for one visitor. An installation is built with
/// `cargo build --release`.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    node::install(&paths::web())?;
    node::build_if_changed()?;
    build_server()?;
    let server = start(arguments, |address| {
        println!("Mitai is ready at {address} (Ctrl-C stops it)");
    })?;
    finish(server)
}

pub(super) fn build_server() -> Result<()> {
    process::run(&mut cargo(&["build", "--package", "mitai-server"]))
}

/// Starts the server and calls `ready` with its address as soon as it answers.
pub(super) fn start(arguments: &[String], ready: impl FnOnce(&str)) -> Result<Running> {
    let mut server = Running::start(serve().args(arguments).stdout(Stdio::piped()))?;
    let mut lines = server.lines()?.lines();
    let address = loop {
        let Some(line) = lines.next() else {
            bail!("the server ended before it listened");
        };
        let line = line?;
        match line.strip_prefix(LISTENS) {
            Some(address) => break address.trim().to_owned(),
            None => println!("{line}"),
        }
    };
    let begin = Instant::now();
    while !answers(&address) {
        if server.has_ended() {
            bail!("the server ended before it was ready");
        }
        if begin.elapsed() > PATIENCE {
            bail!("the server listens on {address} but does not say at /readyz that it is ready");
        }
        thread::sleep(Duration::from_millis(20));
    }
    ready(&address);
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            println!("{line}");
        }
    });
    Ok(server)
}

fn serve() -> Command {
    let mut serve = process::command(&paths::programs().join("mitai").to_string_lossy());
    serve.arg("serve");
    serve
}

fn finish(server: Running) -> Result<ExitCode> {
    let status = server.wait()?;
    if process::interrupted() || status.success() {
        println!("Mitai has stopped.");
        return Ok(ExitCode::SUCCESS);
    }
    bail!("the server stopped by itself: {status}");
}

/// Whether `/readyz` says yes.
fn answers(address: &str) -> bool {
    ask(address).is_ok_and(|answer| answer.starts_with("HTTP/1.1 2"))
}

fn ask(address: &str) -> Result<String> {
    let host = address
        .strip_prefix("http://")
        .context("not an http address")?;
    let mut connection = TcpStream::connect(host)?;
    connection.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        connection,
        "GET /readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer)?;
    Ok(answer)
}
