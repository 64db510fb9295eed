//! `mitai serve` as a browser and an operator meet it.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    env,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A running server with a data folder of its own.
struct Server {
    process: Child,
    host: String,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_mitai"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--jikan-url", "off", "--kitsu-url", "off"])
            .arg("--data-dir")
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let (_, host) = line.trim().rsplit_once('/').unwrap();
        Self {
            process,
            host: host.to_owned(),
            _folder: folder,
        }
    }

    /// Sends a request and reads the head of the answer; what follows can be read on.
    fn ask(&self, request: &str) -> (String, BufReader<TcpStream>) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(answer.read_line(&mut head).unwrap(), 0, "{head}");
        }
        (head, answer)
    }

    /// Signs somebody up and returns the cookie.
    fn sign_up(&self) -> String {
        let form = r#"{"fullName":"Asuna","email":"asuna@example.org","password":"123456"}"#;
        let (head, _) = self.ask(&format!(
            "POST /api/v1/auth/signup HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{form}",
            self.host,
            form.len()
        ));
        assert!(head.starts_with("HTTP/1.1 201"), "{head}");
        let (_, cookie) = head.split_once("set-cookie: ").unwrap();
        cookie.split_once(';').unwrap().0.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already unless the test failed
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn open_streams_do_not_keep_the_process() {
    let mut server = Server::start();
    let cookie = server.sign_up();
    assert!(cookie.starts_with("mitai_session="), "{cookie}");
    let mut streams = Vec::new();
    for _ in 0..3 {
        let (head, mut stream) = server.ask(&format!(
            "GET /api/v1/me/live HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\n\r\n",
            server.host
        ));
        assert!(head.contains("text/event-stream"), "{head}");
        let mut line = String::new();
        while line != "event: snapshot\n" {
            line.clear();
            assert_ne!(stream.read_line(&mut line).unwrap(), 0);
        }
        streams.push(stream);
    }
    let begun = Instant::now();
    let told = Command::new("kill")
        .args(["-TERM", &server.process.id().to_string()])
        .status();
    assert!(told.unwrap().success());
    for mut stream in streams {
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
    assert!(server.process.wait().unwrap().success());
    // Requests that do not end have ten seconds
    assert!(begun.elapsed() < Duration::from_secs(5));
}
