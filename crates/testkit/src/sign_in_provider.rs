//! The OpenID provider of this repository as a program of its own, and somebody who signs in there.
#![expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use reqwest::{
    Client, Response, Url,
    header::{COOKIE, LOCATION, SET_COOKIE},
    redirect::Policy,
};

/// The words that the program prints before its address.
const LISTENS: &str = "Sign-in provider listens on ";
/// The largest number of redirects between the first address and the page or the answer.
const MAX_HOPS: usize = 10;

/// A running provider; dropping it stops it.
pub struct SignInProvider {
    program: Child,
    /// The provider's address, by which it names itself.
    pub issuer: String,
}

impl SignInProvider {
    /// Mitai's client id at the provider.
    pub const CLIENT_ID: &str = "mitai-test";
    /// Mitai's client secret at the provider.
    pub const CLIENT_SECRET: &str = "known to everyone who reads this";
    /// The address to which the provider sends browsers back, beside the same path on any port of `localhost`.
    pub const REDIRECT_URL: &str = "https://mitai.example/api/v1/auth/google/callback";

    /// Starts a provider on a free port.
    ///
    /// # Panics
    /// Panics if the program does not start.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a provider with further options.
    ///
    /// # Panics
    /// Panics if the program does not start.
    pub fn start_with(options: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sign-in-provider");
        assert!(
            folder.join("node_modules").exists(),
            "the sign-in provider's packages are not installed: run `cargo xtask check`"
        );
        let mut program = Command::new("node")
            .current_dir(folder)
            .args(["main.mjs", "--client-id", Self::CLIENT_ID])
            .args(["--client-secret", Self::CLIENT_SECRET])
            .args(["--redirect-uri", Self::REDIRECT_URL])
            .args([
                "--redirect-uri",
                "http://localhost/api/v1/auth/google/callback",
            ])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node is installed");
        let output = program.stdout.take().expect("its output is piped");
        let mut line = String::new();
        BufReader::new(output)
            .read_line(&mut line)
            .expect("its output can be read");
        let issuer = line
            .strip_prefix(LISTENS)
            .expect("it says where it listens")
            .trim()
            .to_owned();
        Self { program, issuer }
    }

    /// Ends the provider and starts another at the same address, which has other keys and knows nobody.
    ///
    /// # Panics
    /// Panics if the other provider does not start.
    pub fn restart(&mut self) {
        self.stop();
        let (_, port) = self
            .issuer
            .rsplit_once(':')
            .expect("the address has a port");
        let started = Self::start_with(&["--port", port]);
        *self = started;
    }

    /// Ends the provider.
    pub fn stop(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }

    /// Opens `url`, which leads to the account chooser, fills in its form with `fields`, and
    /// returns the address that the browser is sent back to.
    ///
    /// # Panics
    /// Panics if there is no chooser, or the browser is not sent back.
    pub async fn choose(&self, url: &str, fields: &[(&str, &str)]) -> Url {
        let mut browser = Browser::new();
        let (at, page) = browser.open(url).await;
        let page = page.text().await.expect("the chooser is text");
        assert!(page.contains("Choose an account"), "{page}");
        for (name, _) in fields {
            assert!(
                page.contains(&format!("name=\"{name}\"")),
                "no field {name}"
            );
        }
        browser.submit(at, fields, &self.issuer).await
    }
}

impl Drop for SignInProvider {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A browser that can do as much as a form without script needs.
struct Browser {
    client: Client,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    fn new() -> Self {
        let client = Client::builder().redirect(Policy::none()).build();
        Self {
            client: client.expect("a client can be made"),
            cookies: BTreeMap::new(),
        }
    }

    /// Follows redirects to a page.
    async fn open(&mut self, url: &str) -> (Url, Response) {
        let mut at: Url = url.parse().expect("the address is well formed");
        for _ in 0..MAX_HOPS {
            let answer = self.send(self.client.get(at.clone())).await;
            match location(&at, &answer) {
                Some(next) => at = next,
                None => return (at, answer),
            }
        }
        panic!("{url} leads nowhere");
    }

    /// Sends a form and follows redirects until one leads away from `home`.
    async fn submit(&mut self, at: Url, fields: &[(&str, &str)], home: &str) -> Url {
        let form = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let request = self
            .client
            .post(at.clone())
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        let mut answer = self.send(request).await;
        let mut at = at;
        for _ in 0..MAX_HOPS {
            at = location(&at, &answer).expect("the form leads back");
            if !at.as_str().starts_with(home) {
                return at;
            }
            answer = self.send(self.client.get(at.clone())).await;
        }
        panic!("the form leads nowhere");
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Response {
        let cookies: Vec<_> = self
            .cookies
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        let answer = request.header(COOKIE, cookies.join("; ")).send().await;
        let answer = answer.expect("the provider answers");
        for cookie in answer.headers().get_all(SET_COOKIE) {
            let cookie = cookie.to_str().expect("cookies are text");
            let pair = cookie.split(';').next().unwrap_or(cookie);
            if let Some((name, value)) = pair.split_once('=') {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}

fn location(at: &Url, answer: &Response) -> Option<Url> {
    let to = answer.headers().get(LOCATION)?.to_str().ok()?;
    Some(at.join(to).expect("a redirect is an address"))
}
