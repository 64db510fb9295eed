//! `cargo xtask pictures`

use std::{fs, process::ExitCode};

use anyhow::{Context as _, Result};

use super::{run, serving::Serving};
use crate::{machine, node, paths, process};

/// Takes the README's pictures of the product anew: the built-in catalogue, as anyone sees it who starts Mitai.
pub(crate) fn pictures() -> Result<ExitCode> {
    node::install(&paths::web())?;
    node::build_if_changed()?;
    run::build_server()?;
    node::install(&paths::bench())?;
    let chromium = machine::chromium()?;
    let data = paths::target().join("pictures");
    if data.exists() {
        fs::remove_dir_all(&data).context("clearing the folder of the pictures' server")?;
    }
    let data = data.to_string_lossy().into_owned();
    let settings = [
        "--listen",
        "127.0.0.1:0",
        "--data-dir",
        &data,
        "--jikan-url",
        "off",
        "--kitsu-url",
        "off",
    ];
    let serving = Serving::new(&settings.map(str::to_owned), None)?;
    let _server = serving.start(|_| {})?;
    let mut take = node::script(&paths::bench(), "pictures");
    take.env("CHROMIUM_PATH", chromium)
        .env("MITAI_ADDRESS", &serving.public_url)
        .env("MITAI_PICTURES", paths::root().join("docs/pictures"));
    process::run(&mut take)?;
    Ok(ExitCode::SUCCESS)
}
