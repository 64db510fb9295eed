//! Requests that are none.

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

#[test]
fn what_is_no_request_is_refused_or_cut() {
    let mitai = Mitai::start();
    let many = "X-A: b\r\n".repeat(10_000);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        (
            "NUL in the path",
            b"GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n".into(),
        ),
        ("NUL in a header", with("X-A: a\0b")),
        ("line end in a header's name", with("X\r-A: b")),
        ("a header without a colon", with("nonsense")),
        ("a header's name with a space", with("X-A : b")),
        ("a header over two lines", with("X-A: b\r\n c")),
        ("ten thousand headers", with(&many)),
        (
            "a header of a megabyte",
            with(&format!("X-A: {}", "b".repeat(1_000_000))),
        ),
        (
            "an address of a megabyte",
            get(&format!("/{}", "a".repeat(1_000_000))),
        ),
        (
            "an address of 60 kB",
            get(&format!("/{}", "a".repeat(60_000))),
        ),
        ("a method with a space", b"G T / HTTP/1.1\r\n\r\n".into()),
        (
            "a method of no letters",
            b"\x01\x02 / HTTP/1.1\r\n\r\n".into(),
        ),
        (
            "a version of the future",
            b"GET / HTTP/9.9\r\nHost: x\r\n\r\n".into(),
        ),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into()),
        (
            "TLS",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".into(),
        ),
        (
            "nothing but noise",
            (0..=255).cycle().take(10_000).collect(),
        ),
        (
            "an endless number of bytes",
            login("Content-Length: 99999999999999999999999\r\n", b"{}"),
        ),
        (
            "fewer than no bytes",
            login("Content-Length: -1\r\n", b"{}"),
        ),
        (
            "no number of bytes",
            login("Content-Length: two\r\n", b"{}"),
        ),
        (
            "two numbers of bytes",
            login("Content-Length: 2\r\nContent-Length: 9\r\n", b"{}"),
        ),
        (
            "more bytes than any route takes",
            login("Content-Length: 999999999999\r\n", b"{}"),
        ),
        (
            "an encoding that is not known",
            login("Transfer-Encoding: brotli\r\n", b"{}"),
        ),
        (
            "an encoding after chunked",
            login("Transfer-Encoding: chunked, gzip\r\n", b"0\r\n\r\n"),
        ),
        ("chunks in HTTP/1.0", {
            let request = login("Transfer-Encoding: chunked\r\n", b"0\r\n\r\n");
            String::from_utf8(request)
                .unwrap()
                .replace("HTTP/1.1", "HTTP/1.0")
                .into()
        }),
        (
            "a chunk of no length",
            login("Transfer-Encoding: chunked\r\n", b"x\r\n{}\r\n0\r\n\r\n"),
        ),
        (
            "an endless chunk",
            login(
                "Transfer-Encoding: chunked\r\n",
                b"ffffffffffffffffff\r\n{}",
            ),
        ),
    ];
    for (case, request) in cases {
        mitai.send(&request).assert_refused(case);
    }
    for (case, request) in [
        ("half a request", b"GET / HTT".to_vec()),
        (
            "half a body",
            login("Content-Length: 900\r\n", b"{\"email\":"),
        ),
    ] {
        mitai.send_all(&request).assert_refused(case);
    }
    mitai.assert_well();
}

#[test]
fn a_body_that_is_not_described_is_refused() {
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

#[test]
fn strange_words_in_a_request_are_no_fault_of_ours() {
    let mitai = Mitai::start();
    let mut cases: Vec<Vec<u8>> = Vec::new();
    for path in [
        "",
        "anime/",
        "api/v1/anime/",
        "api/v1/",
        "v4/anime/",
        "v4/",
        "assets/",
        "img/poster/",
    ] {
        for strange in [
            "%ff%fe",
            "%00",
            "%",
            "%zz",
            "..%2f..%2fetc%2fpasswd",
            "../../x",
            "\u{e9}",
            "?%ff=%ff",
        ] {
            cases.push(get(&format!("/{path}{strange}")));
        }
        cases.push(
            [
                b"GET /",
                path.as_bytes(),
                b"\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            ]
            .concat(),
        );
    }
    for query in [
        "page=99999999999999999999",
        "page=-1",
        "page=%ff",
        "search=%00",
        "list=%ff",
        "search=%F0%9F",
    ] {
        for path in [
            "/",
            "/api/v1/anime",
            "/api/v1/browse",
            "/api/v1/suggest",
            "/v4/anime",
            "/v4/top/anime",
        ] {
            cases.push(get(&format!("{path}?{query}")));
        }
    }
    for header in [
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
    ] {
        cases.push(with(header));
    }
    for line in [
        "GET http://elsewhere.example/ ",
        "OPTIONS * ",
        "CONNECT a:1 ",
        "TRACE / ",
        "HEAD / ",
        "FETCH / ",
    ] {
        cases.push(format!("{line}HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").into());
    }
    // Without a host
    cases.push(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n".into());
    for request in cases {
        let reply = mitai.send(&request);
        let request = String::from_utf8_lossy(&request);
        let status = reply.status.unwrap_or(400);
        assert!((200..500).contains(&status), "{request}: {}", reply.text);
        if status >= 400 && !reply.text.contains("text/html") {
            reply.assert_refused(&request);
        }
    }
    mitai.assert_well();
}

#[test]
fn nothing_is_smuggled_behind_a_body() {
    let mitai = Mitai::start();
    // Who goes by the length sees one request; who goes by the chunks sees two
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
