//! Server-sent events as a browser reads them.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use domain::library::Position;
use futures::StreamExt as _;
use serde_json::Value;

/// Longest wait for an event, before the test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A stream of events.
pub struct Events {
    body: BodyDataStream,
    unread: String,
}

/// An event or a comment of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// The event's name, which is its kind.
    pub name: String,
    /// The id that a browser sends back as `Last-Event-ID`.
    pub id: String,
    /// The event's data as text.
    pub data: String,
    /// Whether this is a comment, which browsers do not see.
    pub is_comment: bool,
}

impl Event {
    /// Returns the record's version after the event, which the id begins with.
    ///
    /// # Panics
    /// Panics if the id is no position.
    pub fn version(&self) -> u64 {
        let position: Result<Position, _> = self.id.parse();
        position.expect("an id is a position").version
    }

    /// Returns the event's data as JSON.
    ///
    /// # Panics
    /// Panics if the data are no JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).expect("an event's data are JSON")
    }
}

impl Events {
    pub(super) fn new(body: Body) -> Self {
        Self {
            body: body.into_data_stream(),
            unread: String::new(),
        }
    }

    /// Reads the next event; `None` at the end of the stream.
    ///
    /// # Panics
    /// Panics if nothing comes for long.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            let event = self.next_or_comment().await?;
            if !event.is_comment {
                return Some(event);
            }
        }
    }

    /// Reads the next event or comment; `None` at the end of the stream.
    ///
    /// # Panics
    /// Panics if nothing comes for long.
    pub async fn next_or_comment(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.unread.find("\n\n") {
                let block: String = self.unread.drain(..end + 2).collect();
                return Some(parse(&block));
            }
            let part = tokio::time::timeout(TIMEOUT, self.body.next())
                .await
                .expect("something is said in time")?
                .expect("the stream can be read");
            self.unread
                .push_str(std::str::from_utf8(&part).expect("events are text"));
        }
    }
}

/// Parses a block of lines as one event.
pub(crate) fn parse(block: &str) -> Event {
    let mut event = Event::default();
    for line in block.trim_end().lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => event.is_comment = true,
            "event" => value.clone_into(&mut event.name),
            "id" => value.clone_into(&mut event.id),
            "data" => event.data.push_str(value),
            _ => {}
        }
    }
    event
}
