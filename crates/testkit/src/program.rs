//! The server's binary, as an operator runs it. A test names it by `env!("CARGO_BIN_EXE_mitai")`.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
};

use anyhow::{Context as _, Result, ensure};

/// The words that the server prints before its address once it listens.
const LISTENS: &str = "Mitai listens on ";

/// The binary over a data folder, without settings of the environment of the tests.
pub fn command(binary: &str, data: &Path) -> Command {
    let mut command = Command::new(binary);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("MITAI_") {
            command.env_remove(name);
        }
    }
    command.env("MITAI_DATA_DIR", data).stdin(Stdio::null());
    command
}

/// `mitai serve`, unless flags say otherwise on a free port and without requests to others.
pub fn serve(binary: &str, data: &Path, flags: &[impl AsRef<OsStr>]) -> Command {
    let mut serve = command(binary, data);
    serve
        .env("MITAI_LISTEN", "127.0.0.1:0")
        .env("MITAI_JIKAN_URL", "off")
        .env("MITAI_KITSU_URL", "off")
        .arg("serve")
        .args(flags);
    serve
}

/// A running server; dropping it kills it.
pub struct Serving {
    process: Child,
    /// The server's address, `http://…`.
    pub address: String,
    /// The server's output, which is kept open: a server that cannot print might stop over it.
    output: BufReader<ChildStdout>,
}

impl Serving {
    /// Starts the server of this command and waits until it listens.
    pub fn start(serve: &mut Command) -> Result<Self> {
        let mut process = serve.stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().context("it has no output")?;
        let mut serving = Self {
            process,
            address: String::new(),
            output: BufReader::new(output),
        };
        let line = serving.line()?;
        let address = line.strip_prefix(LISTENS);
        address
            .context("the server does not listen")?
            .clone_into(&mut serving.address);
        Ok(serving)
    }

    /// Reads the next line that the server prints.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }

    /// Returns the id of the server's process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Asks the server to stop, with SIGTERM.
    pub fn ask_to_stop(&self) -> Result<()> {
        self.signal("TERM")
    }

    /// Sends the server a signal, named without its `SIG`.
    pub fn signal(&self, name: &str) -> Result<()> {
        let kill = format!("kill -s {name} {}", self.process.id());
        let sent = Command::new("sh").args(["-c", &kill]).status()?;
        ensure!(sent.success(), "SIG{name} could not be sent");
        Ok(())
    }

    /// Returns how the server ended; `None` while it runs.
    pub fn has_ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.process.try_wait()?)
    }

    /// Waits until the server has ended; returns how, and its log where the command pipes that.
    pub fn ended(mut self) -> Result<(ExitStatus, String)> {
        let mut log = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            errors.read_to_string(&mut log)?;
        }
        Ok((self.process.wait()?, log))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // SIGKILL, which the server cannot handle. The server may have ended already
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
