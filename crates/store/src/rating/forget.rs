//! The votes of deleted accounts.

use domain::{Result, account::UserId, rating::Counted};

use super::{settle, tallies::Tallies, totals::Totals, votes};
use crate::Store;

/// Counts the votes of those of these users no more who have deleted their accounts.
pub(super) async fn votes(store: &Store, uids: &[UserId], counted: &mut Counted) -> Result<()> {
    for uid in uids {
        let mut tx = store.begin().await?;
        let mut totals = Totals::lock(&mut tx).await?;
        let forgotten = "SELECT uid FROM forgotten_account WHERE uid = $1";
        let owner = || vec![vec![uid.as_str().into()]];
        if tx
            .query(forgotten, vec![uid.as_str().into()])
            .await?
            .is_empty()
        {
            tx.rollback().await?;
            continue;
        }
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
        statements.extend(settle::publish(&mut tallies));
        statements.push(tallies.write(&mut totals)?);
        tx.execute_all(statements).await?;
        totals.write(&mut tx).await?;
        tx.commit().await?;
        counted.votes += theirs.len() as u64;
    }
    Ok(())
}
