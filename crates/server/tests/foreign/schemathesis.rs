//! Schemathesis: requests that are made up from a document, and whether every answer is as described.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Tries of each operation and kind of request. `MITAI_TEST_SCHEMATHESIS_EXAMPLES` sets another number.
const TRIES: &str = "20";

/// The repository's root.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Tries a document out on the server at `url`, with these flags and settings.
///
/// # Panics
/// Panics if an answer is not as described.
pub(super) fn try_out(document: &Path, url: &str, flags: &[&str], settings: &str) {
    let program = root().join("clients/.venv/bin/schemathesis");
    let sentence = "Schemathesis is not installed: run `cargo xtask test`";
    assert!(program.exists(), "{sentence}");
    let tries = env::var("MITAI_TEST_SCHEMATHESIS_EXAMPLES").unwrap_or_else(|_| TRIES.to_owned());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("schemathesis.toml"), settings).unwrap();
    let ran = Command::new(program)
        .current_dir(folder.path())
        .arg("run")
        .arg(document.canonicalize().unwrap())
        .args(["--url", url, "--seed", "1", "--max-examples", &tries])
        .args(["--warnings", "off", "--no-color"])
        .args(flags)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    println!("{said}");
    assert!(
        ran.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
