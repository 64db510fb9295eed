//! The binary, with a folder for what it keeps.

use std::{
    ffi::OsStr,
    path::Path,
    process::{Command, Output, Stdio},
};

use testkit::program::{self, Serving};

pub(super) const BINARY: &str = env!("CARGO_BIN_EXE_mitai");

/// The binary over a data folder.
pub(super) fn mitai(data: &Path) -> Command {
    program::command(BINARY, data)
}

/// Returns whether a command succeeded, its standard output, and its standard error.
pub(super) fn output_of(output: Output) -> (bool, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.success(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A server that keeps what it logs for the test.
pub(super) fn serving(data: &Path, flags: &[impl AsRef<OsStr>]) -> Serving {
    let mut serve = program::serve(BINARY, data, flags);
    Serving::start(serve.stderr(Stdio::piped())).unwrap()
}
