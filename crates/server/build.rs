//! Puts the commit and its date into the binary, for `mitai --version`.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    let number = env!("CARGO_PKG_VERSION");
    let version = match env::var("BUILD_COMMIT").ok().or_else(commit) {
        Some(commit) if !commit.is_empty() => format!("{number} ({commit})"),
        _ => number.to_owned(),
    };
    println!("cargo::rustc-env=MITAI_VERSION={version}");
}

/// Hash and day of the commit that is built, or nothing outside a Git repository.
fn commit() -> Option<String> {
    // Git appends to this log whenever another commit is checked out.
    println!(
        "cargo::rerun-if-changed={}",
        git(&["rev-parse", "--git-path", "logs/HEAD"])?
    );
    git(&["log", "-1", "--format=%h %cs", "--abbrev=10"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
