//! Deletes the votes of deleted accounts, and their reviews.

use domain::{Result, account::UserId, rating::Counted};

use super::{apply_vote_changes, tallies::Tallies, totals::Totals, votes};
use crate::{Store, review};

/// Deletes the votes and reviews of those of these users who have deleted their accounts, and subtracts the votes.
pub(super) async fn of_deleted_accounts(
    store: &Store,
    uids: &[UserId],
    counted: &mut Counted,
) -> Result<()> {
    let forgotten = "SELECT uid FROM forgotten_account WHERE uid = $1";
    for uid in uids {
        let owner = || vec![vec![uid.as_str().into()]];
        let is_there = store.query(forgotten, vec![uid.as_str().into()]).await?;
        if is_there.is_empty() {
            continue;
        }
        // Reviews go before the last row that tells of the deletion
        review::forget(store, uid).await?;
        let mut tx = store.begin().await?;
        let mut totals = Totals::lock(&mut tx).await?;
        let theirs = votes::of_user(&mut tx, uid).await?;
        let mut tallies = Tallies::of(&mut tx, theirs.iter().map(|((id, _), _)| *id)).await?;
        for (key, vote) in &theirs {
            tallies.forget(key, vote);
        }
        let mut statements = vec![
            ("DELETE FROM vote WHERE uid = $1".into(), owner()),
            ("DELETE FROM rating_position WHERE uid = $1".into(), owner()),
            (
                "DELETE FROM forgotten_account WHERE uid = $1".into(),
                owner(),
            ),
        ];
        statements.extend(apply_vote_changes::publish_due(&mut tallies));
        statements.extend(tallies.write(&tx, &mut totals)?);
        tx.execute_all(statements).await?;
        totals.write(&mut tx).await?;
        tx.commit().await?;
        counted.votes += theirs.len() as u64;
    }
    Ok(())
}
