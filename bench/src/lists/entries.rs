//! Entries of the anime list: editing them, reading them, and the list as it was.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use bench::{Fixture, figure, median, milliseconds_since};
use futures::future::try_join_all;
use reqwest::{
    Method, StatusCode,
    header::{ACCEPT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH},
};
use serde_json::{Value, json};
use testkit::remote::Browser;

/// The numbers of entries of the short and the long list of which one entry is edited.
const SHORT: usize = 10;
pub(crate) const LONG: usize = 20_000;
/// The number of edits that count.
const ROUNDS: u32 = 500;
/// The number of edits that warm up before.
const WARM_UP: u32 = 50;
/// The number of users who edit at once, and for how long.
const USERS: usize = 64;
const LOAD: Duration = Duration::from_secs(5);
/// The number of entries of the list that is read, and of the readings whose median counts.
const READ: usize = 1_000;
const READINGS: usize = 300;
/// Longest time in which a list is packed smaller.
const REPACKED: Duration = Duration::from_secs(2);
/// The number of changes over which the list is read as it was.
const EVENTS: usize = 100_000;
/// The largest number of titles that one request edits.
const BULK: usize = 500;

pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    beside_long_lists(fixture).await?;
    reading(fixture).await?;
    by_many(fixture).await
}

/// Measures an edit beside few entries and beside many.
async fn beside_long_lists(fixture: &Fixture) -> Result<()> {
    let short = fixture.user("editor-short", 0, 1).await?;
    let long = fixture.user("editor-long", 0, 1).await?;
    fill(fixture, &short, SHORT).await?;
    fill(fixture, &long, LONG).await?;
    let title = fixture.titles[0];
    let (mut beside_few, mut beside_many) = (Vec::new(), Vec::new());
    for round in 0..WARM_UP + ROUNDS {
        for (user, took) in [(&short, &mut beside_few), (&long, &mut beside_many)] {
            let begin = Instant::now();
            edit(fixture, user, title, &json!({ "score": 1 + round % 100 })).await?;
            took.push(milliseconds_since(begin));
        }
    }
    let warm_up = usize::try_from(WARM_UP)?;
    let few = median(&mut beside_few[warm_up..]);
    let many = median(&mut beside_many[warm_up..]);
    figure("entry-edit-short", few);
    figure("entry-edit-long", many);
    figure("entry-edit-ratio", many / few);
    Ok(())
}

/// Measures how long the list at an instant takes, in the middle of many changes. Each instant is asked for once.
async fn as_it_was(fixture: &Fixture, reader: &Browser) -> Result<()> {
    let mut instants = Vec::new();
    for round in 0..EVENTS / READ {
        let edit = json!({ "tags": [format!("Seen {round} times")] });
        bulk(fixture, reader, &fixture.titles[..READ], &edit).await?;
        instants.push(last_change(fixture, reader).await?);
    }
    let mut took = Vec::new();
    for instant in &instants {
        let begin = Instant::now();
        let list = read(fixture, reader, &format!("me/list?at={instant}"), None).await?;
        took.push(milliseconds_since(begin));
        ensure!(list.bytes > READ * 10, "the list as it was is short");
    }
    figure("entries-at", median(&mut took));
    Ok(())
}

/// Measures how long a list of full entries takes to read, and how large it is.
async fn reading(fixture: &Fixture) -> Result<()> {
    let reader = fixture.user("entry-reader", 0, 1).await?;
    fill(fixture, &reader, READ).await?;
    let first = read(fixture, &reader, "me/list", None).await?;
    figure("entries-fresh-size", kilobytes(&first)?);
    let mut last = read(fixture, &reader, "me/list", None).await?;
    // A list that is asked for again is packed smaller in the background
    tokio::time::sleep(REPACKED).await;
    let mut took = Vec::new();
    for _ in 0..READINGS {
        let begin = Instant::now();
        last = read(fixture, &reader, "me/list", None).await?;
        took.push(milliseconds_since(begin));
    }
    figure("entries-read", median(&mut took));
    figure("entries-size", kilobytes(&last)?);
    let mut took = Vec::new();
    for _ in 0..READINGS {
        let begin = Instant::now();
        read(fixture, &reader, "me/list", last.etag.as_ref()).await?;
        took.push(milliseconds_since(begin));
    }
    figure("entries-unchanged", median(&mut took));
    as_it_was(fixture, &reader).await
}

