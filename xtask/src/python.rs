//! Python, and the packages of `clients/`.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, bail};

use crate::{
    fingerprint::{self, Stamp},
    machine, process,
};

/// Installs what a folder's `requirements.txt` names into its own `.venv`, unless it is there.
pub(crate) fn install(folder: &Path) -> Result<()> {
    let requirements = folder.join("requirements.txt");
    let expected = fingerprint::of(std::slice::from_ref(&requirements))?;
    let environment = folder.join(".venv");
    let stamp = Stamp(environment.join(".installed"));
    if stamp.matches(&expected) {
        return Ok(());
    }
    println!("Installing the Python packages of the clients …");
    make(&environment)?;
    let python = environment.join("bin/python");
    let mut pip = process::command(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(&requirements)
        .args(["--disable-pip-version-check", "--no-input"]);
    process::run(&mut pip).context("the Python packages could not be installed")?;
    stamp.set(&expected)
}

/// Makes an environment. Debian keeps the program that makes them in a package of its own.
fn make(environment: &Path) -> Result<()> {
    let venv = || {
        // An environment whose making was broken off would stay broken
        let _ = fs::remove_dir_all(environment);
        let mut venv = process::command("python3");
        process::run(venv.args(["-m", "venv"]).arg(environment))
    };
    if venv().is_ok() || machine::install("python3-venv")? && venv().is_ok() {
        return Ok(());
    }
    bail!(
        "Programs of others are tried with Python: install python3 with its venv module, then run this again."
    )
}
