//! The binary, with a folder for what it keeps.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::{Child, ChildStdout, Command, Output, Stdio},
};

/// How the server names its address once it listens.
const LISTENS: &str = "Mitai listens on ";

/// A running server; dropping it kills it.
pub(super) struct Mitai {
    process: Child,
    /// Its address, `http://…`.
    pub(super) address: String,
    output: BufReader<ChildStdout>,
}

/// The binary with none of the settings of whoever runs the tests, over a data folder.
pub(super) fn mitai(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mitai"));
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("MITAI_") {
            command.env_remove(name);
        }
    }
    command.env("MITAI_DATA_DIR", data).stdin(Stdio::null());
    command
}

/// What a command says: whether it succeeded, its output, its complaints.
pub(super) fn said(output: Output) -> (bool, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.success(),
        text(output.stdout),
        text(output.stderr),
    )
}

impl Mitai {
    /// Serves, unless flags say otherwise on a free port and asking nobody; returns once it listens.
    pub(super) fn start(data: &Path, flags: &[impl AsRef<OsStr>]) -> Self {
        let mut serve = mitai(data);
        for (name, value) in [
            ("MITAI_LISTEN", "127.0.0.1:0"),
            ("MITAI_JIKAN_URL", "off"),
            ("MITAI_KITSU_URL", "off"),
        ] {
            serve.env(name, value);
        }
        Self::listening(serve.arg("serve").args(flags))
    }

    /// The server that this command starts, once it listens.
    pub(super) fn listening(serve: &mut Command) -> Self {
        let mut process = serve
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix(LISTENS);
        Self {
            process,
            address: address.expect("the server listens").to_owned(),
            output,
        }
    }

    /// The next line that it prints.
    pub(super) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// Asks it to stop, with SIGTERM.
    pub(super) fn ask_to_stop(&self) {
        let kill = format!("kill -s TERM {}", self.process.id());
        let asked = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(asked.success());
    }

    /// Waits until it has ended; tells whether it did so by itself and in order, and what it logged.
    pub(super) fn ended(mut self) -> (bool, String) {
        let mut log = String::new();
        let mut errors = self.process.stderr.take().unwrap();
        errors.read_to_string(&mut log).unwrap();
        (self.process.wait().unwrap().success(), log)
    }
}

impl Drop for Mitai {
    fn drop(&mut self) {
        // It may have ended already
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
