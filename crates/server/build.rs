//! Puts the commit and its date into the binary, for `mitai --version`, and into a release the web app's bundle as
//! bytecode.

use std::{env, error::Error, fs, io::ErrorKind, path::Path, process::Command};

use rquickjs::{Context, Module, Runtime, WriteOptions};

/// The web app as the server runs it, from this package's folder.
const BUNDLE: &str = "../../web/dist/server/app.js";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    let number = env!("CARGO_PKG_VERSION");
    let version = match env::var("BUILD_COMMIT").ok().or_else(commit) {
        Some(commit) if !commit.is_empty() => format!("{number} ({commit})"),
        _ => number.to_owned(),
    };
    println!("cargo::rustc-env=MITAI_VERSION={version}");
    // A debug build reads the bundle at run time
    println!("cargo::rustc-check-cfg=cfg(bytecode)");
    if env::var("PROFILE")? == "release" {
        let code = Path::new(&env::var("OUT_DIR")?).join("app.bytecode");
        fs::write(code, bytecode()?)?;
        println!("cargo::rustc-cfg=bytecode");
    }
    Ok(())
}

/// Compiles the bundle to bytecode, without its source text.
fn bytecode() -> Result<Vec<u8>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={BUNDLE}");
    let source = match fs::read_to_string(BUNDLE) {
        // Without the bundle there is no page to render, either
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        source => source?,
    };
    let context = Context::full(&Runtime::new()?)?;
    context.with(|ctx| {
        let options = WriteOptions {
            strip_source: true,
            ..WriteOptions::default()
        };
        Ok(Module::declare(ctx, "app", source)?.write(options)?)
    })
}

/// Hash and day of the commit that is built, or nothing outside a Git repository.
fn commit() -> Option<String> {
    // Git appends to this log whenever another commit is checked out.
    println!(
        "cargo::rerun-if-changed={}",
        git(&["rev-parse", "--git-path", "logs/HEAD"])?
    );
    git(&["log", "-1", "--format=%h %cs", "--abbrev=10"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
