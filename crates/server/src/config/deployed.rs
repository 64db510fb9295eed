//! What files of deployment and the documentation say of commands and settings is so.

use std::{fs, path::Path};

use clap::{Command, CommandFactory as _};

use super::sources::variable;
use crate::Cli;

/// Beginnings of variables that are no settings of the binary: who runs the tests sets them.
const OF_TESTS: [&str; 2] = ["MITAI_TEST_", "MITAI_PROGRAMS"];

/// The files that operators read and copy, with their text.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md")];
    for folder in ["deploy", "docs"] {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    let text = |path: &Path| Some((path.display().to_string(), fs::read_to_string(path).ok()?));
    files.iter().filter_map(|path| text(path)).collect()
}

/// Returns the names of Mitai's variables in a text.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("MITAI_"))
}

/// Returns the command lines of the binary in a text, as the words that follow its name.
fn lines(text: &str) -> Vec<Vec<&str>> {
    let joined = text
        .lines()
        .flat_map(|line| line.split(['`', ';', '|', '#']));
    let mut lines = Vec::new();
    for line in joined {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_name = |word: &&str| **word == *"mitai" || word.ends_with("/bin/mitai");
        let runs = words.split(|word| *word == "&&");
        for run in runs {
            if let Some(at) = run.iter().position(is_name) {
                lines.push(run[at + 1..].to_vec());
            }
        }
    }
    lines
}

/// Returns the command that words begin with, and the other words.
fn find_command<'a>(command: &'a Command, words: &'a [&'a str]) -> (&'a Command, &'a [&'a str]) {
    let next = words.first().and_then(|name| command.find_subcommand(name));
    next.map_or((command, words), |next| find_command(next, &words[1..]))
}

/// Whether the command or one below it takes a variable.
fn takes(command: &Command, name: &str) -> bool {
    let mut below = command.get_subcommands();
    command.get_arguments().any(|arg| variable(arg) == name)
        || below.any(|command| takes(command, name))
}

#[test]
fn every_deployed_variable_is_a_setting() {
    let command = Cli::command();
    for (file, text) in files() {
        for name in variables(&text) {
            let known = takes(&command, name)
                || name == "MITAI_"
                || OF_TESTS.iter().any(|begin| name.starts_with(begin));
            assert!(known, "{file} names {name}, which is no setting");
        }
    }
}

#[test]
fn every_deployed_flag_exists() {
    // Building it hands the flags of all commands on to each
    let mut command = Cli::command();
    command.build();
    let mut checked = 0;
    for (file, text) in files() {
        for words in lines(&text) {
            let (of, rest) = find_command(&command, &words);
            // The text is a sentence about Mitai, or another program's argument
            if rest.len() == words.len() {
                continue;
            }
            for flag in rest.iter().filter_map(|word| word.strip_prefix("--")) {
                let name = flag.split('=').next().unwrap();
                let name = name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                let known = of.get_arguments().any(|arg| arg.get_long() == Some(name));
                assert!(
                    known || name == "help",
                    "{file}: mitai {} has no flag --{name}",
                    of.get_name()
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 5, "{checked} flags were found");
}
