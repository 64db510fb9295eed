//! This machine: what it is, its programs, and how they get there.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use anyhow::Result;

use crate::process;

/// Returns the machine's processor, cores, memory and system, as far as they are known; not its name.
pub(crate) fn described() -> String {
    let cores = thread::available_parallelism().ok();
    let facts = [
        proc("cpuinfo", "model name").map(|name| short(&name)),
        cores.map(|cores| format!("{cores} cores")),
        proc("meminfo", "MemTotal").as_deref().and_then(gigabytes),
        process::answer("uname", &["-s"]),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    facts.join(", ")
}

/// A processor's name without marks of its maker's and words that say nothing.
fn short(name: &str) -> String {
    let plain = name.replace("(R)", "").replace("(TM)", "");
    let words = plain.split_whitespace();
    let telling = words.filter(|word| !["Processor", "CPU"].contains(word));
    telling.collect::<Vec<_>>().join(" ")
}

/// Returns a field of a file of `/proc`, which is Linux's.
fn proc(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(Path::new("/proc").join(file)).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the memory that the machine was sold with: the kernel keeps a part of it to itself.
fn gigabytes(kibibytes: &str) -> Option<String> {
    let kibibytes: u64 = kibibytes.strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{} GB", kibibytes.div_ceil(1 << 20)))
}

/// Returns the first of these programs that is on the path.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    names
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

/// The user id of this process.
pub(crate) fn is_root() -> bool {
    process::answer("id", &["-u"]).as_deref() == Some("0")
}

/// Returns the ids of a user and of the user's group.
pub(crate) fn user(name: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let line = users
        .lines()
        .find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2).map(str::parse);
    Some((fields.next()?.ok()?, fields.next()?.ok()?))
}

/// Installs a Debian package where that needs no one's leave. Whether it was tried.
pub(crate) fn install(package: &str) -> Result<bool> {
    if !is_root() || find(&["apt-get"]).is_none() {
        return Ok(false);
    }
    println!("Installing {package} from Debian's packages …");
    let apt = |arguments: &[&str]| {
        let mut apt = process::command("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        process::run(&mut apt)
    };
    let install = ["install", "-y", "--no-install-recommends", package];
    if apt(&install).is_err() {
        // The list of packages may be missing or old.
        apt(&["update"])?;
        apt(&install)?;
    }
    Ok(true)
}

/// SQLite's shell, by which the end-to-end tests make a session older than it is.
pub(crate) fn sqlite() -> Result<()> {
    require("sqlite3", "sqlite3")
}

/// Installs the program that judges systemd's units, on Linux alone.
pub(crate) fn systemd() -> Result<()> {
    if cfg!(target_os = "linux") {
        require("systemd-analyze", "systemd")?;
    }
    Ok(())
}

/// Installs a program that tests run from a Debian package, unless it is there.
fn require(program: &str, package: &str) -> Result<()> {
    if find(&[program]).is_none() {
        install(package)?;
    }
    anyhow::ensure!(
        find(&[program]).is_some(),
        "The tests need the program {program}: install {package}, then run this again."
    );
    Ok(())
}

/// The browser of the end-to-end tests: Chromium without the parts that only a window needs, which takes two thirds of
/// the time, else what [`chromium`] finds.
pub(crate) fn headless_chromium() -> Result<PathBuf> {
    const NAME: &str = "chromium-headless-shell";
    if env::var_os("CHROMIUM_PATH").is_some() {
        return chromium();
    }
    if find(&[NAME]).is_none() {
        // Not every system has this package
        let _ = install(NAME);
    }
    find(&[NAME]).map_or_else(chromium, Ok)
}

/// Returns the browser of the measurements and of the README's pictures, and installs it where it is missing.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(chosen) = env::var_os("CHROMIUM_PATH") {
        return Ok(chosen.into());
    }
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    install("chromium")?;
    find_chromium().ok_or_else(|| {
        anyhow::anyhow!(
            "This needs Chromium or Chrome: install one, or name its program in CHROMIUM_PATH, then \
             run this again."
        )
    })
}

fn find_chromium() -> Option<PathBuf> {
    const NAMES: [&str; 4] = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    const MACOS: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    find(&NAMES).or_else(|| Path::new(MACOS).is_file().then(|| MACOS.into()))
}
