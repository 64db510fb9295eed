//! Output of the binary.

use std::{
    fmt::Arguments,
    io::{self, ErrorKind, Write as _},
};

/// Prints a line. Nothing ends because nobody reads any more, as behind `| head -1`.
pub(crate) fn print_line(line: Arguments<'_>) {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            tracing::error!(%error, "what there is to say cannot be written");
        }
        _ => {}
    }
}

/// Prints a line beside the output, which may be a file for others to read.
pub(crate) fn hint(line: Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints why the process fails, if its output can be written.
pub(crate) fn complain(error: &anyhow::Error) {
    let _ = writeln!(io::stderr(), "mitai: {error:#}");
}

/// Returns a text that people have written, without the control characters that terminals obey.
pub(crate) fn printable(text: &str) -> String {
    let seen = text.chars().filter(|c| !c.is_control() || *c == '\n');
    seen.collect()
}

/// Returns the [`printable`] text on one line.
pub(crate) fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}
