//! A real mail server on loopback that delivers nothing: `e2e/mail-sink.mjs`.
#![expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::Value;

/// What the program says before its address.
const LISTENS: &str = "Mail sink listens on ";

/// A running mail server; dropping it stops it.
pub struct MailSink {
    program: Child,
    output: BufReader<ChildStdout>,
    /// Its address, as `smtp://HOST:PORT`.
    pub url: String,
}

impl MailSink {
    /// One on a free port. `options` are the program's.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(options: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e");
        assert!(
            folder.join("node_modules/smtp-server").exists(),
            "the mail sink's packages are not installed: run `cargo xtask check`"
        );
        let mut program = Command::new("node")
            .current_dir(folder)
            .arg("mail-sink.mjs")
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node is installed");
        let mut output = BufReader::new(program.stdout.take().expect("its output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("its output can be read");
        let url = line
            .strip_prefix(LISTENS)
            .expect("it says where it listens")
            .trim()
            .to_owned();
        Self {
            program,
            output,
            url,
        }
    }

    /// Takes no more mail; what it took can still be had.
    pub fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }

    /// The next mail that arrives, with `from`, `to`, `headers` and `text`. Waits for it.
    ///
    /// # Panics
    /// If the server ends first.
    pub fn next_mail(&mut self) -> Value {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .expect("its output can be read");
        serde_json::from_str(&line).expect("each line is a mail")
    }
}

impl Drop for MailSink {
    fn drop(&mut self) {
        self.end();
    }
}
