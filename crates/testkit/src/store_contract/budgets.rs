//! Budgets that servers share.

use anyhow::Result;
use domain::{
    account::AccountStore,
    budget::{BudgetName, BudgetStore, Rate},
};
use jiff::{SignedDuration, Timestamp};

use crate::TestDb;

const NOW: Timestamp = Timestamp::constant(1_793_491_200, 5_000);
const SECOND: SignedDuration = SignedDuration::from_secs(1);
const EVERY: SignedDuration = SignedDuration::from_secs(20);
const RATE: Rate = Rate {
    burst: 3,
    every: EVERY,
};

fn budget(whose: &str) -> BudgetName {
    BudgetName::new("tests", whose)
}

/// However many try at once on several servers, a budget gives what it has, to everyone their own.
pub async fn servers_take_from_one_budget(db: &TestDb) -> Result<()> {
    let taken = super::at_once(db, 16, |store, n| async move {
        let whose = ["a", "b"][usize::from(n >= 8)];
        Ok(store.take(&budget(whose), RATE, NOW).await?)
    })
    .await?;
    assert_eq!(taken.iter().filter(|taken| taken.is_ok()).count(), 6);
    for taken in taken {
        assert!(matches!(taken, Ok(()) | Err(EVERY)), "{taken:?}");
    }
    Ok(())
}

/// One attempt is added after each `every`; a returned attempt counts at once.
pub async fn budgets_refill_over_time(db: &TestDb) -> Result<()> {
    let (store, other, one) = (db.open().await?, db.open().await?, budget("one"));
    for _ in 0..3 {
        assert_eq!(store.take(&one, RATE, NOW).await?, Ok(()));
    }
    let later = NOW + SECOND * 5;
    assert_eq!(other.take(&one, RATE, later).await?, Err(SECOND * 15));
    assert_eq!(other.take(&one, RATE, NOW + RATE.every).await?, Ok(()));
    assert_eq!(
        store.take(&one, RATE, NOW + RATE.every).await?,
        Err(RATE.every)
    );
    other.give_back(&one, RATE).await?;
    assert_eq!(store.take(&one, RATE, NOW + RATE.every).await?, Ok(()));
    let nothing = Rate { burst: 0, ..RATE };
    assert!(store.take(&budget("two"), nothing, NOW).await?.is_err());
    Ok(())
}

/// A time written by a clock that was set back since locks nobody out.
pub async fn budgets_outlive_a_wrong_clock(db: &TestDb) -> Result<()> {
    let (store, one) = (db.open().await?, budget("one"));
    let ahead = NOW + SignedDuration::from_hours(24);
    assert_eq!(store.take(&one, RATE, ahead).await?, Ok(()));
    for _ in 0..3 {
        assert_eq!(store.take(&one, RATE, NOW).await?, Ok(()));
    }
    assert_eq!(store.take(&one, RATE, NOW).await?, Err(RATE.every));
    Ok(())
}

/// A budget that is full again is deleted.
pub async fn full_budgets_are_swept_away(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for (whose, times) in [("one", 1), ("three", 3)] {
        for _ in 0..times {
            assert_eq!(store.take(&budget(whose), RATE, NOW).await?, Ok(()));
        }
    }
    store.sweep(NOW + RATE.every).await?;
    let names = db.query("SELECT name FROM budget").await?;
    assert_eq!(names, [[Some(budget("three").as_str().to_owned())]]);
    Ok(())
}
