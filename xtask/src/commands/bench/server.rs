//! Servers under measurement, and requests to them.

use std::{
    env,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{ChildStdout, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use super::{
    memory::{self, Memory},
    reported::Reported,
};
use crate::{
    paths,
    process::{self, Running},
};

/// Longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server on a free port; dropping it stops it.
pub(super) struct Server {
    running: Running,
    /// The host and the port that the server listens on.
    host: String,
    /// The server's output, which is kept open: a server that cannot print might stop over it.
    _output: BufReader<ChildStdout>,
}

/// An answer of a server.
pub(super) struct Answer {
    pub(super) content_type: String,
    /// The number of bytes of the body as sent.
    pub(super) bytes: usize,
}

/// As many open files as may be: ten thousand streams are as many, at both ends.
const MANY_FILES: &str = "ulimit -n \"$(ulimit -H -n)\"; exec \"$0\" \"$@\"";

/// A program of the release build, without settings from the environment.
pub(super) fn program(name: &str) -> Command {
    let program = paths::release_programs().join(name);
    let mut command = process::command("sh");
    command.args(["-c", MANY_FILES]).arg(program);
    for (key, _) in env::vars_os() {
        if key.to_string_lossy().starts_with("MITAI_") {
            command.env_remove(key);
        }
    }
    command.env("MITAI_LOG", "warn");
    command
}

impl Server {
    /// Starts Mitai over the store in this folder, without requests to others.
    pub(super) fn mitai(data: &Path) -> Result<Self> {
        Self::mitai_with(|command| command.arg("--data-dir").arg(data))
    }

    /// Starts Mitai with these settings, without requests to others.
    pub(super) fn mitai_with(set: impl FnOnce(&mut Command) -> &mut Command) -> Result<Self> {
        let mut command = program("mitai");
        command.args(["serve", "--listen", "127.0.0.1:0"]).args([
            "--jikan-url",
            "off",
            "--kitsu-url",
            "off",
        ]);
        Self::start(set(&mut command))
    }

    /// Starts a bare handler that sends as much as this answer.
    pub(super) fn yardstick(answer: &Answer) -> Result<Self> {
        let mut command = program("yardstick");
        command
            .args(["--bytes", &answer.bytes.to_string()])
            .args(["--content-type", &answer.content_type]);
        Self::start(&mut command)
    }

    /// A bare handler of streams that sends as much as this answer, and in its streams as much as was
    /// reported of Mitai's.
    pub(super) fn bare_streams(answer: &Answer, reported: &Reported) -> Result<Self> {
        let mut command = program("streams");
        command.args(["--page", &answer.bytes.to_string()]);
        for event in ["snapshot", "change"] {
            let bytes = reported.value(&format!("{event}-bytes"))?.to_string();
            command.args([format!("--{event}"), bytes]);
        }
        Self::start(&mut command)
    }

    /// Starts a server, and returns as soon as it has said where it listens.
    fn start(command: &mut Command) -> Result<Self> {
        let mut running = Running::start(command.stdout(Stdio::piped()))?;
        let mut output = running.lines()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        let Some((_, host)) = line.split_once("http://") else {
            bail!("the server did not say where it listens");
        };
        Ok(Self {
            running,
            host: host.trim().to_owned(),
            _output: output,
        })
    }

    pub(super) fn address(&self) -> String {
        format!("http://{}", self.host)
    }

    /// The process's id.
    pub(super) fn process(&self) -> u32 {
        self.running.id()
    }

    pub(super) fn memory(&self) -> Option<Memory> {
        memory::of(self.process())
    }

    /// Asks as a browser does that knows brotli; anything but success is an error.
    pub(super) fn get(&self, path: &str) -> Result<Answer> {
        let host = &self.host;
        let mut connection = TcpStream::connect(host)?;
        connection.set_read_timeout(Some(TIMEOUT))?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n"
        );
        connection.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer)?;
        parse(&answer).with_context(|| format!("{path} was not answered as it should be"))
    }
}

fn parse(answer: &[u8]) -> Result<Answer> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
    let end = end.context("not an HTTP answer")?;
    let head = std::str::from_utf8(&answer[..end])?.to_lowercase();
    let mut lines = head.lines();
    let status = lines.next().unwrap_or_default();
    if !status.starts_with("http/1.1 200") {
        bail!("the answer is {status}");
    }
    let content_type = lines
        .find_map(|line| line.strip_prefix("content-type: "))
        .context("the answer has no content type")?;
    Ok(Answer {
        content_type: content_type.to_owned(),
        bytes: answer.len() - end - 4,
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn only_the_body_is_measured() {
        let answer = parse(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n12345").unwrap();
        assert_eq!(
            (answer.content_type.as_str(), answer.bytes),
            ("text/plain", 5)
        );
    }

    #[test]
    fn refusals_are_not_measured() {
        assert!(parse(b"HTTP/1.1 503 Nope\r\ncontent-type: a/b\r\n\r\n").is_err());
        assert!(parse(b"").is_err());
    }
}
