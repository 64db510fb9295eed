//! All streams reconnecting at once, as after a restart.

use std::time::Instant;

use anyhow::{Result, ensure};
use bench::{Fixture, figure, milliseconds_since};
use futures::future::try_join_all;
use testkit::remote::Browser;

const USERS: usize = 160;
/// The number of streams of each user.
const STREAMS: usize = 50;
/// The number of entries on each user's list.
const LENGTH: usize = 10;

/// Measures the time until each of 8,000 streams has received the whole record.
pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    let mut users: Vec<Browser> = Vec::new();
    for user in 0..USERS {
        users.push(fixture.user(&format!("returning{user}"), LENGTH, 1).await?);
    }
    let begin = Instant::now();
    let streams = (0..STREAMS).flat_map(|_| &users).map(|user| async move {
        let mut events = user.listen(&fixture.site, None).await?;
        let first = events.next().await?;
        ensure!(
            first.is_some_and(|event| event.name == "snapshot"),
            "a stream did not begin with the record"
        );
        Ok(events)
    });
    let streams = try_join_all(streams).await?;
    figure("returned", milliseconds_since(begin) / 1000.0);
    drop(streams);
    Ok(())
}
