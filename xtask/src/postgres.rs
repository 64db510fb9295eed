//! A PostgreSQL of the tests' own: a new cluster on a free port of this machine, gone at the end.

use std::{
    env, fs,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{self as os, Command},
};

use anyhow::{Context as _, Result, bail};

use crate::{machine, process};

/// The variable in which the store's tests look for the address of PostgreSQL.
pub(crate) const VARIABLE: &str = "MITAI_TEST_POSTGRES";

/// The tests wait for no disk: the cluster holds nothing anyone wants back.
const SETTINGS: &str = "-c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off \
                        -c full_page_writes=off -c max_connections=400";

/// A running cluster; dropping it stops it and deletes its files.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    /// The user and group that run the cluster when xtask is root, which PostgreSQL refuses.
    user: Option<(u32, u32)>,
    /// The cluster's address, as the tests want it.
    pub(crate) url: String,
}

impl Cluster {
    pub(crate) fn start() -> Result<Self> {
        let programs = programs()?;
        let user = if machine::is_root() {
            let user = machine::user("postgres");
            Some(user.context("PostgreSQL does not run as root and there is no user postgres: run this as another user.")?)
        } else {
            None
        };
        let folder = env::temp_dir().join(format!("mitai-postgres-{}", os::id()));
        fs::create_dir(&folder).context("cannot make a folder for PostgreSQL")?;
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid))?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let url = format!("postgres://app@127.0.0.1:{port}/postgres");
        let cluster = Self {
            programs,
            folder,
            user,
            url,
        };
        cluster.run(
            "initdb",
            &[
                "-U",
                "app",
                "--auth=trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
            ],
        )?;
        let options = format!("-p {port} -k {} {SETTINGS}", cluster.folder.display());
        let log = cluster.folder.join("log");
        cluster.run(
            "pg_ctl",
            &["-w", "-l", &log.to_string_lossy(), "-o", &options, "start"],
        )?;
        println!("PostgreSQL answers on port {port}.");
        Ok(cluster)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let output = self.command(program).args(arguments).output()?;
        if !output.status.success() {
            bail!(
                "{program} failed: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = process::command(self.programs.join(program));
        command
            .arg("-D")
            .arg(self.folder.join("data"))
            .current_dir(&self.folder);
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.run("pg_ctl", &["-m", "immediate", "-w", "stop"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of PostgreSQL's programs, installing them where that is possible.
pub(crate) fn programs() -> Result<PathBuf> {
    if let Some(folder) = find() {
        return Ok(folder);
    }
    machine::install("postgresql")?;
    find().context(
        "This needs PostgreSQL: install version 14 or newer (its programs initdb and pg_ctl), then \
         run this again.",
    )
}

/// Debian keeps them off the path, a folder for each version.
fn find() -> Option<PathBuf> {
    if let Some(initdb) = machine::find(&["initdb"]) {
        return initdb.parent().map(Path::to_owned);
    }
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            Some((path.file_name()?.to_str()?.parse().ok()?, path.join("bin")))
        })
        .filter(|(_, bin)| bin.join("initdb").is_file())
        .collect();
    versions.sort();
    versions.pop().map(|(_, bin)| bin)
}
