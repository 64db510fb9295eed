//! Thousands of open streams: their memory, and their latency.

use std::time::{Duration, Instant};

use anyhow::Result;
use bench::{Fixture, Listening, figure, mark, median, milliseconds_since, quantile};
use futures::{StreamExt as _, TryStreamExt as _, future::try_join_all, stream};
use reqwest::Method;
use testkit::remote::Browser;
use tokio::time::sleep;

/// The number of streams of each user; a user may have 64.
const EACH: usize = 50;
/// The number of entries on each user's list.
const LENGTH: usize = 10;
/// The number of streams that are opened at once.
const CONCURRENCY: usize = 64;
/// The number of times that all users change their lists one after the other.
const ROUNDS: usize = 5;
/// The number of times that all users change their lists at once.
const STORMS: usize = 5;
/// The number of sign-ups at once: each hashes a password.
const SIGN_UPS: usize = 2;
/// How long the server stands still before its memory is looked at.
const QUIET_PERIOD: Duration = Duration::from_secs(2);

/// The users whose streams are open.
pub(crate) struct Listeners {
    users: Vec<Listening>,
    /// The number of bytes of the record that a stream begins with.
    record: usize,
}

/// Opens `count` streams.
pub(crate) async fn open(fixture: &Fixture, count: usize) -> Result<Listeners> {
    let names: Vec<_> = (0..count / EACH).map(|user| format!("fan{user}")).collect();
    let users = stream::iter(&names).map(|name| fixture.user(name, LENGTH, 1));
    let users: Vec<Browser> = users.buffered(SIGN_UPS).try_collect().await?;
    sleep(QUIET_PERIOD).await;
    mark("before-streams");
    let begin = Instant::now();
    let users = users.into_iter().map(|user| Listening::new(user, EACH));
    let users: Vec<_> = users.collect();
    let opening = users.iter().flat_map(|user| [user; EACH]);
    let opening =
        stream::iter(opening.map(|user| user.open(fixture))).buffer_unordered(CONCURRENCY);
    let record = opening.try_fold(0, async |_, bytes| Ok(bytes)).await?;
    figure("opened", milliseconds_since(begin) / 1000.0);
    sleep(QUIET_PERIOD).await;
    mark("with-streams");
    Ok(Listeners { users, record })
}

impl Listeners {
    /// Changes lists, and measures when each stream has received the change.
    pub(crate) async fn measure(mut self, fixture: &Fixture) -> Result<()> {
        let title = fixture.titles[LENGTH];
        let (mut each, mut last) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            for user in &mut self.users {
                let latencies = user.change(fixture, method(round), title).await?;
                last.push(latencies.iter().copied().fold(0.0, f64::max));
                each.extend(latencies);
            }
        }
        figure("received-p50", median(&mut each));
        figure("received-p99", quantile(&mut each, 0.99));
        figure("received-by-all-p99", quantile(&mut last, 0.99));
        let mut storms = Vec::new();
        for storm in 0..STORMS {
            let begin = Instant::now();
            let users = self.users.iter_mut();
            let changes = users.map(|user| user.change(fixture, method(ROUNDS + storm), title));
            let received: usize = try_join_all(changes).await?.iter().map(Vec::len).sum();
            let received = f64::from(u32::try_from(received)?);
            storms.push(received / begin.elapsed().as_secs_f64());
        }
        figure("reported-rate", median(&mut storms));
        mark("after-streams");
        bench::lengths(self.record, self.users[0].length())
    }
}

/// Returns the method of a round: one round puts a title on every list, the next takes it off again.
fn method(round: usize) -> Method {
    [Method::PUT, Method::DELETE][round % 2].clone()
}
