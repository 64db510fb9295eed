//! The programs xtask runs.
//!
//! **Invariant:** no program outlives xtask. Each runs in a process group of its own, so that one
//! signal reaches it and all it has started; Ctrl-C passes a request to stop on to every group, a
//! second Ctrl-C ends them at once.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead as _, BufReader},
    os::unix::process::CommandExt as _,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::paths;

static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user has asked to stop.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Stops running programs when the user asks to stop. Call it once, before anything is started.
pub(crate) fn stop_children_on_signals() -> Result<()> {
    ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        for &group in &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
            signal(group, if again { "KILL" } else { "TERM" });
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Through the shell, because the standard library sends no signals and `kill` is built into it.
fn signal(group: u32, name: &str) {
    let script = format!("kill -s {name} -- -{group}");
    // A process group that has just ended is no failure.
    let _ = Command::new("sh")
        .args(["-c", &script])
        .stderr(Stdio::null())
        .status();
}

/// A command that starts in the repository's root and reads nothing from the terminal.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(paths::root()).stdin(Stdio::null());
    command
}

pub(crate) fn cargo(arguments: &[&str]) -> Command {
    // Cargo names itself to what it runs.
    let mut cargo = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments);
    cargo
}

/// A program that is running; dropping it stops it.
pub(crate) struct Running {
    child: Child,
    name: String,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        if interrupted() {
            bail!("stopped before {name} was started");
        }
        let child = command
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        RUNNING
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(child.id());
        Ok(Self { child, name })
    }

    /// Returns the program's process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the program's standard output, where the command pipes it.
    pub(crate) fn lines(&mut self) -> Result<BufReader<ChildStdout>> {
        let output = self.child.stdout.take();
        Ok(BufReader::new(output.context("output is not piped")?))
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    pub(crate) fn wait(mut self) -> Result<ExitStatus> {
        Ok(self.child.wait()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.has_ended() {
            signal(self.child.id(), "TERM");
            let _ = self.child.wait();
        }
        RUNNING
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|&id| id != self.child.id());
    }
}

/// Runs a program to its end; fails if the program reports failure.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let running = Running::start(command)?;
    let name = running.name.clone();
    judge(&name, running.wait()?)
}

/// Runs a program as [`run`] does, handing each line of standard output to `read` in place of the terminal.
pub(crate) fn run_reading(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let mut running = Running::start(command.stdout(Stdio::piped()))?;
    for line in running.lines()?.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        read(&line);
    }
    let name = running.name.clone();
    judge(&name, running.wait()?)
}

fn judge(name: &str, status: ExitStatus) -> Result<()> {
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => Err(anyhow!("{name} ended with exit code {code}")),
        None => Err(anyhow!("{name} was stopped by a signal")),
    }
}

/// Returns what a program prints, trimmed; `None` if it cannot be run or reports failure.
pub(crate) fn answer(program: &str, arguments: &[&str]) -> Option<String> {
    let output = command(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
