//! Answers of providers.

use anyhow::Result;
use domain::provider::{AnswerStore, StoredAnswer};
use jiff::{SignedDuration, Timestamp};

use crate::TestDb;

/// An answer is read byte for byte, in another process too, and only under its own key.
pub async fn answers_round_trip(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let answer = StoredAnswer {
        body: (0..=255).cycle().take(70_000).collect(),
        etag: Some("W/\"x'y\"".into()),
        fetched_at: Timestamp::constant(1_793_491_200, 1),
    };
    assert_eq!(store.stored_answer("jikan /top/anime").await?, None);
    store.store_answer("jikan /top/anime", &answer).await?;

    let other = db.open().await?;
    assert_eq!(other.stored_answer("jikan /top/anime").await?, Some(answer));
    assert_eq!(other.stored_answer("jikan /top/anime?page=2").await?, None);
    Ok(())
}

/// A later answer replaces an earlier one as a whole.
pub async fn later_answer_replaces_an_earlier_one(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let first = StoredAnswer {
        body: b"first".to_vec(),
        etag: Some("a".into()),
        fetched_at: Timestamp::constant(1, 0),
    };
    let second = StoredAnswer {
        body: Vec::new(),
        etag: None,
        fetched_at: Timestamp::constant(2, 0),
    };
    store.store_answer("k", &first).await?;
    store.store_answer("k", &second).await?;
    assert_eq!(store.stored_answer("k").await?, Some(second));
    Ok(())
}

/// Keeping an answer lets go of those that are more than 30 days older, but not of the hero's
/// slides, which are shown whatever their age.
pub async fn old_answers_are_swept_and_the_hero_stays(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let now = Timestamp::constant(1_793_491_200, 1);
    let days = |days: i64| SignedDuration::from_hours(24 * days);
    let second = SignedDuration::from_secs(1);
    for (key, age) in [
        ("hero", days(400)),
        ("old", days(30) + second),
        ("young", days(30) - second),
        ("new", SignedDuration::ZERO),
    ] {
        let answer = StoredAnswer {
            body: key.into(),
            etag: None,
            fetched_at: now - age,
        };
        store.store_answer(key, &answer).await?;
    }
    for (key, stays) in [
        ("hero", true),
        ("old", false),
        ("young", true),
        ("new", true),
    ] {
        let stored = store.stored_answer(key).await?;
        assert_eq!(stored.is_some(), stays, "{key}");
    }
    Ok(())
}
