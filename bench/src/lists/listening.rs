//! Telling who listens.

use std::time::Duration;

use anyhow::Result;
use bench::{Fixture, Listening, figure, median, quantile};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Method;
use testkit::remote::Browser;

const USERS: usize = 100;
/// The number of streams of each user.
const STREAMS: usize = 10;
/// The number of changes, which go round the users.
const CHANGES: usize = 2_000;
/// The number of entries on each user's list.
const LENGTH: usize = 10;
/// How long the server stands still before and after a mark.
const QUIET_PERIOD: Duration = Duration::from_secs(1);

/// From the moment at which a request leaves to the moment at which another device of the user
/// receives the change.
pub(crate) async fn measure(fixture: &Fixture) -> Result<()> {
    let names: Vec<_> = (0..USERS).map(|user| format!("listener{user}")).collect();
    let users = stream::iter(&names).map(|name| fixture.user(name, LENGTH, 1));
    let users: Vec<Browser> = users.buffered(2).try_collect().await?;
    stand_still("before-streams").await;
    let mut listening = Vec::new();
    let mut begun = 0;
    for user in users {
        let user = Listening::new(user, STREAMS);
        for _ in 0..STREAMS {
            begun = user.open(fixture).await?;
        }
        listening.push(user);
    }
    stand_still("with-streams").await;

    let mut took = Vec::new();
    for change in 0..CHANGES {
        let method = [Method::PUT, Method::DELETE][change / USERS % 2].clone();
        let user = &mut listening[change % USERS];
        took.extend(user.change(fixture, method, fixture.titles[LENGTH]).await?);
    }
    figure("reported", median(&mut took));
    figure("reported-p99", quantile(&mut took, 0.99));
    bench::lengths(begun, listening[0].length())
}

async fn stand_still(name: &str) {
    tokio::time::sleep(QUIET_PERIOD).await;
    bench::mark(name);
    tokio::time::sleep(QUIET_PERIOD).await;
}
