//! Telling who listens to another server of the same store.

use anyhow::Result;
use bench::{Listening, Stage, figure, median, quantile};
use reqwest::Method;

/// Changes, after some to warm up.
const CHANGES: usize = 1_000;
const WARM_UP: usize = 100;

/// From the moment at which a request leaves for `stage` to the moment at which a listener of `other`
/// receives the change; beside a listener of `stage`. Both take turns, so that what else the machine
/// does falls on both alike.
pub(crate) async fn measure(stage: &Stage, other: &Stage) -> Result<()> {
    let mut near = Listening::new(stage.user("near", 1, 1).await?, 1);
    let mut far = Listening::new(stage.user("far", 1, 1).await?, 1);
    near.open(stage).await?;
    far.open(other).await?;
    let (mut within, mut across) = (Vec::new(), Vec::new());
    for change in 0..WARM_UP + CHANGES {
        let method = [Method::PUT, Method::DELETE][change % 2].clone();
        for (user, took) in [(&mut near, &mut within), (&mut far, &mut across)] {
            let latencies = user.change(stage, method.clone(), stage.titles[1]).await?;
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
