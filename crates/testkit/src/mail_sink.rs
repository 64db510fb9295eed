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

/// The words that the program prints before its address.
const LISTENS: &str = "Mail sink listens on ";

/// A running mail server; dropping it stops it.
pub struct MailSink {
    program: Child,
    output: BufReader<ChildStdout>,
    /// The mail server's address, as `smtp://HOST:PORT`.
    pub url: String,
}

impl MailSink {
    /// Starts a mail server on a free port. `options` are the program's.
    ///
    /// # Panics
    /// Panics if the program does not start.
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

    /// Stops the server. Mail that it took can still be read.
    pub fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }

    /// Waits for the next mail and returns its `from`, `to`, `headers` and `text`.
    ///
    /// # Panics
    /// Panics if the server ends first.
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
