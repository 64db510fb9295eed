//! Mail to a real server.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{error::Error as _, sync::Arc, time::Duration};

use domain::{
    Code,
    account::{Email, Mailer as _},
};
use mail::{ConfigError, Smtp};
use testkit::{MailSink, MockClock, MockRandom};

const SENDER: &str = "Mitai <no-reply@mitai.example>";

fn smtp(url: &str) -> Smtp {
    Smtp::new(
        url,
        SENDER,
        Arc::new(MockClock::default()),
        Arc::new(MockRandom::default()),
    )
    .unwrap()
}

fn hana() -> Email {
    Email::parse("hana@example.org").unwrap()
}

/// The log's text of a mail that was not handed on.
async fn failure(smtp: &Smtp) -> String {
    let error = smtp.send(&hana(), "Hello", "Text").await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
    let cause = error.source().unwrap();
    let shown = format!("{error}: {cause}: {cause:?}");
    assert!(!shown.contains("hana"), "{shown}");
    shown
}

#[tokio::test]
async fn mail_arrives_as_it_was_written() {
    let mut sink = MailSink::start(&[]);
    let text = format!("見たい\n\nhttps://mitai.example/#{}\n", "x".repeat(200));
    smtp(&sink.url)
        .send(&hana(), "Password: 見たい", &text)
        .await
        .unwrap();
    let mail = sink.next_mail();
    assert_eq!(mail["from"], "no-reply@mitai.example");
    assert_eq!(mail["to"][0], "hana@example.org");
    let arrived = mail["text"].as_str().unwrap().replace("\r\n", "\n");
    assert_eq!(arrived.trim_end(), text.trim_end());
    let headers = &mail["headers"];
    assert_eq!(headers["from"], SENDER);
    assert_eq!(headers["to"], "hana@example.org");
    assert_eq!(headers["date"], "Sun, 01 Nov 2026 00:00:00 +0000");
    assert_eq!(headers["auto-submitted"], "auto-generated");
    assert_eq!(headers["content-type"], "text/plain; charset=utf-8");
    let subject = headers["subject"].as_str().unwrap();
    assert!(subject.starts_with("Password: =?utf-8?"), "{subject}");
    let id = headers["message-id"].as_str().unwrap();
    assert!(id.ends_with("@mitai.example>"), "{id}");
}

#[tokio::test]
async fn credentials_of_the_address_are_used() {
    let mut sink = MailSink::start(&["--user", "mitai", "--password", "p:/@ß"]);
    let with = |who: &str| sink.url.replace("smtp://", &format!("smtp://{who}@"));
    let (right, wrong) = (with("mitai:p%3A%2F%40%C3%9F"), with("mitai:other"));
    smtp(&right).send(&hana(), "Hello", "Text").await.unwrap();
    assert_eq!(sink.next_mail()["headers"]["subject"], "Hello");
    let shown = failure(&smtp(&wrong)).await;
    assert!(shown.contains("code 535"), "{shown}");
}

#[tokio::test]
async fn refusal_is_reported_without_the_address() {
    let sink = MailSink::start(&["--refuse", "hana@example.org"]);
    let shown = failure(&smtp(&sink.url)).await;
    assert!(shown.contains("code 550"), "{shown}");
}

#[tokio::test]
async fn untrusted_certificate_is_refused() {
    let sink = MailSink::start(&[]);
    let shown = failure(&smtp(&format!("{}?tls=required", sink.url))).await;
    assert!(shown.contains("invalid peer certificate"), "{shown}");
}

#[tokio::test]
async fn unavailable_server_is_reported() {
    let sink = MailSink::start(&[]);
    let url = sink.url.clone();
    drop(sink);
    let shown = failure(&smtp(&url)).await;
    assert!(shown.contains("no connection"), "{shown}");
}

/// Time is paused, so that it jumps to the end of the timeout.
#[tokio::test(start_paused = true)]
async fn silent_server_times_out() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let smtp = smtp(&format!("smtp://{}", silent.local_addr().unwrap()));
    let sending = tokio::time::timeout(Duration::from_mins(2), failure(&smtp));
    let shown = sending.await.expect("it gives up");
    assert!(shown.contains("too long"), "{shown}");
}

#[tokio::test]
async fn address_cannot_inject_headers_or_recipients() {
    let mut sink = MailSink::start(&[]);
    let smtp = smtp(&sink.url);
    for odd in ["a,b@example.org", "<a@example.org", "a>b@example.org"] {
        let odd = Email::parse(odd).unwrap();
        assert!(smtp.send(&odd, "Odd", "Text").await.is_err());
    }
    let subject = "One\r\nBcc: eve@example.org";
    smtp.send(&hana(), subject, "Text").await.unwrap();
    let mail = sink.next_mail();
    assert_eq!(mail["to"].as_array().unwrap().len(), 1);
    assert!(mail["headers"]["bcc"].is_null(), "{mail}");
}

#[test]
fn invalid_settings_are_refused_without_repeating_them() {
    let make = |url: &str, from: &str| {
        let clock = Arc::new(MockClock::default());
        Smtp::new(url, from, clock, Arc::new(MockRandom::default())).map(|_| ())
    };
    for url in ["", "mail.example", "http://mail.example", "smtp://"] {
        assert_eq!(make(url, SENDER), Err(ConfigError::Url), "{url}");
    }
    for from in ["", "Mitai", "Mitai <mitai>"] {
        let outcome = make("smtps://a:b@mail.example", from);
        assert_eq!(outcome, Err(ConfigError::Sender), "{from}");
    }
}
