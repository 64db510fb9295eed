//! Public clients of Jikan, of other people's making, with the real server as their base address.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use testkit::program::{self, Serving};

/// A server with the built-in catalogue, the titles of `clients/titles.jsonl`, and the episodes of one of them.
struct Mitai {
    serving: Serving,
    _folder: tempfile::TempDir,
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")
}

impl Mitai {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let binary = env!("CARGO_BIN_EXE_mitai");
        for (file, kind) in [("titles.jsonl", "titles"), ("episodes.jsonl", "episodes")] {
            let import = program::command(binary, folder.path())
                .args(["import", "jikan", "--kind", kind])
                .arg(clients().join(file))
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&import.stderr);
            assert!(import.status.success(), "{said}");
        }
        let none: [&str; 0] = [];
        let mut serve = program::serve(binary, folder.path(), &none);
        Self {
            serving: Serving::start(&mut serve).unwrap(),
            _folder: folder,
        }
    }
}

/// Runs a client's calls; its own assertions say what is wrong.
fn run(program: &Path, arguments: &[&str]) {
    let mitai = Mitai::start();
    let ran = Command::new(program)
        .args(arguments)
        .current_dir(clients())
        .env("MITAI_JIKAN", format!("{}/v4", mitai.serving.address))
        .output()
        .unwrap();
    let said = [ran.stdout, ran.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(ran.status.success(), "{}", said.concat());
}

fn assert_installed(path: &Path) {
    let sentence = "the clients are not installed: run `cargo xtask test`";
    assert!(path.exists(), "{sentence} ({} is missing)", path.display());
}

#[test]
fn jikan_ts_of_npm() {
    assert_installed(&clients().join("node_modules"));
    run(Path::new("node"), &["--test", "jikan-ts.test.mjs"]);
}

#[test]
fn jikanpy_of_pypi() {
    let python = clients().join(".venv/bin/python");
    assert_installed(&python);
    run(&python, &["-m", "unittest", "jikanpy_test"]);
}
