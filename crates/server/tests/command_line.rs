//! What the binary says about itself: its version, completions and manual pages.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    process::{Command, Output},
};

fn mitai(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mitai"))
        .args(args)
        .output()
        .unwrap()
}

fn printed(args: &[&str]) -> String {
    let output = mitai(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn version_names_the_number_the_commit_and_its_day() {
    let commit = Command::new("git")
        .args(["log", "-1", "--format=%h %cs", "--abbrev=10"])
        .output();
    let commit = commit.ok().filter(|output| output.status.success());
    let expected = match commit {
        Some(output) => {
            let commit = String::from_utf8(output.stdout).unwrap();
            format!("mitai {} ({})\n", env!("CARGO_PKG_VERSION"), commit.trim())
        }
        None => format!("mitai {}\n", env!("CARGO_PKG_VERSION")),
    };
    assert_eq!(printed(&["--version"]), expected);
}

#[test]
fn completions_name_the_commands_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["import", "backup", "trusted-proxies"] {
            assert!(script.contains(word), "{shell} lacks {word}");
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    assert!(mitai(&["man", pages.to_str().unwrap()]).status.success());
    for page in [
        "mitai",
        "mitai-serve",
        "mitai-db-backup",
        "mitai-import-jikan",
    ] {
        let text = fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH DESCRIPTION"), "{page}");
    }
    let serve = fs::read_to_string(pages.join("mitai-serve.1")).unwrap();
    assert!(serve.contains("trusted\\-proxies"));
}

#[test]
fn unwritable_folder_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man1");
    let output = mitai(&["man", folder.to_str().unwrap()]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    let expected = format!("mitai: {} cannot be written: ", folder.display());
    assert!(text.starts_with(&expected), "{text}");
}
