//! Public clients of Jikan, of other people's making, with the real server as their base address.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// How the server names its address once it listens.
const LISTENS: &str = "Mitai listens on ";

/// A server with the built-in catalogue and the titles of `clients/titles.jsonl`.
struct Mitai {
    process: Child,
    address: String,
    _folder: tempfile::TempDir,
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")
}

impl Mitai {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mitai = || {
            let mut mitai = Command::new(env!("CARGO_BIN_EXE_mitai"));
            mitai
                .env("MITAI_DATA_DIR", folder.path())
                .stdin(Stdio::null());
            mitai
        };
        let import = mitai()
            .args(["import", "jikan"])
            .arg(clients().join("titles.jsonl"))
            .output()
            .unwrap();
        assert!(
            import.status.success(),
            "{}",
            String::from_utf8_lossy(&import.stderr)
        );
        let mut process = mitai()
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--jikan-url", "off", "--kitsu-url", "off"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix(LISTENS)
            .expect("the server listens");
        Self {
            address: address.to_owned(),
            process,
            _folder: folder,
        }
    }
}

impl Drop for Mitai {
    fn drop(&mut self) {
        // It may have ended by itself
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs a client's calls; its own assertions say what is wrong.
fn run(program: &Path, arguments: &[&str]) {
    let mitai = Mitai::start();
    let ran = Command::new(program)
        .args(arguments)
        .current_dir(clients())
        .env("MITAI_JIKAN", format!("{}/v4", mitai.address))
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
