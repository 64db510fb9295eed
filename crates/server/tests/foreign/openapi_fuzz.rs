//! Generated requests of Schemathesis, from the API document.

use super::{mitai::Mitai, schemathesis};

/// What is checked: everything but that whatever the document allows is done, since it cannot say all rules, and that
/// what was deleted is gone for good: an edit of a title puts it on the list again.
const LEFT_OUT: &str = "positive_data_acceptance,use_after_free";
/// The path of a stream of events, which does not end.
const ENDLESS: &str = "/api/v1/me/live";

/// The paths that would sign the owner out.
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

/// Runs Schemathesis as the owner of the session, or as a stranger where there is none.
fn try_out(mitai: &Mitai, session: Option<&str>) {
    let mut flags = vec!["--exclude-checks", LEFT_OUT, "--exclude-path", ENDLESS];
    let mut settings = String::new();
    if let Some(session) = session {
        settings = format!("[auth.openapi.session]\napi_key = \"{session}\"\n");
        flags.extend(SIGNING_OUT.iter().flat_map(|path| ["--exclude-path", path]));
    }
    let document = schemathesis::root().join("docs/openapi.json");
    let url = format!("http://{}", mitai.address);
    schemathesis::try_out(&document, &url, &flags, &settings);
    mitai.assert_well();
}

#[test]
fn generated_requests_of_visitors_are_answered_as_described() {
    try_out(&Mitai::start(), None);
}

#[test]
fn generated_requests_of_an_owner_are_answered_as_described() {
    let mitai = Mitai::start();
    let session = signed_up(&mitai);
    try_out(&mitai, Some(&session));
}
