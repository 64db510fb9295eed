//! `cargo xtask test`

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    thread,
};

use anyhow::{Context as _, Result};

use super::check;
use crate::{
    counts::Counts,
    machine, node, paths,
    postgres::{self, Cluster},
    process::{self, cargo, run, run_reading},
    python,
    report::Report,
    test_programs::TestPrograms,
};

/// Runs every step that can run, whatever the outcome of the others. Nothing is built twice: the tests
/// and the server the browser visits come from one build.
pub(crate) fn test(data: Option<&Path>) -> Result<ExitCode> {
    let data = data.map(absolute).transpose()?;
    let mut report = Report::start();
    let packages = check::install(&mut report);
    if packages {
        check::style(&mut report);
        report.step("Web tests", |counts| {
            counted(&mut node::script(&paths::web(), "test"), counts)
        });
        report.step("Web build", |_| node::build());
    } else {
        report.step("Formatting", |_| {
            run(&mut cargo(&["fmt", "--all", "--check"]))
        });
    }
    check::lint(&mut report);
    let built = report.step("Rust build", |_| {
        run(&mut cargo(&[
            "build",
            "--workspace",
            // The package links only as cargo-fuzz builds it
            "--exclude",
            "mitai-fuzz",
            "--bins",
            "--tests",
            "--examples",
        ]))
    });
    report.step("Python packages", |_| python::install(&paths::clients()));
    rust_tests(&mut report, data.as_deref());
    if packages && built.is_some() {
        browser_tests(&mut report);
    }
    Ok(report.finish())
}

/// Returns the folder's absolute path, since tests run in the folder of their crate.
fn absolute(data: &Path) -> Result<PathBuf> {
    fs::canonicalize(data).with_context(|| format!("there is no folder {}", data.display()))
}

fn rust_tests(report: &mut Report, data: Option<&Path>) {
    // An operator's own server, or one of ours that lives as long as these tests.
    let configured = env::var(postgres::VARIABLE).ok();
    let cluster = if configured.is_some() {
        None
    } else {
        report.step("PostgreSQL", |_| Cluster::start())
    };
    // Without one the tests of the store still run, and those that need it fail and say so.
    let url = configured.or_else(|| cluster.as_ref().map(|cluster| cluster.url.clone()));
    let mut variables: Vec<(&str, OsString)> = Vec::new();
    variables.extend(url.map(|url| (postgres::VARIABLE, url.into())));

    // Without this program the test of the systemd units fails and says so.
    report.step("systemd-analyze", |_| machine::systemd());
    let programs = report.step("Test programs", |_| TestPrograms::build());
    let Some(programs) = programs else { return };
    let threads = [("RUST_TEST_THREADS", threads().into())];
    let all = [variables.as_slice(), &threads].concat();
    report.step("Rust tests", |counts| programs.run(&[], &all, counts));
    report.step("Doc tests", |counts| {
        counted(&mut cargo(&["test", "--workspace", "--doc"]), counts)
    });
    if let Some(data) = data {
        variables.push(("MITAI_TEST_DATA", data.into()));
        report.step("Real data", |counts| {
            programs.run(&["--ignored"], &variables, counts)
        });
    }
}

/// Many tests wait for a server or a pace, so that twice as many as cores go at once in each program.
fn threads() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (2 * cores).to_string()
}

fn browser_tests(report: &mut Report) {
    let Some(chromium) = report.step("Chromium", |_| machine::headless_chromium()) else {
        return;
    };
    if report.step("sqlite3", |_| machine::sqlite()).is_none() {
        return;
    }
    report.step("End-to-end tests", |counts| {
        let mut tests = node::script(&paths::e2e(), "test");
        tests
            .env("CHROMIUM_PATH", chromium)
            .env("MITAI_PROGRAMS", paths::programs());
        counted(&mut tests, counts)
    });
}

fn counted(command: &mut Command, counts: &mut Counts) -> Result<()> {
    // The closing lines are read, so they come without colours.
    let result = run_reading(command.env("NO_COLOR", "1"), |line| {
        println!("{line}");
        counts.read(line);
    });
    if process::interrupted() {
        return result.context("stopped");
    }
    result
}
