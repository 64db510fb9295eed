//! Files that are not lists, or that are made to exhaust their reader.

use std::{fs, io::Write as _, time::Duration};

use flate2::{Compression, write::GzEncoder};
use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use testkit::remote::Browser;

use super::mitai::Mitai;

/// How much more memory the server may hold while it reads such a file, in MB: three times the largest file that is
/// taken. It holds the file's bytes and the values of one row, whose list is copied as it grows; pages that were freed
/// count until they are released, a second later.
const MAX_RISE: f64 = 96.0;
const MB: usize = 1024 * 1024;
/// How long a file may be read: by a debug build on a busy machine, longer than other requests are answered.
const TIMEOUT: Duration = Duration::from_mins(5);
/// A gigabyte, in blocks of a megabyte.
const GIGABYTE: usize = 1024;

const NOT_A_LIST: &str = "This file is not an anime list that Mitai knows.";
const TOO_LARGE: &str = "This file is too large.";
const DAMAGED: &str = "This file is damaged or was not downloaded to its end.";
const CUT_OFF: &str = "It may be cut off: please export your list again.";

/// Somebody who brings files to a server.
struct Visitor {
    mitai: Mitai,
    browser: Browser,
}

impl Visitor {
    async fn new() -> Self {
        let mitai = Mitai::start();
        let http = Client::builder().read_timeout(TIMEOUT).build().unwrap();
        let site = format!("http://{}", mitai.address);
        let browser = Browser::sign_up(&http, &site, "visitor").await.unwrap();
        Self { mitai, browser }
    }

    async fn bring(&self, file: Vec<u8>) -> (StatusCode, Value) {
        let site = format!("http://{}", self.mitai.address);
        let path = "me/imports?name=list.xml";
        let request = self.browser.request(Method::POST, &site, path);
        let request = request.header("content-type", "application/octet-stream");
        let answer = request.body(file).send().await.unwrap();
        let status = answer.status();
        let body = answer.bytes().await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    /// Brings a file that is refused with a sentence, while memory stays as it is.
    async fn is_refused(&self, case: &str, file: Vec<u8>, sentence: &str) {
        let size = file.len();
        self.forget_the_peak();
        let before = self.memory("VmRSS:");
        let (status, answer) = self.bring(file).await;
        let rise = self.memory("VmHWM:") - before;
        println!("{case}: {size} bytes, {rise:.1} MB more");
        assert_eq!(status, StatusCode::BAD_REQUEST, "{case}: {answer}");
        let detail = answer["detail"].as_str().unwrap();
        assert!(detail.contains(sentence), "{case}: {detail}");
        assert!(rise < MAX_RISE, "{case}: {rise} MB more");
    }

    fn proc(&self, file: &str) -> String {
        format!("/proc/{}/{file}", self.mitai.process())
    }

    /// Resets the server's peak of memory, so that the next peak is of what follows.
    fn forget_the_peak(&self) {
        fs::write(self.proc("clear_refs"), "5").unwrap();
    }

    /// Returns a field of the server's memory in MB: `VmRSS:` for now, `VmHWM:` for the peak.
    fn memory(&self, field: &str) -> f64 {
        let status = fs::read_to_string(self.proc("status")).unwrap();
        let mut lines = status.lines();
        let text = lines.find_map(|line| line.strip_prefix(field)).unwrap();
        let kibibytes = text.split_whitespace().next().unwrap();
        kibibytes.parse::<f64>().unwrap() * 1024.0 / 1e6
    }
}

/// Packs `begin` and then a block that comes `times` times.
fn packed(begin: &[u8], block: &[u8], times: usize) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(begin).unwrap();
    for _ in 0..times {
        packed.write_all(block).unwrap();
    }
    packed.finish().unwrap()
}

/// Returns a file with ten entities, each of which but the first is ten of the one before.
fn billion_laughs() -> Vec<u8> {
    let mut file = String::from("<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">");
    for n in 1..10 {
        let ten = format!("&lol{};", n - 1).repeat(10);
        file.push_str(&["<!ENTITY lol", &n.to_string(), " \"", &ten, "\">"].concat());
    }
    file += "]>\n<myanimelist><anime><series_title>&lol9;</series_title></anime></myanimelist>";
    file.into_bytes()
}

/// A list of MyAnimeList's form with so many rows.
fn list(rows: usize) -> String {
    let row = |id: usize| {
        format!(
            "<anime><series_animedb_id>{id}</series_animedb_id>\n\
             <my_status>Completed</my_status></anime>\n"
        )
    };
    let rows: String = (1..=rows).map(row).collect();
    format!("<myanimelist>\n{rows}</myanimelist>\n")
}

/// Returns rows as large as they may be, of values as small as they may be.
fn small_values() -> String {
    let row = format!("{{\"x\":[{}0]}}", "0,".repeat(MB / 2 - 100 * 1024));
    format!("[{}{row}]", format!("{row},").repeat(9))
}

/// The smallest picture.
const PNG: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\
    \0\0\0\nIDATx\x9cc\0\x01\0\0\x05\0\x01\r\n-\xb4\0\0\0\0IEND\xaeB`\x82";

#[tokio::test(flavor = "multi_thread")]
async fn hostile_files_are_refused_with_a_sentence_and_memory_stays_flat() {
    let visitor = Visitor::new().await;
    // What is read once stays in memory, as the parsers' code
    let (status, _) = visitor.bring(list(10).into()).await;
    assert_eq!(status, StatusCode::CREATED);

    let cut = packed(list(1_000).as_bytes(), b"", 0);
    let whole = list(1_000);
    for (case, file, sentence) in [
        (
            "billion laughs",
            billion_laughs(),
            "declares a document type",
        ),
        (
            "1 GB of zeros, packed",
            packed(b"", &vec![0; MB], GIGABYTE),
            TOO_LARGE,
        ),
        (
            "200 MB of one row, packed",
            packed(b"<myanimelist><anime><my_tags>", &vec![b'a'; MB], 200),
            TOO_LARGE,
        ),
        ("a picture", PNG.into(), NOT_A_LIST),
        ("deep JSON", "[".repeat(16 * MB).into(), NOT_A_LIST),
        (
            "deep objects",
            "{\"data\":".repeat(2 * MB).into(),
            NOT_A_LIST,
        ),
        ("JSON of small values", small_values().into(), NOT_A_LIST),
        ("deep XML", "<myanimelist>".repeat(MB).into(), TOO_LARGE),
        ("cut gzip", cut[..cut.len() / 2].into(), DAMAGED),
        ("cut XML", whole[..whole.len() / 2].into(), CUT_OFF),
    ] {
        visitor.is_refused(case, file, sentence).await;
    }
    let site = format!("http://{}", visitor.mitai.address);
    let imports = visitor.browser.read(&site, "me/imports").await.unwrap();
    assert_eq!(imports["items"].as_array().unwrap().len(), 1);
    visitor.mitai.assert_well();
}
