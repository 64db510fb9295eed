//! Node, the packages of `web/` and `e2e/`, and their scripts.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, bail};

use crate::{
    fingerprint::{self, Stamp},
    paths, process,
};

/// The lowest version the build tools accept, as in `web/package.json`.
const OLDEST: (u32, u32) = (20, 19);

/// `npm ci` refuses lock files without the binaries of every platform, and pnpm needs no installing
/// this way.
const PNPM: &str = "pnpm@10.34.8";

/// Fails with a sentence for the user when Node is missing or too old.
pub(crate) fn ensure() -> Result<()> {
    let oldest = format!("{}.{}", OLDEST.0, OLDEST.1);
    let Some(version) = process::answer("node", &["--version"]) else {
        bail!(
            "Mitai's web app is built with Node: install Node {oldest} or newer (nodejs.org), then run this again."
        );
    };
    if parse(&version).is_none_or(|found| found < OLDEST) {
        bail!(
            "Mitai's web app needs Node {oldest} or newer and this is {version}: install a newer one (nodejs.org), then run this again."
        );
    }
    Ok(())
}

fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Installs the packages of a folder, unless they are there as its lock file wants them.
pub(crate) fn install(folder: &Path) -> Result<()> {
    ensure()?;
    let expected = fingerprint::of(&[folder.join("package.json"), folder.join("pnpm-lock.yaml")])?;
    let stamp = Stamp(folder.join("node_modules/.installed"));
    if stamp.matches(&expected) {
        return Ok(());
    }
    println!("Installing the packages of {} …", name(folder));
    let mut install = pnpm(folder);
    install
        .args(["install", "--frozen-lockfile", "--ignore-scripts"])
        // It would ask before it replaces packages another program installed, and nobody answers.
        .env("CI", "true");
    process::run(&mut install).context("the web packages could not be installed")?;
    stamp.set(&expected)
}

fn pnpm(folder: &Path) -> Command {
    let mut npx = process::command("npx");
    npx.args(["-y", PNPM]).current_dir(folder);
    npx
}

/// Returns the command that runs a script of a folder's `package.json`.
pub(crate) fn script(folder: &Path, script: &str) -> Command {
    let mut pnpm = pnpm(folder);
    pnpm.args(["--silent", "run", script]);
    pnpm
}

/// The packages of a folder that are no tools of its development, by license, as JSON.
pub(crate) fn licenses(folder: &Path) -> Result<String> {
    let folder = folder
        .to_str()
        .context("the folder's name is not Unicode")?;
    let list = [
        "-y", PNPM, "--dir", folder, "licenses", "list", "--prod", "--json",
    ];
    process::answer("npx", &list)
        .context("pnpm does not list licenses; are the packages installed?")
}

/// Builds the web app, whether or not anything changed.
pub(crate) fn build() -> Result<()> {
    let web = paths::web();
    let sources = fingerprint::of(std::slice::from_ref(&web))?;
    let stamp = build_stamp();
    stamp.clear();
    process::run(&mut script(&web, "build"))?;
    stamp.set(&sources)
}

/// Builds the web app, unless what was built last is still true.
pub(crate) fn build_if_changed() -> Result<()> {
    let web = paths::web();
    let built = web.join("dist/index.html").exists();
    if built && build_stamp().matches(&fingerprint::of(std::slice::from_ref(&web))?) {
        return Ok(());
    }
    println!("Building the web app …");
    build()
}

fn build_stamp() -> Stamp {
    Stamp(paths::target().join("xtask/web-build"))
}

fn name(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::{OLDEST, parse};

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(parse("v20.19.2"), Some((20, 19)));
        assert!(parse("v20.9.0") < Some(OLDEST));
        assert!(parse("v22.0.0") > Some(OLDEST));
        assert_eq!(parse("nonsense"), None);
    }
}
