//! Operators' decisions about bursts of votes.

use domain::{
    Result,
    rating::{Hold, HoldDecision, HoldState},
};
use jiff::Timestamp;

use super::{apply_vote_changes, holds, tallies::Tallies, totals::Totals};
use crate::{Store, library::to_json};

/// Stores an operator's decision about a hold, and holds or releases the votes.
pub(super) async fn decide(
    store: &Store,
    id: u32,
    state: HoldState,
    now: Timestamp,
) -> Result<Hold> {
    let mut tx = store.begin().await?;
    let mut totals = Totals::lock(&mut tx).await?;
    let mut hold = holds::find(&mut tx, id).await?;
    let was = hold.state();
    let mut tallies = Tallies::of(&mut tx, std::iter::once(hold.mal_id)).await?;
    if was == HoldState::Released && state != HoldState::Released {
        apply_vote_changes::hold_votes(&mut tx, &hold, &mut tallies).await?;
    }
    // Votes are counted before a release takes the hold off them
    hold.votes = holds::count_votes(&mut tx, &hold).await?;
    if state == HoldState::Released {
        apply_vote_changes::release_votes(&mut tx, &hold, &mut tallies).await?;
    }
    let is_again = was == state && state == HoldState::Released;
    let again = hold.decisions.last().filter(|_| is_again);
    hold.decisions.push(HoldDecision {
        state,
        at: now,
        votes: again.map_or(Some(hold.votes), |last| last.votes),
    });
    let sql = "UPDATE rating_hold SET state = $2, decisions = $3 WHERE id = $1";
    let decisions = to_json(&hold.decisions)?;
    let row = vec![id.into(), state.as_str().into(), decisions.into()];
    let mut statements = apply_vote_changes::publish_due(&mut tallies);
    statements.extend(tallies.write(&tx, &mut totals)?);
    statements.push((sql.into(), vec![row]));
    tx.execute_all(statements).await?;
    totals.write(&mut tx).await?;
    hold.votes = holds::count_votes(&mut tx, &hold).await?;
    tx.commit().await?;
    Ok(hold)
}
