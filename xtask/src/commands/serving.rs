//! The server as `run` and `dev` start it, with a sign-in provider beside it where no other is
//! configured.

mod sign_in;

use std::{
    env,
    io::{BufRead as _, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use crate::{
    paths,
    process::{self, Running},
};
use sign_in::SignIn;

/// The words that the server prints before its address once it listens.
const LISTENS: &str = "Mitai listens on ";

/// The longest time that a server that listens may take until it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The settings of a server to start, and the provider that runs beside it.
pub(super) struct Serving {
    arguments: Vec<String>,
    listen: String,
    /// Where to open it. Signing in works at this address alone: the provider sends browsers back
    /// to it, and cookies are its host's.
    pub(super) public_url: String,
    sign_in: Option<SignIn>,
}

impl Serving {
    /// Returns the settings of a server with these arguments, to be opened at `public_url`, or else on `localhost`.
    pub(super) fn new(arguments: &[String], public_url: Option<&str>) -> Result<Self> {
        let mut arguments = arguments.to_vec();
        let listen = take(&mut arguments, "--listen")
            .or_else(|| set("MITAI_LISTEN"))
            .unwrap_or_else(|| "127.0.0.1:8080".to_owned());
        let listen = with_port(&listen)?;
        let public_url = take(&mut arguments, "--public-url")
            .or_else(|| set("MITAI_PUBLIC_URL"))
            .or_else(|| public_url.map(str::to_owned))
            .unwrap_or_else(|| format!("http://localhost{}", port_of(&listen)));
        let configured = set("MITAI_OIDC_CLIENT_ID").is_some()
            || arguments
                .iter()
                .any(|argument| argument.starts_with("--oidc-client-id"));
        let sign_in = (!configured && is_here(&public_url))
            .then(|| SignIn::start(&public_url))
            .transpose()?;
        Ok(Self {
            arguments,
            listen,
            public_url,
            sign_in,
        })
    }

    /// Starts the server and calls `ready` with the address it listens on as soon as it answers.
    pub(super) fn start(&self, ready: impl FnOnce(&str)) -> Result<Running> {
        let mut server = Running::start(self.command().stdout(Stdio::piped()))?;
        let mut lines = server.lines()?.lines();
        let address = loop {
            let Some(line) = lines.next() else {
                bail!("the server ended before it listened");
            };
            let line = line?;
            match line.strip_prefix(LISTENS) {
                Some(address) => break address.trim().to_owned(),
                None => println!("{line}"),
            }
        };
        wait_until_ready(&mut server, &address)?;
        ready(&address);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                println!("{line}");
            }
        });
        Ok(server)
    }

    fn command(&self) -> Command {
        let mut serve = process::command(paths::programs().join("mitai"));
        serve.arg("serve").args(&self.arguments);
        serve.args(["--listen", &self.listen, "--public-url", &self.public_url]);
        if let Some(sign_in) = &self.sign_in {
            serve.envs(sign_in.settings());
        }
        serve
    }
}

/// Whether the site is opened on this machine, where alone the provider can be reached.
fn is_here(public_url: &str) -> bool {
    ["http://localhost", "http://127.0.0.1"]
        .iter()
        .filter_map(|here| public_url.strip_prefix(here))
        .any(|rest| rest.is_empty() || rest.starts_with([':', '/']))
}

/// Returns a variable of the environment; `None` if it is not set or empty.
fn set(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Takes a flag out of the arguments and returns its value; `None` if the flag is not given.
fn take(arguments: &mut Vec<String>, flag: &str) -> Option<String> {
    let at = arguments.iter().position(|argument| {
        let rest = argument.strip_prefix(flag);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })?;
    let argument = arguments.remove(at);
    match argument.split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => (at < arguments.len()).then(|| arguments.remove(at)),
    }
}

/// The address with a free port in place of port 0: who signs in is sent back to an address that
/// has to be known before the server listens.
fn with_port(listen: &str) -> Result<String> {
    let Some(host) = listen.strip_suffix(":0") else {
        return Ok(listen.to_owned());
    };
    let port = TcpListener::bind(listen)
        .with_context(|| format!("nothing can listen on {listen}"))?
        .local_addr()?
        .port();
    Ok(format!("{host}:{port}"))
}

/// Returns the port with its colon; empty if there is none.
fn port_of(listen: &str) -> &str {
    listen.rfind(':').map_or("", |at| &listen[at..])
}

fn wait_until_ready(server: &mut Running, address: &str) -> Result<()> {
    let begin = Instant::now();
    while !answers(address) {
        if server.has_ended() {
            bail!("the server ended before it was ready");
        }
        if begin.elapsed() > START_TIMEOUT {
            bail!("the server listens on {address} but does not say at /readyz that it is ready");
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Whether the server answers `/readyz` with success.
fn answers(address: &str) -> bool {
    ask(address).is_ok_and(|answer| answer.starts_with("HTTP/1.1 2"))
}

fn ask(address: &str) -> Result<String> {
    let host = address
        .strip_prefix("http://")
        .context("not an http address")?;
    let mut connection = TcpStream::connect(host)?;
    connection.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        connection,
        "GET /readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::{is_here, port_of, take, with_port};

    #[test]
    fn flag_is_taken_in_both_its_forms() {
        let args = ["--listen", "a:1", "--jikan-url=off", "--listener=x"];
        let mut arguments = args.map(str::to_owned).to_vec();
        assert_eq!(take(&mut arguments, "--listen").as_deref(), Some("a:1"));
        assert_eq!(take(&mut arguments, "--listen"), None);
        assert_eq!(take(&mut arguments, "--jikan-url").as_deref(), Some("off"));
        assert_eq!(arguments, ["--listener=x"]);
        let mut last = vec!["--listen".to_owned()];
        assert_eq!(take(&mut last, "--listen"), None);
    }

    #[test]
    fn only_loopback_addresses_get_the_provider() {
        for (url, here) in [
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080/", true),
            ("http://localhost", true),
            ("http://localhost.example", false),
            ("http://192.0.2.1:8080", false),
            ("https://mitai.example", false),
        ] {
            assert_eq!(is_here(url), here, "{url}");
        }
    }

    #[test]
    fn port_is_known_before_the_server_listens() {
        assert_eq!(with_port("127.0.0.1:8080").unwrap(), "127.0.0.1:8080");
        let chosen = with_port("127.0.0.1:0").unwrap();
        assert!(chosen.starts_with("127.0.0.1:") && chosen != "127.0.0.1:0");
        assert_eq!(port_of("127.0.0.1:8080"), ":8080");
        assert_eq!(port_of("[::1]:80"), ":80");
    }
}
