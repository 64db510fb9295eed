//! What the server logs.

use std::{
    collections::BTreeMap,
    fs::{self, File},
};

use reqwest::{
    Method, Response, Url,
    header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE},
    redirect::Policy,
};
use serde_json::{Value, json};
use testkit::{
    MailSink, SignInProvider, TestDb,
    program::{self, Serving},
};

use super::mitai::{BINARY, serving};

#[tokio::test(flavor = "multi_thread")]
async fn json_log_lines_have_their_request_id() {
    let folder = tempfile::tempdir().unwrap();
    // The filter drops lines, but those that stay keep their request id
    let server = serving(folder.path(), &["--log-format=json", "--log=warn"]);
    let address = format!("{}/api/v1/auth/google", server.address);
    for _ in 0..2 {
        reqwest::get(&address).await.unwrap();
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
async fn log_lines_have_no_colours_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--log=warn"]);
    let address = format!("{}/api/v1/auth/google", server.address);
    reqwest::get(address).await.unwrap();
    server.ask_to_stop().unwrap();
    let (_, log) = server.ended().unwrap();
    assert!(log.contains("MITAI_OIDC_CLIENT_ID is not set"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

// Values that no log may hold

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
    cookies: BTreeMap<String, String>,
    /// The secrets that came up on the way, such as cookies and links.
    secrets: Vec<String>,
}

impl Visitor {
    /// Sends a request, which must be answered with this status.
    async fn send(
        &mut self,
        method: Method,
        path: &str,
        form: Option<Value>,
        status: u16,
    ) -> Response {
        let address = format!("{}/api/v1/{path}", self.site);
        let cookies = self.cookies.iter();
        let cookies: Vec<_> = cookies
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let mut request = self.http.request(method, address);
        request = request.header(COOKIE, cookies.join("; "));
        if let Some(form) = form {
            request = request.header(CONTENT_TYPE, "application/json");
            request = request.body(form.to_string());
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
        for cookie in answer.headers().get_all(SET_COOKIE) {
            let (pair, _) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (key, value) = pair.split_once('=').unwrap();
            self.cookies.insert(key.to_owned(), value.to_owned());
            if !value.is_empty() {
                self.secrets.push(value.to_owned());
            }
        }
        answer
    }

    async fn post(&mut self, path: &str, form: Value, status: u16) {
        let path = format!("auth/{path}");
        self.send(Method::POST, &path, Some(form), status).await;
    }

    async fn log_in(&mut self, password: &str, status: u16) {
        let form = json!({ "email": EMAIL, "password": password });
        self.post("login", form, status).await;
    }

    /// Chooses an account at the provider and comes back, with this code instead of its own if there is one.
    async fn sign_in_at(&mut self, provider: &SignInProvider, code: Option<&str>) {
        let start = "auth/google?mode=popup&from=login";
        let departing = self.send(Method::GET, start, None, 303).await;
        let to = departing.headers()[LOCATION].to_str().unwrap();
        let fields = [("name", NAME), ("email", EMAIL), ("verified", "on")];
        let mut back = provider.choose(to, &fields).await;
        let sent = Url::parse(to).unwrap();
        for (address, keys) in [(&sent, ["state", "nonce"]), (&back, ["code", "state"])] {
            let values = address
                .query_pairs()
                .filter(|(key, _)| keys.contains(&&**key));
            let values: Vec<_> = values.map(|(_, value)| value.into_owned()).collect();
            assert_eq!(values.len(), keys.len(), "{address}");
            self.secrets.extend(values);
        }
        if let Some(code) = code {
            let (_, state) = back.query_pairs().find(|(key, _)| key == "state").unwrap();
            let query = format!("code={code}&state={state}");
            back.set_query(Some(&query));
        }
        let callback = format!("auth/google/callback?{}", back.query().unwrap());
        self.send(Method::GET, &callback, None, 200).await;
    }

    async fn is_signed_in(&mut self) -> bool {
        let session = self.send(Method::GET, "session", None, 200).await;
        let session: Value = serde_json::from_slice(&session.bytes().await.unwrap()).unwrap();
        !session["user"].is_null()
    }
}

/// Does all that people do with an account, and returns the secrets that came up.
async fn use_an_account(site: &str, provider: &SignInProvider, sink: &mut MailSink) -> Vec<String> {
    let http = reqwest::Client::builder().redirect(Policy::none());
    let mut visitor = Visitor {
        http: http.build().unwrap(),
        site: site.to_owned(),
        cookies: BTreeMap::new(),
        secrets: Vec::new(),
    };
    let sign_up = json!({ "fullName": NAME, "email": EMAIL, "password": PASSWORD });
    visitor.post("signup", sign_up.clone(), 201).await;
    visitor.post("signup", sign_up, 409).await;
    visitor.log_in(WRONG, 401).await;
    visitor.log_in(PASSWORD, 200).await;
    for path in ["session", "auth/sessions", "me/record", "me/export"] {
        visitor.send(Method::GET, path, None, 200).await;
    }
    for method in [Method::PUT, Method::DELETE] {
        visitor.send(method, "me/watchlist/21", None, 200).await;
    }
    let profile = Some(json!({ "displayName": NAME, "bio": BIO }));
    visitor.send(Method::PATCH, "me/record", profile, 200).await;
    choose_a_new_password(&mut visitor, sink).await;
    sign_in_at_a_provider(&mut visitor, provider).await;
    visitor.log_in(NEXT, 200).await;
    let form = Some(json!({ "password": NEXT }));
    visitor.send(Method::DELETE, "me", form, 204).await;
    visitor.secrets
}

async fn choose_a_new_password(visitor: &mut Visitor, sink: &mut MailSink) {
    let forgot = json!({ "email": EMAIL });
    visitor.post("password/forgot", forgot, 200).await;
    let mail = sink.next_mail();
    let (_, token) = mail["text"]
        .as_str()
        .unwrap()
        .split_once("#token=")
        .unwrap();
    let token = token.split_whitespace().next().unwrap();
    visitor.secrets.push(token.to_owned());
    for (token, status) in [(MADE_UP, 410), (token, 200)] {
        let form = json!({ "token": token, "password": NEXT });
        visitor.post("password/reset", form, status).await;
    }
}

/// Signs in with a made-up code, then for the first time, which wants the account's password, then as usual.
async fn sign_in_at_a_provider(visitor: &mut Visitor, provider: &SignInProvider) {
    visitor.cookies.clear();
    visitor.sign_in_at(provider, Some(MADE_UP)).await;
    visitor.sign_in_at(provider, None).await;
    assert!(!visitor.is_signed_in().await, "the address is an account's");
    for (password, status) in [(WRONG, 401), (NEXT, 200)] {
        visitor
            .post("link", json!({ "password": password }), status)
            .await;
    }
    visitor.cookies.clear();
    visitor.sign_in_at(provider, None).await;
    assert!(visitor.is_signed_in().await);
}

/// Asserts that the log holds no secret, whatever is logged and whatever libraries say.
async fn assert_log_has_no_secrets(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut sink = MailSink::start(&[]);
    let provider = SignInProvider::start();
    let flags = [
        "--log=trace",
        "--log-format=json",
        // Where the provider sends browsers back to
        "--public-url=https://mitai.example",
        "--oidc-issuer",
        &provider.issuer,
        "--oidc-client-id",
        SignInProvider::CLIENT_ID,
        "--oidc-client-secret",
        SignInProvider::CLIENT_SECRET,
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
    let secrets = use_an_account(&server.address, &provider, &mut sink).await;
    server.ask_to_stop().unwrap();
    assert!(server.ended().unwrap().0.success());
    let log = fs::read_to_string(file).unwrap();
    assert!(log.contains(r#""level":"DEBUG""#), "{log}");
    let private_texts = [
        NAME,
        EMAIL,
        PASSWORD,
        WRONG,
        NEXT,
        BIO,
        MADE_UP,
        "Hanako",
        "hanako",
        SignInProvider::CLIENT_SECRET,
        // The same in a form and in an address, in a header, and how a provider's tokens begin
        "known+to+everyone",
        "known%20to%20everyone",
        "Basic ",
        "eyJ",
    ];
    for secret in private_texts
        .into_iter()
        .chain(secrets.iter().map(String::as_str))
    {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is logged");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn log_lines_have_no_address_name_password_session_or_token() {
    let postgres = TestDb::postgres().await.unwrap();
    for database in [TestDb::sqlite().unwrap(), postgres] {
        assert_log_has_no_secrets(database.url()).await;
    }
}
