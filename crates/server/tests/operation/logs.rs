//! What the server logs.

use std::fs::{self, File};

use reqwest::{
    Method,
    header::{CONTENT_TYPE, COOKIE, SET_COOKIE},
};
use serde_json::{Value, json};
use testkit::{
    MailSink, TestDb,
    program::{self, Serving},
    remote,
};

use super::mitai::{BINARY, serving};

#[tokio::test(flavor = "multi_thread")]
async fn lines_for_programs_name_their_request() {
    let folder = tempfile::tempdir().unwrap();
    // A filter takes lines away, never the id from those that stay
    let server = serving(folder.path(), &["--log-format=json", "--log=warn"]);
    let wanted = format!("{}/api/v1/auth/google", server.address);
    for _ in 0..2 {
        reqwest::get(&wanted).await.unwrap();
    }
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_requests = lines.iter().filter(|line| {
        let message = line["message"].as_str().unwrap();
        message.contains("MITAI_OIDC_CLIENT_ID is not set")
    });
    let ids: Vec<&str> = of_requests
        .map(|line| line["span"]["request_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 2, "{log}");
    assert_ne!(ids[0], ids[1]);
    assert_eq!(lines[0]["level"], "WARN");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_no_terminal_shows_have_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--log=warn"]);
    let wanted = format!("{}/api/v1/auth/google", server.address);
    reqwest::get(wanted).await.unwrap();
    server.ask_to_stop().unwrap();
    let (_, log) = server.ended().unwrap();
    assert!(log.contains("MITAI_OIDC_CLIENT_ID is not set"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

// What nobody is to find in a log

const NAME: &str = "Hanako Kumorizora";
const EMAIL: &str = "hanako.kumorizora@example.org";
const PASSWORD: &str = "the-first-password";
const WRONG: &str = "not-the-password";
const NEXT: &str = "the-next-password";
const BIO: &str = "likes-quiet-evenings";
const MADE_UP: &str = "a-made-up-token";

/// Somebody's browser at a server that logs all that it can.
struct Visitor {
    http: reqwest::Client,
    site: String,
    /// The last session, `name=value`.
    session: String,
}

impl Visitor {
    /// Sends a request, which must be answered with this status.
    async fn send(&mut self, method: Method, path: &str, form: Option<Value>, status: u16) {
        let address = format!("{}/api/v1/{path}", self.site);
        let mut request = self.http.request(method, address);
        request = request.header(COOKIE, &self.session);
        if let Some(form) = form {
            request = request.header(CONTENT_TYPE, "application/json");
            request = request.body(form.to_string());
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        if let Some(cookie) = answer.headers().get(SET_COOKIE) {
            let (session, _) = cookie.to_str().unwrap().split_once(';').unwrap();
            session.clone_into(&mut self.session);
        }
    }

    async fn post(&mut self, path: &str, form: Value, status: u16) {
        let path = format!("auth/{path}");
        self.send(Method::POST, &path, Some(form), status).await;
    }

    async fn log_in(&mut self, password: &str, status: u16) {
        let form = json!({ "email": EMAIL, "password": password });
        self.post("login", form, status).await;
    }

    /// The secret of the session.
    fn secret(&self) -> String {
        let (_, secret) = self.session.split_once('=').unwrap();
        secret.to_owned()
    }
}

/// Does all that people do with an account, and tells the secrets that came up.
async fn use_an_account(site: &str, sink: &mut MailSink) -> Vec<String> {
    let mut visitor = Visitor {
        http: remote::http().unwrap(),
        site: site.to_owned(),
        session: String::new(),
    };
    let sign_up = json!({ "fullName": NAME, "email": EMAIL, "password": PASSWORD });
    visitor.post("signup", sign_up.clone(), 201).await;
    let mut secrets = vec![visitor.secret()];
    visitor.post("signup", sign_up, 409).await;
    visitor.log_in(WRONG, 401).await;
    visitor.log_in(PASSWORD, 200).await;
    secrets.push(visitor.secret());
    for path in ["session", "auth/sessions", "me/record", "me/export"] {
        visitor.send(Method::GET, path, None, 200).await;
    }
    for method in [Method::PUT, Method::DELETE] {
        visitor.send(method, "me/watchlist/21", None, 200).await;
    }
    let profile = Some(json!({ "displayName": NAME, "bio": BIO }));
    visitor.send(Method::PATCH, "me/record", profile, 200).await;
    let forgot = json!({ "email": EMAIL });
    visitor.post("password/forgot", forgot, 200).await;
    let mail = sink.next_mail();
    let (_, token) = mail["text"]
        .as_str()
        .unwrap()
        .split_once("#token=")
        .unwrap();
    let token = token.split_whitespace().next().unwrap();
    secrets.push(token.to_owned());
    for (token, status) in [(MADE_UP, 410), (token, 200)] {
        let form = json!({ "token": token, "password": NEXT });
        visitor.post("password/reset", form, status).await;
    }
    visitor.log_in(NEXT, 200).await;
    secrets.push(visitor.secret());
    let form = Some(json!({ "password": NEXT }));
    visitor.send(Method::DELETE, "me", form, 204).await;
    secrets
}

/// Whatever is logged, and whatever libraries say.
async fn nothing_secret_is_in_the_log_over(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut sink = MailSink::start(&[]);
    let flags = [
        "--log=trace",
        "--log-format=json",
        "--smtp-url",
        &sink.url,
        "--database",
        database,
    ];
    let file = folder.path().join("log");
    let mut serve = program::serve(BINARY, folder.path(), &flags);
    // More is logged than a pipe takes before somebody reads it
    serve.stderr(File::create(&file).unwrap());
    let server = Serving::start(&mut serve).unwrap();
    let secrets = use_an_account(&server.address, &mut sink).await;
    server.ask_to_stop().unwrap();
    assert!(server.ended().unwrap().0.success());
    let log = fs::read_to_string(file).unwrap();
    assert!(log.contains(r#""level":"DEBUG""#), "{log}");
    let told = [
        NAME, EMAIL, PASSWORD, WRONG, NEXT, BIO, MADE_UP, "Hanako", "hanako",
    ];
    for secret in told.into_iter().chain(secrets.iter().map(String::as_str)) {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is logged");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_has_an_address_a_name_a_password_a_session_or_a_token() {
    let postgres = TestDb::postgres().await.unwrap();
    for database in [TestDb::sqlite().unwrap(), postgres] {
        nothing_secret_is_in_the_log_over(database.url()).await;
    }
}
