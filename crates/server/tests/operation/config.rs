//! Settings by flag, environment and file, and `mitai config check`.

use std::{fs, path::Path, process::Command};

use testkit::program::Serving;

use super::mitai::{mitai, output_of};

/// Checks the settings of a file of this text; returns whether they are right, what they are, and what
/// is wrong.
fn check(folder: &Path, text: &str, more: impl FnOnce(&mut Command)) -> (bool, String, String) {
    let file = folder.join("mitai.toml");
    fs::write(&file, text).unwrap();
    let mut check = mitai(&folder.join("data"));
    check.args(["config", "check", "--config"]).arg(&file);
    more(&mut check);
    output_of(check.output().unwrap())
}

/// Returns the words of the printed line on a setting.
fn line<'a>(output_of: &'a str, name: &str) -> Vec<&'a str> {
    let lines = output_of
        .lines()
        .map(|line| line.split_whitespace().collect());
    let mut lines = lines.filter(|words: &Vec<_>| words.first() == Some(&name));
    lines
        .next()
        .unwrap_or_else(|| panic!("{name}\n{output_of}"))
}

#[test]
fn flags_override_the_environment_and_that_overrides_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = "jikan-per-minute = 11\nsign-ups-per-hour = 12\nimage-cache-mb = 113\n\
                trusted-proxies = [\"127.0.0.1\", \"::1\"]\nlog = \"warn\"\n";
    let (well, stdout, faults) = check(folder.path(), text, |check| {
        check.env("MITAI_SIGN_UPS_PER_HOUR", "22");
        check.env("MITAI_IMAGE_CACHE_MB", "23");
        check.args(["--image-cache-mb", "333"]);
    });
    assert!(well, "{faults}");
    let file = folder.path().join("mitai.toml");
    let file = file.to_str().unwrap();
    for (name, expected) in [
        ("jikan-per-minute", &[file, "11"][..]),
        ("sign-ups-per-hour", &["MITAI_SIGN_UPS_PER_HOUR", "22"]),
        ("image-cache-mb", &["flag", "--image-cache-mb", "333"]),
        ("trusted-proxies", &[file, "127.0.0.1,::1"]),
        ("log", &[file, "warn"]),
        ("listen", &["built", "in", "127.0.0.1:8080"]),
        ("public-url", &["not", "set"]),
    ] {
        assert_eq!(line(&stdout, name)[1..], *expected, "{stdout}");
    }
    assert!(stdout.ends_with("All settings are right.\n"), "{stdout}");
}

#[test]
fn config_file_errors_say_what_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let text = "data_dir = \"x\"\nlisten = 8080\nimages = \"none\"\njikan-per-minut = 4\n\
                jikan-per-second = \"many\"\nkitsu-url = \"kitsu.app\"\nconfig = \"x\"\n[mirror]\n";
    let (well, _, faults) = check(folder.path(), text, |_| {});
    assert!(!well);
    for sentence in [
        "there is no setting data_dir; did you mean data-dir?",
        "listen: give an address and a port, as 127.0.0.1:8080",
        "images: give direct or cache or drawn",
        "there is no setting jikan-per-minut; did you mean jikan-per-minute?",
        "jikan-per-second: invalid digit found",
        "kitsu-url: give an address that begins with https://, or off",
        "there is no setting config",
        "mirror takes a text in quotes",
    ] {
        assert!(faults.contains(sentence), "{sentence}\n{faults}");
    }
    assert_eq!(faults.lines().count(), 8, "{faults}");

    let broken = "listen = \"127.0.0.1:0\"\nsmtp-url = \"smtps://me:hush@mail\n";
    let (well, _, faults) = check(folder.path(), broken, |_| {});
    assert!(!well);
    assert!(faults.contains("mitai.toml, line 2: "), "{faults}");
    assert!(!faults.contains("hush"), "{faults}");
    let mut missing = mitai(folder.path());
    missing.args(["serve", "--config", "no-such-file.toml"]);
    let (well, _, faults) = output_of(missing.output().unwrap());
    assert!(!well);
    assert!(
        faults.contains("no-such-file.toml cannot be read"),
        "{faults}"
    );
}

