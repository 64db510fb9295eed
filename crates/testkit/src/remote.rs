//! Browsers of a server in another process: the product API over real HTTP.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use reqwest::{
    Client, Method, RequestBuilder, Response, StatusCode,
    header::{CONTENT_TYPE, COOKIE, HeaderValue, SET_COOKIE},
};
use serde_json::{Value, json};

use crate::test_app::events::{self, Event};

/// Longest wait for a connection or for the next bytes; streams send some every 15 seconds.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Idle time of a connection, shorter than the server's, so that no request is on its way when it ends.
const IDLE: Duration = Duration::from_secs(5);
/// The password of every account that [`Browser::sign_up`] makes.
const PASSWORD: &str = "a password of tests";

/// The connections of browsers. Cheap to clone; one is enough for any number of them.
pub fn http() -> reqwest::Result<Client> {
    let builder = Client::builder().connect_timeout(TIMEOUT);
    builder
        .read_timeout(TIMEOUT)
        .pool_idle_timeout(IDLE)
        .build()
}

/// A browser with a session. Sites are given by their address, because a restart may change it.
#[derive(Debug, Clone)]
pub struct Browser {
    http: Client,
    cookie: HeaderValue,
}

impl Browser {
    /// Makes the account of `name`, which has letters and digits alone, and signs in.
    pub async fn sign_up(http: &Client, site: &str, name: &str) -> Result<Self> {
        let form = json!({ "fullName": name, "email": email(name), "password": PASSWORD });
        Self::enter(http, site, "signup", &form).await
    }

    /// Signs in to the account of `name`, with a session of its own.
    pub async fn log_in(http: &Client, site: &str, name: &str) -> Result<Self> {
        let form = json!({ "email": email(name), "password": PASSWORD });
        Self::enter(http, site, "login", &form).await
    }

    async fn enter(http: &Client, site: &str, how: &str, form: &Value) -> Result<Self> {
        let answer = http
            .post(format!("{site}/api/v1/auth/{how}"))
            .header(CONTENT_TYPE, "application/json")
            .body(form.to_string())
            .send()
            .await?;
        let status = answer.status();
        if !status.is_success() {
            bail!("{how} was answered {status}: {}", answer.text().await?);
        }
        let cookie = answer.headers().get(SET_COOKIE);
        let cookie = cookie.context("no session was given")?.to_str()?;
        let (pair, _) = cookie.split_once(';').unwrap_or((cookie, ""));
        Ok(Self {
            http: http.clone(),
            cookie: pair.parse()?,
        })
    }

    /// A request with the session; `path` begins after `/api/v1/`.
    pub fn request(&self, method: Method, site: &str, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{site}/api/v1/{path}"));
        request.header(COOKIE, &self.cookie)
    }

    /// Returns the JSON that `GET path` is answered.
    pub async fn read(&self, site: &str, path: &str) -> Result<Value> {
        let answer = self.request(Method::GET, site, path).send().await?;
        let body = answer.error_for_status()?.bytes().await?;
        Ok(serde_json::from_slice(&body)?)
    }

    /// Returns the uid of the account that is signed in.
    pub async fn uid(&self, site: &str) -> Result<String> {
        let session = self.read(site, "session").await?;
        let uid = session["user"]["uid"].as_str();
        Ok(uid.context("nobody is signed in")?.to_owned())
    }

    /// Listens to the record, after version `since` or from the beginning.
    pub async fn listen(&self, site: &str, since: Option<u64>) -> reqwest::Result<Events> {
        let mut request = self.request(Method::GET, site, "me/live");
        if let Some(version) = since {
            request = request.header("last-event-id", version);
        }
        Ok(Events {
            answer: request.send().await?.error_for_status()?,
            unread: Vec::new(),
        })
    }
}

/// Returns the e-mail address of the account of `name`.
pub fn email(name: &str) -> String {
    format!("{name}@example.com")
}

/// Returns the version in the answer to a change of the record.
///
/// # Errors
/// Fails with the answer if the change was not acknowledged with a version.
pub fn version(status: StatusCode, body: &[u8]) -> Result<u64> {
    let version = serde_json::from_slice::<Value>(body)
        .ok()
        .and_then(|answer| answer["version"].as_u64());
    match version {
        Some(version) if status == StatusCode::OK => Ok(version),
        _ => bail!("answered {status}: {}", String::from_utf8_lossy(body)),
    }
}

/// A stream of server-sent events.
#[derive(Debug)]
pub struct Events {
    answer: Response,
    unread: Vec<u8>,
}

impl Events {
    /// Reads the next event; `None` when the server has ended the stream.
    pub async fn next(&mut self) -> reqwest::Result<Option<Event>> {
        loop {
            if let Some(event) = take_event(&mut self.unread) {
                return Ok(Some(event));
            }
            let Some(bytes) = self.answer.chunk().await? else {
                return Ok(None);
            };
            self.unread.extend_from_slice(&bytes);
        }
    }
}

/// Takes the first whole event off `unread`, and the comments before it.
pub fn take_event(unread: &mut Vec<u8>) -> Option<Event> {
    loop {
        let end = unread.windows(2).position(|pair| pair == b"\n\n")?;
        let block: Vec<u8> = unread.drain(..end + 2).collect();
        let event = events::parse(&String::from_utf8_lossy(&block[..end]));
        if !event.is_comment {
            return Some(event);
        }
    }
}
