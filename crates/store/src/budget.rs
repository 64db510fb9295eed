//! Budgets that servers share.
//!
//! **Invariant:** a transaction writes one budget (but for the sweep), so there is no deadlock. A crash
//! of the database may lose some attempts: they are not worth waiting for the disk.

use async_trait::async_trait;
use domain::{
    Error, Result,
    budget::{BudgetName, BudgetStore, Rate},
};
use jiff::{SignedDuration, Timestamp};

use crate::{Store, value::Value};

#[async_trait]
impl BudgetStore for Store {
    async fn take(
        &self,
        budget: &BudgetName,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Result<(), SignedDuration>> {
        let first = match rate.after_one_more(now, now) {
            Ok(full_at) => full_at,
            Err(wait) => return Ok(Err(wait)),
        };
        // As `Rate::after_one_more` has it: never above the whole, from now on, and not what a clock
        // wrote that has been set back since
        let sql = "INSERT INTO budget (name, full_at) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET full_at = $3 + \
             CASE WHEN budget.full_at > $4 AND budget.full_at <= $4 + $5 + $5 \
             THEN budget.full_at ELSE $4 END \
             WHERE budget.full_at + $3 <= $4 + $5 OR budget.full_at > $4 + $5 + $5 \
             RETURNING full_at";
        let params = vec![
            budget.as_str().into(),
            instant(first),
            duration(rate.every),
            instant(now),
            duration(rate.whole()),
        ];
        let mut tx = self.begin_unsynced().await?;
        let taken = !tx.query(sql, params).await?.is_empty();
        tx.commit().await?;
        if taken {
            return Ok(Ok(()));
        }
        let sql = "SELECT full_at FROM budget WHERE name = $1";
        let row = self.query(sql, vec![budget.as_str().into()]).await?.pop();
        let full_at = row.map_or(Ok(now), |mut row| read(row.take("full_at")?))?;
        // Others may have released some meanwhile, so the next try may pass
        Ok(Err(rate
            .after_one_more(full_at, now)
            .err()
            .unwrap_or_default()))
    }

    async fn give_back(&self, budget: &BudgetName, rate: Rate) -> Result<()> {
        let sql = "UPDATE budget SET full_at = full_at - $2 WHERE name = $1";
        let mut tx = self.begin_unsynced().await?;
        tx.execute(sql, vec![budget.as_str().into(), duration(rate.every)])
            .await?;
        tx.commit().await
    }
}

/// Forgets budgets that are full: they are as if nothing had been taken. Whoever takes holds one row
/// and waits for no other, so this may hold many.
pub(crate) async fn sweep(store: &Store, now: Timestamp) -> Result<()> {
    let sql = "DELETE FROM budget WHERE full_at <= $1";
    let mut tx = store.begin_unsynced().await?;
    tx.execute(sql, vec![instant(now)]).await?;
    tx.commit().await
}

fn instant(instant: Timestamp) -> Value {
    instant.as_microsecond().into()
}

fn duration(duration: SignedDuration) -> Value {
    i64::try_from(duration.as_micros())
        .unwrap_or(i64::MAX)
        .into()
}

fn read(microseconds: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(microseconds)
        .map_err(|error| Error::internal("reading an instant of the database", error))
}
