//! `cargo xtask check`

use std::process::ExitCode;

use crate::{
    audit, node, paths,
    process::{cargo, run},
    report::Report,
    tidy,
};

/// Runs the quick checks, in an order that shows the cheapest faults first.
pub(crate) fn check() -> ExitCode {
    let mut report = Report::start();
    if install(&mut report) {
        style(&mut report);
    }
    lint(&mut report);
    report.finish()
}

/// The packages of the web app, of the end-to-end tests, of the sign-in provider, of Jikan's clients
/// and of the measurements.
pub(super) fn install(report: &mut Report) -> bool {
    let installed = report.step("Web packages", |_| {
        node::install(&paths::web())?;
        node::install(&paths::e2e())?;
        node::install(&paths::sign_in_provider())?;
        node::install(&paths::clients())?;
        node::install(&paths::bench())
    });
    installed.is_some()
}

pub(super) fn style(report: &mut Report) {
    report.step("Formatting", |_| {
        run(&mut cargo(&["fmt", "--all", "--check"]))
    });
    report.step("House rules", |_| tidy::check());
    report.step("Web lints and types", |_| {
        run(&mut node::script(&paths::web(), "check"))
    });
    report.step("E2E lints and types", |_| {
        run(&mut node::script(&paths::e2e(), "check"))
    });
    report.step("Sign-in provider lints", |_| {
        run(&mut node::script(&paths::sign_in_provider(), "check"))
    });
    report.step("Client lints", |_| {
        run(&mut node::script(&paths::clients(), "check"))
    });
    report.step("Bench lints", |_| {
        run(&mut node::script(&paths::bench(), "check"))
    });
}

pub(super) fn lint(report: &mut Report) {
    report.step("Dependencies", |_| audit::check());
    report.step("Rust lints", |_| {
        run(&mut cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))
    });
}
