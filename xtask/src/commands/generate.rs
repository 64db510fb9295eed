//! `cargo xtask gen`

use std::process::ExitCode;

use anyhow::Result;

use crate::{
    node, paths,
    process::{cargo, run},
};

/// The OpenAPI document from the handlers, then its TypeScript types. The test that compares the
/// document is the one that writes it.
pub(crate) fn generate() -> Result<ExitCode> {
    node::install(&paths::web())?;
    let mut openapi = cargo(&["test", "--package", "mitai-api", "--test", "openapi"]);
    run(openapi.env("UPDATE_GOLDEN", "1"))?;
    run(&mut node::script(&paths::web(), "gen:api"))?;
    Ok(ExitCode::SUCCESS)
}
