//! `cargo xtask gen`

use std::process::ExitCode;

use anyhow::Result;

use crate::{
    node, paths, plots,
    process::{cargo, run},
};

/// The plots from the measured figures, the OpenAPI document from the handlers, then its TypeScript
/// types, and the reference of the settings. The tests that compare the latter are those that write them.
pub(crate) fn generate() -> Result<ExitCode> {
    plots::draw()?;
    node::install(&paths::web())?;
    // With the whole workspace, whose third-party crates are built already: those of one package have other features
    let workspace = ["test", "--workspace", "--exclude", "mitai-fuzz"];
    let mut openapi = cargo(&workspace);
    openapi.args(["--test", "api", "openapi"]);
    run(openapi.env("UPDATE_GOLDEN", "1"))?;
    let mut settings = cargo(&workspace);
    settings.args(["--bin", "mitai", "--", "config::reference"]);
    run(settings.env("UPDATE_GOLDEN", "1"))?;
    run(&mut node::script(&paths::web(), "gen:api"))?;
    Ok(ExitCode::SUCCESS)
}
