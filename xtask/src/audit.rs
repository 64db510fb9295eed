//! What dependencies bring along. The rules are those of `deny.toml`, which `cargo deny` reads too; they
//! are held here so that every run of the tests holds them with nothing to install.
//!
//! What is known of weaknesses (advisories) stands in a database that only `cargo deny` fetches.

use std::{collections::BTreeMap, fs};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::{node, paths, process};

#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    package: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// The registry that the package comes from; `None` for Mitai's own packages.
    source: Option<String>,
    license: Option<String>,
}

/// A package of the web app, as pnpm lists it.
#[derive(Deserialize)]
struct WebPackage {
    name: String,
}

/// The only registry that packages may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks every package that a build on this machine takes, and what of npm's is sent to visitors.
pub(crate) fn check() -> Result<()> {
    let rules = fs::read_to_string(paths::root().join("deny.toml"))?;
    let rules: Rules = toml::from_str(&rules).context("deny.toml cannot be read")?;
    let version = process::answer("rustc", &["-vV"]).context("rustc does not answer")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say what it builds for")?;
    let args = [
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
        host,
    ];
    let metadata = process::answer("cargo", &args).context("cargo metadata does not answer")?;
    let Metadata { packages } = serde_json::from_str(&metadata)?;
    let mut faults: Vec<_> = packages
        .iter()
        .flat_map(|package| faults(package, &rules))
        .collect();
    let web: BTreeMap<String, Vec<WebPackage>> =
        serde_json::from_str(&node::licenses(&paths::web())?)?;
    let sent: usize = web.values().map(Vec::len).sum();
    ensure!(sent > 0, "pnpm lists no package of the web app");
    faults.extend(faults_of_web(&web, &rules));
    if faults.is_empty() {
        println!(
            "{} packages keep the rules of deny.toml, and {sent} of the web app its licenses.",
            packages.len()
        );
        return Ok(());
    }
    for fault in &faults {
        println!("{fault}");
    }
    bail!("see the lines above")
}

fn faults(package: &Package, rules: &Rules) -> Vec<String> {
    let Some(source) = &package.source else {
        return Vec::new();
    };
    let name = format!("{} {}", package.name, package.version);
    let mut faults = Vec::new();
    if source != REGISTRY {
        faults.push(format!("{name} comes from {source}"));
    }
    if rules.bans.deny.contains(&package.name) {
        faults.push(format!("{name} is not to be used"));
    }
    let license = package.license.as_deref().unwrap_or_default();
    let mut allowed = rules.licenses.allow.clone();
    let exceptions = rules.licenses.exceptions.iter();
    let own = exceptions.filter(|exception| exception.package == package.name);
    allowed.extend(own.flat_map(|exception| exception.allow.clone()));
    match permitted(license, &allowed) {
        Ok(true) => {}
        Ok(false) => faults.push(format!(
            "{name} has a license that is not allowed: {license}"
        )),
        Err(error) => faults.push(format!("{name}: {error}")),
    }
    faults
}

fn faults_of_web(web: &BTreeMap<String, Vec<WebPackage>>, rules: &Rules) -> Vec<String> {
    let is_fault = |license: &str| !permitted(license, &rules.licenses.allow).unwrap_or(false);
    let faults = web.iter().filter(|(license, _)| is_fault(license));
    let lines = faults.flat_map(|(license, packages)| {
        packages.iter().map(move |package| {
            format!(
                "{} has a license that is not allowed: {license}",
                package.name
            )
        })
    });
    lines.collect()
}

/// Whether a license expression (SPDX) can be fulfilled with those that are allowed.
fn permitted(expression: &str, allowed: &[String]) -> Result<bool> {
    // The older form of `OR`, a `/`, is understood, too
    let expression = Expression::parse_mode(expression, ParseMode::LAX)
        .map_err(|error| anyhow!("\"{expression}\" is no license: {}", error.reason))?;
    Ok(expression.evaluate(|license| allowed.contains(&license.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules {
            licenses: Licenses {
                allow: ["MIT", "ISC", "Zlib"].map(str::to_owned).into(),
                exceptions: vec![Exception {
                    package: "tool".into(),
                    allow: vec!["MPL-2.0".into()],
                }],
            },
            bans: Bans {
                deny: vec!["openssl".into()],
            },
        }
    }

    #[test]
    fn license_expression_needs_an_allowed_choice() {
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("MIT AND (GPL-3.0 OR ISC)", true),
            ("(MIT OR ISC) AND Zlib", true),
            ("GPL-3.0 OR MIT AND Apache-2.0", false),
            ("MIT WITH LLVM-exception", false),
            ("MIT WITH LLVM-exception OR ISC", true),
        ] {
            let answer = permitted(expression, &rules().licenses.allow);
            assert_eq!(answer.unwrap(), expected, "{expression}");
        }
        for nonsense in ["", "MIT OR", "(MIT", "MIT ISC", "AND"] {
            assert!(
                permitted(nonsense, &rules().licenses.allow).is_err(),
                "{nonsense}"
            );
        }
    }

    #[test]
    fn violations_are_named() {
        let package = |name: &str, source: Option<&str>, license: &str| Package {
            name: name.into(),
            version: "1.0.0".into(),
            source: source.map(str::to_owned),
            license: Some(license.into()),
        };
        let count = |package: Package| faults(&package, &rules()).len();
        assert_eq!(count(package("ours", None, "none of theirs")), 0);
        assert_eq!(count(package("good", Some(REGISTRY), "MIT")), 0);
        assert_eq!(count(package("openssl", Some(REGISTRY), "MIT")), 1);
        assert_eq!(
            count(package("good", Some("git+https://example.org"), "MIT")),
            1
        );
        assert_eq!(count(package("good", Some(REGISTRY), "GPL-3.0")), 1);
        assert_eq!(count(package("good", Some(REGISTRY), "MPL-2.0")), 1);
        assert_eq!(count(package("tool", Some(REGISTRY), "MPL-2.0")), 0);
    }

    #[test]
    fn forbidden_license_of_the_web_app_is_named() {
        let problems = |license: &str| {
            let package = WebPackage {
                name: "good".into(),
            };
            faults_of_web(&BTreeMap::from([(license.into(), vec![package])]), &rules())
        };
        for allowed in ["MIT", "ISC", "(MIT OR GPL-3.0)"] {
            assert!(problems(allowed).is_empty(), "{allowed}");
        }
        for refused in ["GPL-3.0", "MIT AND GPL-3.0", "Unknown"] {
            assert_eq!(problems(refused).len(), 1, "{refused}");
        }
    }
}