#[test]
fn environment_errors_name_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let (well, _, faults) = check(folder.path(), "", |check| {
        check.env("MITAI_IMAGES", "none");
        check.env("MITAI_TRUSTED_PROXIES", "proxy");
    });
    assert!(!well);
    for sentence in [
        "MITAI_IMAGES in the environment: give direct or cache or drawn",
        "MITAI_TRUSTED_PROXIES in the environment: proxy is no address",
    ] {
        assert!(faults.contains(sentence), "{faults}");
    }
    let (well, _, faults) = check(folder.path(), "", |check| {
        check.env("MITAI_LISTENS", "127.0.0.1:0");
    });
    assert!(!well);
    let sentence = "MITAI_LISTENS in the environment is no setting; did you mean MITAI_LISTEN?";
    assert!(faults.contains(sentence), "{faults}");
}

#[test]
fn conflicting_settings_are_reported_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let text = "database = \"postgres:app:hush@db/mitai\"\noidc-client-id = \"mitai\"\n\
                smtp-url = \"imap://me:hush@mail\"\njikan-per-second = 9\n";
    let (well, stdout, faults) = check(folder.path(), text, |check| {
        check.env("MITAI_OIDC_CLIENT_SECRET", "");
    });
    assert!(!well);
    for sentence in [
        "must begin with sqlite:",
        "MITAI_OIDC_CLIENT_ID needs its MITAI_OIDC_CLIENT_SECRET",
        "3 times a second and 60 times a minute",
        "Mail cannot be set up",
    ] {
        assert!(faults.contains(sentence), "{sentence}\n{faults}");
    }
    assert!(
        !stdout.contains("hush") && !faults.contains("hush"),
        "{stdout}{faults}"
    );
    assert_eq!(line(&stdout, "smtp-url").last(), Some(&"(secret)"));
}

/// Whether the file, which holds digests of passwords, is closed to everybody but its owner.
#[cfg(unix)]
fn is_of_its_owner_alone(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    fs::metadata(file)
        .unwrap()
        .permissions()
        .mode()
        .trailing_zeros()
        >= 6
}

#[cfg(not(unix))]
fn is_of_its_owner_alone(file: &Path) -> bool {
    file.exists()
}

#[test]
fn invalid_provider_address_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (setting, sentence) in [
        (
            "jikan-per-minute = 0",
            "at least 1 request a second and 1 a minute",
        ),
        (
            "jikan-url = \"https://\"",
            "is not the address of a provider",
        ),
        (
            "kitsu-url = \"https://[\"",
            "is not the address of a provider",
        ),
    ] {
        let (well, _, faults) = check(folder.path(), setting, |check| {
            check.env_remove("MITAI_JIKAN_URL");
            check.env_remove("MITAI_KITSU_URL");
        });
        assert!(!well, "{setting}");
        assert!(faults.contains(sentence), "{setting}: {faults}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_reads_the_config_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("mitai.toml"), folder.path().join("kept"));
    let text = "listen = \"127.0.0.1:0\"\njikan-url = \"off\"\nkitsu-url = \"off\"\n";
    fs::write(&file, format!("{text}data-dir = {data:?}\n")).unwrap();
    let command = |arguments: &[&str]| {
        let mut command = mitai(folder.path());
        command.env_remove("MITAI_DATA_DIR");
        command.env("MITAI_CONFIG", &file).args(arguments);
        command
    };
    let server = Serving::start(&mut command(&["serve"])).unwrap();
    let alive = reqwest::get(format!("{}/healthz", server.address)).await;
    assert_eq!(alive.unwrap().status(), 204);
    assert!(is_of_its_owner_alone(&data.join("mitai.db")));
    let copy = folder.path().join("copy.db");
    let backup = command(&["db", "backup", copy.to_str().unwrap()]).output();
    let (well, _, faults) = output_of(backup.unwrap());
    assert!(well, "{faults}");
    assert!(copy.exists());
}
