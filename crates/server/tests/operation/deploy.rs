//! The files of `deploy/`, as far as they can be tried without what they are for.

#[cfg(target_os = "linux")]
use std::{collections::BTreeSet, process::Command};
use std::{
    fs,
    path::{Path, PathBuf},
};

use super::mitai::{mitai, output_of};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../deploy")
        .join(name)
}

#[test]
fn deployed_settings_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let mut check = mitai(folder.path());
    check
        .args(["config", "check", "--config"])
        .arg(file("mitai.toml"));
    let (well, stdout, faults) = output_of(check.output().unwrap());
    assert!(well, "{faults}");
    // The unit gives the server no other folder to write to
    check.env_remove("MITAI_DATA_DIR");
    let (_, told_of_file, _) = output_of(check.output().unwrap());
    assert!(told_of_file.contains("/var/lib/mitai"), "{told_of_file}");
    assert!(stdout.contains("https://mitai.example"), "{stdout}");
}

#[test]
fn container_and_prometheus_settings_exist() {
    let text = |path: PathBuf| fs::read_to_string(path).unwrap();
    let known = text(file("../docs/configuration.md"));
    for container in ["Dockerfile", "compose.yaml"] {
        let text = text(file(container));
        let words = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
        let ours: Vec<&str> = words.filter(|word| word.starts_with("MITAI_")).collect();
        assert!(!ours.is_empty(), "{container}");
        for name in ours {
            assert!(known.contains(&format!("`{name}`")), "{container}: {name}");
        }
    }
    let settings = text(file("mitai.toml"));
    let (_, metrics) = settings.split_once("metrics-listen = \"").unwrap();
    let (metrics, _) = metrics.split_once('"').unwrap();
    assert!(text(file("prometheus.yml")).contains(&format!("[\"{metrics}\"]")));
}

#[cfg(target_os = "linux")]
#[test]
fn systemd_units_are_valid_and_sandboxed() {
    const UNITS: [&str; 4] = [
        "mitai.service",
        "mitai-backup.service",
        "mitai-backup.timer",
        "mitai-backup-postgresql.service",
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut units = Vec::new();
    for name in UNITS {
        let text = fs::read_to_string(file(name)).unwrap();
        // The unit's program has to exist
        let text = text.replace("/usr/local/bin/mitai", env!("CARGO_BIN_EXE_mitai"));
        let unit = folder.path().join(name);
        fs::write(&unit, text).unwrap();
        units.push(unit);
    }
    let verify = Command::new("systemd-analyze")
        .arg("verify")
        .args(&units)
        .output();
    let verify = verify.expect("the test needs systemd-analyze: run `cargo xtask test`");
    let (well, _, faults) = output_of(verify);
    assert!(well, "{faults}");
    for name in UNITS {
        assert!(!faults.contains(name), "{faults}");
    }
    let security = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20"])
        .arg(&units[0])
        .output();
    let (well, stdout, faults) = output_of(security.unwrap());
    assert!(well, "{stdout}{faults}");
}

/// Hashing passwords and planning imports would slow down pages otherwise.
#[cfg(target_os = "linux")]
#[test]
fn systemd_unit_lets_threads_lower_their_priority() {
    let unit = fs::read_to_string(file("mitai.service")).unwrap();
    let filters = unit
        .lines()
        .filter_map(|line| line.strip_prefix("SystemCallFilter="));
    let mut allowed = BTreeSet::new();
    for filter in filters {
        match filter.strip_prefix('~') {
            Some(denied) => {
                let denied: BTreeSet<_> =
                    denied.split_whitespace().flat_map(system_calls).collect();
                allowed.retain(|call| !denied.contains(call));
            }
            None => allowed.extend(filter.split_whitespace().flat_map(system_calls)),
        }
    }
    for call in ["setpriority", "sched_setscheduler"] {
        assert!(allowed.contains(call), "{call}");
    }
    // A call of the same set is still denied
    assert!(!allowed.contains("setrlimit"));
}

/// Returns a system call, or the system calls of a set, as systemd knows it.
#[cfg(target_os = "linux")]
fn system_calls(name: &str) -> BTreeSet<String> {
    if !name.starts_with('@') {
        return BTreeSet::from([name.to_owned()]);
    }
    let listed = Command::new("systemd-analyze")
        .args(["syscall-filter", name])
        .output();
    let listed = listed.expect("the test needs systemd-analyze: run `cargo xtask test`");
    let (well, stdout, faults) = output_of(listed);
    assert!(well, "{faults}");
    let members = stdout.lines().skip(1).map(str::trim);
    let members = members.filter(|line| !line.is_empty() && !line.starts_with('#'));
    members.flat_map(system_calls).collect()
}
