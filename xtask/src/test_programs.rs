//! The programs that the Rust tests are compiled to. Cargo runs one after the other, and cores idle where one of them
//! waits for a server or a pace; here two run side by side.

use std::{
    cmp::Reverse,
    collections::VecDeque,
    ffi::OsString,
    fs,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    thread,
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::{
    counts::Counts,
    process::{cargo, command, run_reading},
};

/// The number of test programs that run at once, each with as many tests as `RUST_TEST_THREADS` says.
const CONCURRENCY: usize = 2;

/// The program that starts first. Its tests wait for whole servers, and take longest.
const LONGEST: &str = "server (test)";

/// A message of cargo about a thing that it has compiled.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Message {
    CompilerArtifact {
        executable: Option<PathBuf>,
        manifest_path: PathBuf,
        profile: Profile,
        target: Target,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

struct TestProgram {
    name: String,
    file: PathBuf,
    /// The folder of the program's crate; tests find their files from there.
    folder: PathBuf,
}

/// The test programs: [`LONGEST`] first, then by size, since tests of larger programs take longer.
pub(crate) struct TestPrograms(Vec<TestProgram>);

impl TestPrograms {
    /// Compiles the test programs that are not compiled yet.
    pub(crate) fn build() -> Result<Self> {
        let mut build = cargo(&["test", "--workspace", "--no-run"]);
        build.arg("--message-format=json-render-diagnostics");
        let mut lines = Vec::new();
        run_reading(&mut build, |line| lines.push(line.to_owned()))?;
        let mut programs = Vec::new();
        for line in lines {
            let message = serde_json::from_str(&line).context("cargo's message cannot be read")?;
            if let Message::CompilerArtifact {
                executable: Some(file),
                manifest_path,
                profile: Profile { test: true },
                target,
            } = message
            {
                let size = fs::metadata(&file)?.len();
                let folder = manifest_path.parent().context("a crate has a folder")?;
                let program = TestProgram {
                    name: format!("{} ({})", target.name, target.kind.join(", ")),
                    folder: folder.to_owned(),
                    file,
                };
                programs.push((size, program));
            }
        }
        programs.sort_by_key(|(size, program)| (program.name != LONGEST, Reverse(*size)));
        Ok(Self(
            programs.into_iter().map(|(_, program)| program).collect(),
        ))
    }

    /// Runs all test programs, with these arguments and variables.
    ///
    /// # Errors
    /// Fails when one of them fails; it is named, and the others run nevertheless.
    pub(crate) fn run(
        &self,
        arguments: &[&str],
        variables: &[(&str, OsString)],
        counts: &mut Counts,
    ) -> Result<()> {
        let waiting: Mutex<VecDeque<_>> = Mutex::new(self.0.iter().collect());
        let ended = Mutex::new((Counts::default(), Vec::new()));
        thread::scope(|scope| {
            for _ in 0..CONCURRENCY {
                scope.spawn(|| {
                    while let Some(program) = next(&waiting) {
                        let (counts, result) = program.run(arguments, variables);
                        let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
                        ended.0 += counts;
                        if let Err(error) = result {
                            ended.1.push(format!("{}: {error:#}", program.name));
                        }
                    }
                });
            }
        });
        let (sum, failures) = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        *counts += sum;
        ensure!(failures.is_empty(), "{}", failures.join("; "));
        Ok(())
    }
}

fn next<T>(waiting: &Mutex<VecDeque<T>>) -> Option<T> {
    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.pop_front()
}

impl TestProgram {
    /// Runs the program's tests. Its lines are printed behind its name, since those of another come between them.
    fn run(&self, arguments: &[&str], variables: &[(&str, OsString)]) -> (Counts, Result<()>) {
        let mut counts = Counts::default();
        let mut program = command(&self.file);
        program
            .current_dir(&self.folder)
            .args(arguments)
            .envs(variables.iter().map(|(name, value)| (name, value)));
        let result = run_reading(&mut program, |line| {
            println!("{}: {line}", self.name);
            counts.read(line);
        });
        (counts, result)
    }
}
