//! Titles that a source calls adult stay out.

use anyhow::Result;
use domain::{
    anime::{Anime, MalId},
    catalogue::{CatalogueStore, Outcome},
    provenance::{BUILT_IN, OFFLINE_DATABASE, Provenance},
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{id, import};
use crate::{
    TestDb,
    anime::{full, popular},
};

/// Returns the provenance of a statement of `source`, `day` days after a fixed one.
fn on(day: i64, source: &str) -> Provenance {
    Provenance {
        source: source.into(),
        as_of: Timestamp::constant(1_793_491_200, 7) + SignedDuration::from_hours(24 * day),
    }
}

async fn put(store: &Store, by: Provenance, title: Anime) -> Result<Outcome> {
    let mut running = store.begin_import(by).await?;
    let outcomes = running.put(&[title]).await?;
    running.commit().await?;
    Ok(outcomes[0])
}

async fn call_adult(store: &Store, by: Provenance, ids: &[MalId]) -> Result<u64> {
    let mut running = store.begin_import(by).await?;
    let removed = running.remove(ids).await?;
    running.commit().await?;
    Ok(removed)
}

/// Whether it was there or not, neither a source that knows less nor an earlier answer brings a
/// title back, in another process either.
pub async fn adult_title_stays_deleted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    put(&store, on(0, "jikan"), full(1)).await?;
    assert_eq!(
        call_adult(&store, on(20, "jikan"), &[id(1), id(2)]).await?,
        1
    );
    let revision = store.revision().await?;
    let other = db.open().await?;
    for number in [1, 2] {
        for by in [
            on(21, OFFLINE_DATABASE),
            on(21, BUILT_IN),
            on(0, "jikan"),
            on(19, "jikan-import"),
        ] {
            assert_eq!(put(&other, by, full(number)).await?, Outcome::Adult);
        }
    }
    assert_eq!(
        (other.count().await?, other.revision().await?),
        (0, revision)
    );
    Ok(())
}

/// A source that knows as much and speaks later brings a title back; then it is like any other.
pub async fn later_statement_brings_a_title_back(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    call_adult(&store, on(20, OFFLINE_DATABASE), &[id(1)]).await?;
    let early = put(&store, on(19, OFFLINE_DATABASE), full(1)).await?;
    assert_eq!(early, Outcome::Adult);
    let mut built_in = store.begin_import(on(0, BUILT_IN)).await?;
    built_in.set_built_in_digest("digest").await?;
    built_in.commit().await?;
    let outcome = put(&store, on(21, "jikan"), full(1)).await?;
    assert_eq!(outcome, Outcome::Added);
    // Without its digest, the built-in catalogue is written again at the next start, and with it the title's record
    assert_eq!(store.built_in_digest().await?, None);
    assert_eq!(put(&store, on(0, BUILT_IN), full(1)).await?, Outcome::Equal);
    assert_eq!(
        call_adult(&store, on(22, OFFLINE_DATABASE), &[id(1)]).await?,
        0
    );
    assert_eq!(store.count().await?, 1);
    Ok(())
}

/// Of several that call a title adult, the word of the one counts that knows most, then the latest.
pub async fn highest_ranked_statement_is_remembered(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for by in [on(10, OFFLINE_DATABASE), on(20, "jikan"), on(15, "jikan")] {
        call_adult(&store, by, &[id(1)]).await?;
    }
    call_adult(&store, on(30, OFFLINE_DATABASE), &[id(1)]).await?;
    for (by, outcome) in [
        (on(31, OFFLINE_DATABASE), Outcome::Adult),
        (on(19, "jikan"), Outcome::Adult),
        (on(20, "jikan"), Outcome::Added),
    ] {
        assert_eq!(put(&store, by, full(1)).await?, outcome);
    }
    Ok(())
}

/// Genres that a source filled in itself do not keep a title that it calls adult.
pub async fn own_genres_do_not_protect_a_title_called_adult(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut silent = popular(1, "One", 1);
    silent.tags.clear();
    import(&store, "jikan", &[silent]).await?;
    let filled = import(&store, OFFLINE_DATABASE, &[popular(1, "One", 1)]).await?;
    assert_eq!(filled, [Outcome::Changed]);
    assert_eq!(
        call_adult(&store, on(0, OFFLINE_DATABASE), &[id(1)]).await?,
        1
    );
    Ok(())
}
