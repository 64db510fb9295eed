//! PostgreSQL servers of a test's own: one that can be stopped, followed and replaced.

use std::{
    fs,
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt as _, chown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use tempfile::TempDir;

use super::server::{POLL_INTERVAL, TIMEOUT};

/// A PostgreSQL server; dropping it stops it and deletes its files.
pub(super) struct Postgres {
    programs: PathBuf,
    /// The user and group that run the server when the test is root, which PostgreSQL refuses.
    user: Option<(u32, u32)>,
    folder: TempDir,
    pub(super) port: u16,
    /// The options of the command line that starts the server.
    settings: &'static str,
}

impl Postgres {
    /// Starts a new primary.
    pub(super) fn primary() -> Self {
        Self::with("")
    }

    /// Starts a new primary with settings, as options of its command line.
    pub(super) fn with(settings: &'static str) -> Self {
        let mut new = Self::made();
        new.settings = settings;
        new.start();
        new
    }

    /// Starts a standby that follows `primary`, which from here on acknowledges nothing that is not on both.
    pub(super) fn following(primary: &Self) -> Self {
        let new = Self::nothing();
        let port = primary.port.to_string();
        new.run(
            "pg_basebackup",
            &["-D", &new.data(), "-p", &port],
            "-h 127.0.0.1 -U app -R -X stream --no-sync --checkpoint=fast",
        );
        new.start();
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary.sql("SELECT pg_reload_conf()");
        let asked = Instant::now();
        while primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
            != "1"
        {
            assert!(asked.elapsed() < TIMEOUT, "the standby does not follow");
            std::thread::sleep(POLL_INTERVAL);
        }
        new
    }

    /// A new primary that takes no connection but by TLS, with a certificate for `localhost`.
    pub(super) fn encrypted() -> Self {
        let new = Self::made();
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
        let (authority, server) = ("-subj /CN=authority", "-subj /CN=server");
        for step in [
            format!("req -x509 {key} {authority} -keyout ca.key -out ca.pem"),
            format!("req {key} {server} -addext subjectAltName=DNS:localhost -keyout key -out csr"),
            "x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy \
             -days 2 -out certificate"
                .to_owned(),
        ] {
            new.run_at(Path::new("openssl"), &[], &step);
        }
        let folder = new.folder.path().display();
        let settings = format!(
            "ssl = on\nssl_cert_file = '{folder}/certificate'\nssl_key_file = '{folder}/key'\n"
        );
        fs::write(
            new.folder.path().join("data/postgresql.auto.conf"),
            settings,
        )
        .unwrap();
        let hosts = "hostssl all all 127.0.0.1/32 trust\n";
        fs::write(new.folder.path().join("data/pg_hba.conf"), hosts).unwrap();
        new.start();
        new
    }

    /// The certificate of the authority of an [`Self::encrypted`] server.
    pub(super) fn authority(&self) -> String {
        let file = self.folder.path().join("ca.pem");
        file.display().to_string()
    }

    /// The server that takes writes now.
    pub(super) fn promote(&self) {
        self.run("pg_ctl", &["-D", &self.data()], "-w promote");
    }

    /// Starts the server again in the folder that it had before.
    pub(super) fn start(&self) {
        let folder = self.folder.path().display();
        let options = format!(
            "-p {} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60 \
             -c wal_retrieve_retry_interval=100ms {}",
            self.port, self.settings
        );
        let log = format!("{folder}/log");
        let arguments = ["-D", &self.data(), "-l", &log, "-o", &options];
        self.run("pg_ctl", &arguments, "-w start");
    }

    /// Ends the server at once, as a crash would.
    pub(super) fn crash(&self) {
        self.run("pg_ctl", &["-D", &self.data()], "-m immediate -w stop");
    }

    /// Runs a statement and returns its only value.
    pub(super) fn sql(&self, sql: &str) -> String {
        let port = self.port.to_string();
        let arguments = ["-p", &port, "-Atc", sql, "postgres"];
        self.run("psql", &arguments, "-X -h 127.0.0.1 -U app")
    }

    /// Writes all it holds to a file and reads that into a new database, whose address this gives: as
    /// `docs/operating.md` says.
    pub(super) fn restored(&self) -> String {
        self.sql("CREATE DATABASE restored");
        let dump = ["--format=custom", "--file=dump", &self.address()];
        self.run("pg_dump", &dump, "");
        let restored = format!("postgres://app@127.0.0.1:{}/restored", self.port);
        let into = format!("--dbname={restored}");
        self.run("pg_restore", &[&into, "dump"], "");
        restored
    }

    /// Returns the server's address, whether it runs or not.
    pub(super) fn address(&self) -> String {
        format!("postgres://app@127.0.0.1:{}/postgres", self.port)
    }

    /// Returns the address of whichever of these servers takes writes.
    pub(super) fn address_of(servers: &[&Self]) -> String {
        let hosts: Vec<String> = servers
            .iter()
            .map(|server| format!("127.0.0.1:{}", server.port))
            .collect();
        format!(
            "postgres://app@{}/postgres?target_session_attrs=read-write",
            hosts.join(",")
        )
    }

    /// Makes a primary and does not start it.
    fn made() -> Self {
        let new = Self::nothing();
        let initdb = "-U app --auth=trust --no-sync -E UTF8 --locale=C";
        new.run("initdb", &["-D", &new.data()], initdb);
        new
    }

    fn nothing() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // PostgreSQL refuses root: as root, the test gives its folder to another user who runs the server
        let is_root = folder.path().metadata().unwrap().uid() == 0;
        let user = is_root.then(postgres);
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Self {
            programs: programs(),
            user,
            folder,
            port: listener.local_addr().unwrap().port(),
            settings: "",
        }
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str], more: &str) -> String {
        self.run_at(&self.programs.join(program), arguments, more)
    }

    fn run_at(&self, program: &Path, arguments: &[&str], more: &str) -> String {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .args(more.split_whitespace())
            .current_dir(self.folder.path())
            // Certificates of the user's home do not matter here
            .env("HOME", self.folder.path());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", program.display());
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut command = Command::new(self.programs.join("pg_ctl"));
        command.args(["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        // A test may have stopped it already
        let _ = command.current_dir(self.folder.path()).output();
    }
}

/// The user and the group that Debian's package makes.
fn postgres() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with("postgres:"));
    let fields: Vec<&str> = line.expect("a user postgres").split(':').collect();
    (fields[2].parse().unwrap(), fields[3].parse().unwrap())
}

/// The folder of PostgreSQL's programs, which Debian keeps off the path.
fn programs() -> PathBuf {
    let has_all = |bin: &PathBuf| {
        let mut needed = [
            "initdb",
            "pg_basebackup",
            "pg_ctl",
            "pg_dump",
            "pg_restore",
            "psql",
        ]
        .iter();
        needed.all(|program| bin.join(program).is_file())
    };
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let newest = versions
        .filter_map(|version| {
            let path = version.ok()?.path();
            let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
            Some((number, path.join("bin")))
        })
        .filter(|(_, bin)| has_all(bin))
        .max();
    let path = std::env::var_os("PATH").unwrap_or_default();
    newest
        .map(|(_, bin)| bin)
        .or_else(|| std::env::split_paths(&path).find(has_all))
        .expect("PostgreSQL's programs")
}
