//! What readers say of reviews: once, and not of their own.

use anyhow::Result;
use domain::{Code, review::ReviewStore as _};

use super::{
    at_once, id,
    people::{NOW, uid},
    review_writing::{report, review_id, seen, write},
    reviews::people,
};
use crate::TestDb;

/// A vote or a report that comes twice counts once.
pub async fn votes_are_counted_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 3).await?;
    let review = review_id(1, 1);
    write(&store, 1, 1, 0).await?;
    for (who, helpful, votes) in [
        (2, false, 0),
        (2, true, 1),
        (2, true, 1),
        (3, true, 2),
        (2, false, 1),
        (2, false, 1),
    ] {
        let counted = store.vote(&uid(who), &review, helpful, NOW).await?;
        assert_eq!(counted, votes);
        assert_eq!(seen(&store, &review).await?.helpful, votes);
    }
    let standing = store.own_standing(&uid(3), id(1)).await?;
    assert_eq!(
        (standing.helpful, standing.reported),
        (vec![review.clone()], vec![])
    );
    assert!(store.own_standing(&uid(2), id(1)).await?.helpful.is_empty());
    let votes = store.reader_votes(&uid(3)).await?;
    assert_eq!(
        (votes.len(), &votes[0].review, votes[0].at),
        (1, &review, NOW)
    );
    Ok(())
}

/// Authors cannot vote on their own review, or report it.
pub async fn own_review_takes_no_vote_and_no_report(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 1).await?;
    write(&store, 1, 1, 0).await?;
    let own = review_id(1, 1);
    let refused = [
        store.vote(&uid(1), &own, true, NOW).await.err(),
        report(&store, 1, &own).await.err(),
    ];
    for refused in refused {
        assert_eq!(refused.map(|e| e.code()), Some(Code::OwnReview));
    }
    assert_eq!(seen(&store, &own).await?.helpful, 0);
    Ok(())
}

/// Votes that come at once are all counted.
pub async fn concurrent_votes_are_all_counted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 13).await?;
    write(&store, 13, 1, 0).await?;
    at_once(db, 36, |store, n| async move {
        let (reader, review) = (uid(1 + n % 12), review_id(13, 1));
        store.vote(&reader, &review, true, NOW).await?;
        Ok(())
    })
    .await?;
    assert_eq!(seen(&store, &review_id(13, 1)).await?.helpful, 12);
    Ok(())
}
