//! Latency of a change to listeners of another server of the same store.

use anyhow::Result;
use bench::{Fixture, Listening, figure, median, quantile};
use reqwest::Method;

/// The number of changes that count.
const CHANGES: usize = 1_000;
/// The number of changes that warm up before.
const WARM_UP: usize = 100;

/// From the moment at which a request leaves for `fixture` to the moment at which a listener of `other`
/// receives the change; beside a listener of `fixture`. Both take turns, so that what else the machine
/// does falls on both alike.
pub(crate) async fn measure(fixture: &Fixture, other: &Fixture) -> Result<()> {
    let mut near = Listening::new(fixture.user("near", 1, 1).await?, 1);
    let mut far = Listening::new(fixture.user("far", 1, 1).await?, 1);
    near.open(fixture).await?;
    far.open(other).await?;
    let (mut within, mut across) = (Vec::new(), Vec::new());
    for change in 0..WARM_UP + CHANGES {
        let method = [Method::PUT, Method::DELETE][change % 2].clone();
        for (user, took) in [(&mut near, &mut within), (&mut far, &mut across)] {
            let latencies = user
                .change(fixture, method.clone(), fixture.titles[1])
                .await?;
            if change >= WARM_UP {
                took.extend(latencies);
            }
        }
    }
    for (name, took) in [("within", &mut within), ("across", &mut across)] {
        figure(&format!("{name}-p50"), median(took));
        figure(&format!("{name}-p99"), quantile(took, 0.99));
    }
    Ok(())
}
