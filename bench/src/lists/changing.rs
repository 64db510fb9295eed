//! Adding and removing.

use std::time::{Duration, Instant};

use anyhow::Result;
use bench::{Fixture, figure, median, milliseconds_since};
use futures::future::try_join_all;
use reqwest::Method;

const SHORT: usize = 10;
const LONG: usize = 10_000;
/// The number of times that a title is added and removed again.
const ROUNDS: usize = 500;
/// The number of rounds that warm up before.
const WARM_UP: usize = 50;
/// The number of users who change their lists at once, and for how long.
const USERS: usize = 64;
const LOAD: Duration = Duration::from_secs(5);

/// What a change costs, beside few entries and beside many. Both take turns, so that what else the
/// machine does falls on both alike.
pub(crate) async fn beside_long_lists(fixture: &Fixture) -> Result<()> {
    let short = fixture.user("short", SHORT, 1).await?;
    let long = fixture.user("long", LONG, 1).await?;
    let title = fixture.titles[LONG];
    let (mut beside_few, mut beside_many) = (Vec::new(), Vec::new());
    for _ in 0..WARM_UP + ROUNDS {
        for method in [Method::PUT, Method::DELETE] {
            for (user, took) in [(&short, &mut beside_few), (&long, &mut beside_many)] {
                let begin = Instant::now();
                fixture.change(user, method.clone(), title).await?;
                took.push(milliseconds_since(begin));
            }
        }
    }
    let few = median(&mut beside_few[2 * WARM_UP..]);
    let many = median(&mut beside_many[2 * WARM_UP..]);
    figure("change-short", few);
    figure("change-long", many);
    figure("change-ratio", many / few);
    Ok(())
}

/// Changes a second that are acknowledged to many users at once, each with a list of its own.
pub(crate) async fn by_many(fixture: &Fixture) -> Result<()> {
    let names: Vec<_> = (0..USERS).map(|user| format!("writer{user}")).collect();
    let users = names.iter().map(|name| fixture.user(name, SHORT, 1));
    let users = try_join_all(users).await?;
    let begin = Instant::now();
    let load = users.iter().map(|user| async move {
        let mut acknowledged = 0_u32;
        while begin.elapsed() < LOAD {
            for method in [Method::PUT, Method::DELETE] {
                fixture.change(user, method, fixture.titles[LONG]).await?;
                acknowledged += 1;
            }
        }
        anyhow::Ok(acknowledged)
    });
    let acknowledged: u32 = try_join_all(load).await?.into_iter().sum();
    figure(
        "changes",
        f64::from(acknowledged) / begin.elapsed().as_secs_f64(),
    );
    Ok(())
}
