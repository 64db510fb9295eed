//! Reading a list of 1,000.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bench::{Fixture, figure, median, milliseconds_since};
use reqwest::{
    Method, StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH},
};
use testkit::remote::Browser;

const LENGTH: usize = 1_000;
/// The list takes one title of this many: it goes down to the 5,000th by popularity.
const STEP: usize = 5;
/// The number of readings whose median counts.
const READINGS: usize = 300;
/// Longest time in which a list is packed smaller.
const REPACKED: Duration = Duration::from_secs(2);
/// The number of readings right after a change, when no answer is kept ready.
const UNCACHED_READINGS: usize = 50;

pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    let reader = fixture.user("reader", LENGTH, STEP).await?;
    let mut took = Vec::new();
    let mut size = 0.0;
    for reading in 0..UNCACHED_READINGS {
        let method = [Method::PUT, Method::DELETE][reading % 2].clone();
        fixture.change(&reader, method, fixture.titles[1]).await?;
        let answer = read(fixture, &reader, None).await?;
        took.push(answer.took);
        size = answer.kilobytes;
    }
    figure("read-fresh", median(&mut took));
    figure("read-fresh-size", size);

    let mut took = Vec::new();
    let mut last = read(fixture, &reader, None).await?;
    // A list that is asked for again is packed smaller in the background
    tokio::time::sleep(REPACKED).await;
    for _ in 0..READINGS {
        last = read(fixture, &reader, None).await?;
        took.push(last.took);
    }
    figure("read", median(&mut took));
    figure("read-size", last.kilobytes);

    let mut took = Vec::new();
    for _ in 0..READINGS {
        let answer = read(fixture, &reader, Some(&last.etag)).await?;
        ensure!(answer.kilobytes < 0.001, "an unchanged list was sent again");
        took.push(answer.took);
    }
    figure("read-unchanged", median(&mut took));
    Ok(())
}

struct Answer {
    etag: HeaderValue,
    /// The size of the body as sent, in kilobytes of 1000 bytes.
    kilobytes: f64,
    took: f64,
}

/// Reads the record as a browser does that knows brotli and, perhaps, the record.
async fn read(fixture: &Fixture, reader: &Browser, known: Option<&HeaderValue>) -> Result<Answer> {
    let request = reader.request(Method::GET, &fixture.site, "me/record");
    let mut request = request.header(ACCEPT_ENCODING, "br");
    if let Some(etag) = known {
        request = request.header(IF_NONE_MATCH, etag);
    }
    let begin = Instant::now();
    let answer = request.send().await?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body = answer.bytes().await?;
    let took = milliseconds_since(begin);
    let expected = if known.is_some() {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    };
    ensure!(status == expected, "reading was answered {status}");
    let packed = headers
        .get(CONTENT_ENCODING)
        .is_some_and(|coding| coding == "br");
    ensure!(known.is_some() || packed, "the list was not sent in brotli");
    Ok(Answer {
        etag: headers[ETAG].clone(),
        kilobytes: f64::from(u32::try_from(body.len())?) / 1000.0,
        took,
    })
}
