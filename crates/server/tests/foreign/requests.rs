//! Malformed and unusual requests.

use super::mitai::Mitai;

const LOGIN: &str = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                     Content-Type: application/json\r\n";

fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").into_bytes()
}

fn with(header: &str) -> Vec<u8> {
    let head = "GET /api/v1/hero HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    format!("{head}{header}\r\n\r\n").into_bytes()
}

fn login(headers: &str, body: &[u8]) -> Vec<u8> {
    let mut request = format!("{LOGIN}{headers}\r\n").into_bytes();
    request.extend_from_slice(body);
    request
}

fn sized(body: &[u8]) -> Vec<u8> {
    login(&format!("Content-Length: {}\r\n", body.len()), body)
}

/// Header lines that are not valid.
const HEADERS: [&str; 5] = [
    "X-A: a\0b",
    "X\r-A: b",
    "nonsense",
    "X-A : b",
    "X-A: b\r\n c",
];
/// Requests that are not valid HTTP/1 as a whole.
const NONE: [&[u8]; 8] = [
    b"GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"G T / HTTP/1.1\r\n\r\n",
    b"\x01\x02 / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\xff\xfe\xfd",
    b"\0\0\0\0",
];
/// Lengths and encodings that a body cannot have, each with the bytes that follow it.
const BODIES: [(&str, &str); 10] = [
    ("Content-Length: 99999999999999999999999", "{}"),
    ("Content-Length: -1", "{}"),
    ("Content-Length: two", "{}"),
    ("Content-Length: 2\r\nContent-Length: 9", "{}"),
    ("Content-Length: 999999999999", "{}"),
    ("Transfer-Encoding: brotli", "{}"),
    ("Transfer-Encoding: chunked, gzip", "0\r\n\r\n"),
    ("Transfer-Encoding: chunked", "x\r\n{}\r\n0\r\n\r\n"),
    ("Transfer-Encoding: chunked", "ffffffffffffffffff\r\n{}"),
    ("Transfer-Encoding: chunked", "-1\r\n{}\r\n0\r\n\r\n"),
];

#[test]
fn malformed_requests_are_refused_or_cut() {
    let mitai = Mitai::start();
    let large = "b".repeat(1_000_000);
    let mut requests: Vec<Vec<u8>> = NONE.map(<[u8]>::to_vec).into();
    requests.extend(HEADERS.map(with));
    requests.push(with(&"X-A: b\r\n".repeat(10_000)));
    requests.push(with(&format!("X-A: {large}")));
    requests.push(get(&format!("/{large}")));
    requests.push(get(&format!("/{}", &large[..60_000])));
    requests.push((0..=255).cycle().take(10_000).collect());
    for (header, body) in BODIES {
        let request = login(&format!("{header}\r\n"), body.as_bytes());
        requests.push(request);
    }
    let chunks = login("Transfer-Encoding: chunked\r\n", b"0\r\n\r\n");
    let chunks = String::from_utf8(chunks).unwrap();
    requests.push(chunks.replace("HTTP/1.1", "HTTP/1.0").into());
    for request in &requests {
        mitai.send(request).assert_refused(&beginning(request));
    }
    for request in [
        b"GET / HTT".to_vec(),
        login("Content-Length: 900\r\n", b"{\"email\":"),
    ] {
        mitai
            .send_all(&request)
            .assert_refused(&beginning(&request));
    }
    mitai.assert_well();
}

fn beginning(request: &[u8]) -> String {
    String::from_utf8_lossy(&request[..request.len().min(300)]).into_owned()
}

