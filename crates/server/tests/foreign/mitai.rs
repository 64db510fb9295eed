//! A server, and strangers who speak to it byte by byte.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read as _, Write as _},
    net::{Shutdown, TcpStream},
    path::PathBuf,
    time::Duration,
};

use serde_json::Value;
use tempfile::TempDir;
use testkit::program::{self, Serving};

const BINARY: &str = env!("CARGO_BIN_EXE_mitai");
/// Longest wait for anything, on a machine that is busy otherwise.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running server; dropping it kills it.
pub(super) struct Mitai {
    serving: Serving,
    /// Host and port.
    pub(super) address: String,
    folder: TempDir,
}

/// What a server answered; the text is empty where the connection was cut.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: Option<u16>,
    pub(super) text: String,
}

impl Mitai {
    pub(super) fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap())
    }

    /// Starts a server that holds the titles of files in Jikan's form.
    pub(super) fn start_with(titles: &[PathBuf]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut import = program::command(BINARY, folder.path());
        let imported = import.args(["import", "jikan"]).args(titles).output();
        let imported = imported.unwrap();
        let said = String::from_utf8_lossy(&imported.stderr);
        assert!(imported.status.success(), "{said}");
        Self::start_in(folder)
    }

    fn start_in(folder: TempDir) -> Self {
        let mut serve = program::serve(BINARY, folder.path(), &["--sign-ups-per-hour=1000"]);
        serve.stderr(File::create(folder.path().join("log")).unwrap());
        let serving = Serving::start(&mut serve).unwrap();
        let address = serving.address.strip_prefix("http://").unwrap();
        Self {
            address: address.to_owned(),
            serving,
            folder,
        }
    }

    /// Returns the id of the server's process.
    pub(super) fn process(&self) -> u32 {
        self.serving.id()
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server has no more to say.
    pub(super) fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may refuse before it has read everything
        let _ = stream.write_all(bytes);
        Reply::read(stream)
    }

    /// Sends bytes, tells the server that nothing more comes, and reads its answer.
    pub(super) fn send_all(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        Reply::read(stream)
    }

    /// Asserts that visitors are served, and that the log has no panic and no error so far.
    pub(super) fn assert_well(&self) {
        let home = self.send(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assert_eq!(home.status, Some(200), "{}", home.text);
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap();
        assert!(!log.contains("panicked"), "{log}");
        assert!(!log.contains("ERROR"), "{log}");
    }
}

impl Reply {
    /// Reads until the server ends the connection.
    ///
    /// # Panics
    /// Panics if the server keeps the connection and says nothing.
    pub(super) fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Ok(_) => {}
            // Bytes that the server left unread reset the connection
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the server neither answers nor ends it: {error}"),
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.strip_prefix("HTTP/1.").map(|rest| {
            let status = rest.split(' ').nth(1).unwrap();
            status.parse().unwrap()
        });
        Self { status, text }
    }

    /// Returns the answer's JSON.
    pub(super) fn json(&self) -> Value {
        let (_, body) = self.text.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Asserts that it is a refusal: one of the product's, one under `/v4`, one of a thing that is no
    /// request, which says nothing, or the end of the connection.
    pub(super) fn assert_refused(&self, case: &str) {
        let Some(status) = self.status else {
            return assert_eq!(self.text, "", "{case}");
        };
        assert!((400..500).contains(&status), "{case}: {}", self.text);
        let (head, body) = self.text.split_once("\r\n\r\n").unwrap();
        let head = head.to_lowercase();
        if head.contains("content-type: application/problem+json") {
            let problem = self.json();
            assert_eq!(problem["status"], status, "{case}");
            assert!(problem["code"].is_string(), "{case}");
        } else if head.contains("content-type: application/json") {
            assert_eq!(self.json()["status"], status, "{case}");
        } else {
            assert_eq!(body, "", "{case}: {head}");
        }
    }
}