/// Edits a second that are acknowledged to many users at once, each with a list of its own.
async fn by_many(fixture: &Fixture) -> Result<()> {
    let names: Vec<_> = (0..USERS)
        .map(|user| format!("entry-editor{user}"))
        .collect();
    let users = names.iter().map(|name| fixture.user(name, SHORT, 1));
    let users = try_join_all(users).await?;
    let begin = Instant::now();
    let load = users.iter().map(|user| async move {
        let mut acknowledged = 0_u32;
        while begin.elapsed() < LOAD {
            let title = fixture.titles[acknowledged as usize % SHORT];
            let edit = json!({
                "score": 1 + acknowledged % 100,
                "op_id": format!("editor_01-{acknowledged}"),
            });
            self::edit(fixture, user, title, &edit).await?;
            acknowledged += 1;
        }
        anyhow::Ok(acknowledged)
    });
    let acknowledged: u32 = try_join_all(load).await?.into_iter().sum();
    figure(
        "entry-edits",
        f64::from(acknowledged) / begin.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// Gives a user full entries of the most popular titles: every field has a value, and they differ.
async fn fill(fixture: &Fixture, user: &Browser, length: usize) -> Result<()> {
    const STATUSES: [&str; 5] = ["completed", "watching", "paused", "dropped", "planned"];
    let titles = fixture
        .titles
        .get(..length)
        .context("there are too few titles")?;
    for (number, titles) in titles.chunks(25.min(length)).enumerate() {
        let edit = json!({
            "status": STATUSES[number % STATUSES.len()],
            "score": 10 * (1 + number % 10),
            "started": format!("20{:02}-{:02}-{:02}", 10 + number % 16, 1 + number % 12, 1 + number % 28),
            "finished": format!("20{:02}-{:02}", 10 + number % 16, 1 + number % 12),
            "tags": [format!("Tag {}", number % 7), "with friends"],
        });
        bulk(fixture, user, titles, &edit).await?;
        let notes = json!({ "notes": format!("What I thought of it on day {number}.") });
        for title in titles {
            send(fixture, user, &format!("me/list/{title}"), &notes).await?;
        }
    }
    // A title that is not yet aired can only be planned
    bulk(fixture, user, titles, &json!({ "add_tags": ["all"] })).await
}

/// Edits the entries of many titles, in several requests.
pub(crate) async fn bulk(
    fixture: &Fixture,
    user: &Browser,
    titles: &[u32],
    edit: &Value,
) -> Result<()> {
    for titles in titles.chunks(BULK) {
        let body = json!({ "mal_ids": titles, "edit": edit });
        send(fixture, user, "me/list", &body).await?;
    }
    Ok(())
}

async fn edit(fixture: &Fixture, user: &Browser, title: u32, edit: &Value) -> Result<()> {
    send(fixture, user, &format!("me/list/{title}"), edit).await
}

async fn send(fixture: &Fixture, user: &Browser, path: &str, body: &Value) -> Result<()> {
    let request = user.request(Method::PATCH, &fixture.site, path);
    let request = request.header("content-type", "application/json");
    let answer = request.body(body.to_string()).send().await?;
    let status = answer.status();
    let said = answer.bytes().await?;
    let said = String::from_utf8_lossy(&said);
    ensure!(
        status == StatusCode::OK,
        "{path} was answered {status}: {said}"
    );
    Ok(())
}

struct Answer {
    etag: Option<HeaderValue>,
    /// The number of bytes of the body as sent.
    bytes: usize,
}

/// Returns the size of an answer in kilobytes of 1000 bytes.
fn kilobytes(answer: &Answer) -> Result<f64> {
    Ok(f64::from(u32::try_from(answer.bytes)?) / 1000.0)
}

/// Reads a list as a browser does that knows brotli and, perhaps, the list.
async fn read(
    fixture: &Fixture,
    reader: &Browser,
    path: &str,
    known: Option<&HeaderValue>,
) -> Result<Answer> {
    let request = reader.request(Method::GET, &fixture.site, path);
    let mut request = request.header(ACCEPT_ENCODING, "br");
    if let Some(etag) = known {
        request = request.header(IF_NONE_MATCH, etag);
    }
    let answer = request.send().await?;
    let expected = if known.is_some() {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    };
    let (status, etag) = (answer.status(), answer.headers().get(ETAG).cloned());
    ensure!(status == expected, "reading was answered {status}");
    let bytes = answer.bytes().await?.len();
    Ok(Answer { etag, bytes })
}

/// Returns the instant of a user's last change, as an address writes it.
async fn last_change(fixture: &Fixture, user: &Browser) -> Result<String> {
    let newest = user.read(&fixture.site, "me/activity?limit=1").await?;
    let at = newest["items"][0]["at"].as_str();
    Ok(at.context("there is no change")?.to_owned())
}