#[test]
fn undescribed_bodies_are_refused() {
    let mitai = Mitai::start();
    let deep = "[".repeat(100_000);
    let utf16: Vec<u8> = "{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let large = format!(r#"{{"email":"{}"}}"#, "a".repeat(300_000));
    let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    for (case, request) in [
        ("deep JSON", sized(deep.as_bytes())),
        (
            "deep JSON in an object",
            sized(format!("{{\"email\":{deep}").as_bytes()),
        ),
        ("no UTF-8", sized(b"{\"email\":\"\xff\xfe\"}")),
        ("UTF-16", sized(&utf16)),
        (
            "half a surrogate",
            sized(br#"{"email":"\ud800","password":"x"}"#),
        ),
        (
            "a number beyond all",
            sized(br#"{"email":1e999999,"password":1e999999}"#),
        ),
        (
            "a packed body",
            sized(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"),
        ),
        ("a body that is too large", sized(large.as_bytes())),
        (
            "the same in chunks",
            login("Transfer-Encoding: chunked\r\n", chunked.as_bytes()),
        ),
        ("nothing", sized(b"")),
        ("no kind", {
            let request = String::from_utf8(sized(b"{}")).unwrap();
            request
                .replace("Content-Type: application/json\r\n", "")
                .into()
        }),
    ] {
        let reply = mitai.send(&request);
        reply.assert_refused(case);
        assert!(reply.json()["code"].is_string(), "{case}: {}", reply.text);
    }
    mitai.assert_well();
}

/// Folders, each of which is requested with each of [`STRANGE`] behind it.
const FOLDERS: [&str; 8] = [
    "",
    "anime",
    "api/v1/anime",
    "api/v1",
    "v4/anime",
    "v4",
    "assets",
    "img/poster",
];
const STRANGE: [&str; 8] = [
    "%ff%fe",
    "%00",
    "%",
    "%zz",
    "..%2f..%2fetc%2fpasswd",
    "../../x",
    "\u{e9}",
    "?%ff=%ff",
];
/// Paths, each of which is requested with each of [`QUERIES`].
const PATHS: [&str; 6] = [
    "/",
    "/api/v1/anime",
    "/api/v1/browse",
    "/api/v1/suggest",
    "/v4/anime",
    "/v4/top/anime",
];
const QUERIES: [&str; 6] = [
    "page=99999999999999999999",
    "page=-1",
    "page=%ff",
    "search=%00",
    "list=%ff",
    "search=%F0%9F",
];
const WORDS: [&str; 10] = [
    "Cookie: mitai_session=\u{e9}; =; ;;; a",
    "Cookie: mitai_session",
    "If-None-Match: \u{ff}\"",
    "Accept-Encoding: br;q=NaN, ,,gzip;q=",
    "X-Forwarded-For: a,,[::, 1.2.3.4.5",
    "Host: a b",
    "Range: bytes=9-1",
    "Expect: 100-continue",
    "Upgrade: h2c",
    "Origin: \u{e9}",
];
const METHODS: [&str; 6] = [
    "GET http://elsewhere.example/",
    "OPTIONS *",
    "CONNECT a:1",
    "TRACE /",
    "HEAD /",
    "FETCH /",
];

#[test]
fn unusual_header_values_cause_no_server_error() {
    let mitai = Mitai::start();
    let mut requests: Vec<Vec<u8>> = Vec::new();
    for folder in FOLDERS {
        requests.extend(STRANGE.map(|strange| get(&format!("/{folder}/{strange}"))));
        let raw = get(&format!("/{folder}/!")).into_iter();
        requests.push(
            raw.map(|byte| if byte == b'!' { 0xff } else { byte })
                .collect(),
        );
    }
    for path in PATHS {
        requests.extend(QUERIES.map(|query| get(&format!("{path}?{query}"))));
    }
    requests.extend(WORDS.map(with));
    let line = |line| format!("{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").into();
    requests.extend(METHODS.map(line));
    // Without a host
    requests.push(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n".into());
    for request in requests {
        let reply = mitai.send(&request);
        let request = beginning(&request);
        let status = reply.status.unwrap_or(400);
        assert!((200..500).contains(&status), "{request}: {}", reply.text);
        if status >= 400 && !reply.text.contains("text/html") {
            reply.assert_refused(&request);
        }
    }
    mitai.assert_well();
}

#[test]
fn request_smuggling_is_refused() {
    let mitai = Mitai::start();
    // A parser that goes by the length sees one request; one that goes by the chunks sees two
    let smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    for headers in [
        format!(
            "Content-Length: {}\r\nTransfer-Encoding: chunked\r\n",
            smuggled.len()
        ),
        format!(
            "Transfer-Encoding: chunked\r\nContent-Length: {}\r\n",
            smuggled.len()
        ),
    ] {
        let head = "POST /api/v1/auth/logout HTTP/1.1\r\nHost: x\r\n";
        let reply = mitai.send(format!("{head}{headers}\r\n{smuggled}").as_bytes());
        assert!(reply.status.unwrap_or(400) < 500, "{}", reply.text);
        assert!(
            reply.text.matches("HTTP/1.1 ").count() <= 1,
            "{}",
            reply.text
        );
    }
    mitai.assert_well();
}
