//! The API document against the server: Schemathesis makes requests up from it and checks that every
//! answer is as described.

use std::{env, fs, path::Path, process::Command};

use super::mitai::Mitai;

/// Tries of each operation and kind of request. `MITAI_TEST_MADE_UP` sets another number.
const TRIES: &str = "20";
/// What is checked: everything but that whatever the document allows is done. It cannot say all rules.
const LEFT_OUT: &str = "positive_data_acceptance";
/// A stream, which does not end.
const ENDLESS: &str = "/api/v1/me/live";

/// What would make a stranger of the owner.
const SIGNING_OUT: [&str; 2] = ["/api/v1/auth/logout", "/api/v1/auth/sessions/{id}"];

/// The session of somebody who has just signed up.
fn signed_up(mitai: &Mitai) -> String {
    let form = r#"{"fullName":"A","email":"a@example.org","password":"a long one"}"#;
    let length = form.len();
    let request = format!(
        "POST /api/v1/auth/signup HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{form}"
    );
    let reply = mitai.send(request.as_bytes());
    let (_, set) = reply.text.split_once("mitai_session=").unwrap();
    set.split(';').next().unwrap().to_owned()
}

/// As an owner if there is a session, else as a stranger.
fn try_out(mitai: &Mitai, session: Option<&str>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = root.join("clients/.venv/bin/schemathesis");
    let sentence = "Schemathesis is not installed: run `cargo xtask test`";
    assert!(program.exists(), "{sentence}");
    let tries = env::var("MITAI_TEST_MADE_UP").unwrap_or_else(|_| TRIES.to_owned());
    let folder = tempfile::tempdir().unwrap();
    let mut left_out = vec![ENDLESS];
    if let Some(session) = session {
        let settings = format!("[auth.openapi.session]\napi_key = \"{session}\"\n");
        fs::write(folder.path().join("schemathesis.toml"), settings).unwrap();
        left_out.extend(SIGNING_OUT);
    }
    let left_out = left_out.iter().flat_map(|path| ["--exclude-path", path]);
    let ran = Command::new(program)
        .current_dir(folder.path())
        .arg("run")
        .arg(root.join("docs/openapi.json").canonicalize().unwrap())
        .args(["--url", &format!("http://{}", mitai.address)])
        .args([
            "--seed",
            "1",
            "--max-examples",
            &tries,
            "--exclude-checks",
            LEFT_OUT,
        ])
        .args(["--warnings", "off", "--no-color"])
        .args(left_out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    println!("{said}");
    assert!(
        ran.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    mitai.assert_well();
}

#[test]
fn a_strangers_made_up_requests_are_answered_as_described() {
    try_out(&Mitai::start(), None);
}

#[test]
fn an_owners_made_up_requests_are_answered_as_described() {
    let mitai = Mitai::start();
    let session = signed_up(&mitai);
    try_out(&mitai, Some(&session));
}
