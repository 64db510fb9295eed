//! Reviews: one for each person and title, read by everybody.

use anyhow::{Result, bail, ensure};
use domain::{
    Code,
    account::AccountStore as _,
    anime_list::{Edit, Operation, Score, Status},
    catalogue::AnimeKey,
    rating::RatingStore as _,
    review::{
        AuthoredReview, Review, ReviewId, ReviewOrder, ReviewStore as _, ReviewText, Standing,
        Verdict,
    },
};
use store::Store;

use super::{
    anime_list::{edit_all, edit_as},
    at_once, id,
    people::{NOW, catalogue, sign_up, uid},
    review_writing::{
        after, decide, key, page, report, review_id, say_both, text, write, write_text,
    },
};
use crate::TestDb;

/// Makes accounts 1 to `count`, and titles 1 to 3.
pub(super) async fn people(store: &Store, count: u32) -> Result<()> {
    catalogue(store, 3).await?;
    for number in 1..=count {
        sign_up(store, number).await?;
    }
    Ok(())
}

/// Adds a person's entry of a title to the list, or changes it.
async fn keep(store: &Store, who: u32, of: u32, points: u8, private: bool) -> Result<()> {
    let edit = Edit {
        status: Some(Status::Watching),
        progress: Some(3),
        score: Some(Score::new(points).ok()),
        private: Some(private),
        ..Edit::default()
    };
    edit_as(store, &uid(who), of, &edit, &Operation::by_hand(NOW)).await?;
    Ok(())
}

/// Takes a title off a person's list.
async fn take_off(store: &Store, who: u32, title: u32) -> Result<()> {
    let (removal, by_hand) = (Edit::removal(), Operation::by_hand(NOW));
    edit_all(store, &uid(who), &[title], &removal, &by_hand).await?;
    Ok(())
}

/// Everything of a review is kept, and shown with its author.
pub async fn review_round_trips(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 2).await?;
    keep(&store, 1, 2, 85, false).await?;
    let said = ReviewText {
        markdown: "Walls *fall* 進撃 'quoted' ||x||".into(),
        is_spoiler: true,
    };
    let own = write_text(&store, 1, 2, (&said, NOW)).await?;
    let written = Review {
        id: review_id(1, 2),
        text: said,
        standing: Some(Standing {
            status: Status::Watching,
            progress: 3,
            score: Score::new(85).ok(),
        }),
        created_at: NOW,
        edited_at: None,
        helpful: 0,
        is_folded: false,
    };
    assert_eq!((&own.review, own.hidden_for), (&written, None));

    let page = page(&store, 2).await?;
    assert_eq!((page.title, page.total, page.next), (id(2), 1, None));
    let [AuthoredReview { review, author }] = &page.items[..] else {
        bail!("there is not one review: {:?}", page.items)
    };
    assert_eq!(review, &own.review);
    assert_eq!(
        (&*author.name, author.since),
        ("Person 1 'quoted' 進撃", NOW)
    );
    assert_eq!(store.review(&review_id(1, 2)).await?, page.items[0]);
    let slug = AnimeKey::Slug("name-2".into());
    let by_slug = store.reviews(&slug, ReviewOrder::Newest, None, 20).await?;
    assert_eq!(by_slug.items, page.items);
    Ok(())
}

/// An author finds their own reviews alone.
pub async fn own_reviews_are_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 2).await?;
    let own = write(&store, 1, 2, 0).await?;
    for (who, theirs) in [(1, Some(own)), (2, None)] {
        let standing = store.own_standing(&uid(who), id(2)).await?;
        assert_eq!(standing.review, theirs);
        let listed = store.own_reviews(&uid(who), None, 9).await?;
        assert_eq!(listed, theirs.into_iter().collect::<Vec<_>>());
    }
    for title in [1, 3] {
        write(&store, 1, title, 0).await?;
    }
    let first = store.own_reviews(&uid(1), None, 2).await?;
    let titles: Vec<_> = first.iter().map(|own| own.review.title()).collect();
    assert_eq!(titles, [id(3), id(2)]);
    let rest = store.own_reviews(&uid(1), Some((NOW, id(2))), 2).await?;
    assert_eq!((rest.len(), rest[0].review.title()), (1, id(1)));
    Ok(())
}

/// A changed review keeps its name and its votes, and tells where its author is then.
pub async fn review_is_changed_and_keeps_its_name(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 2).await?;
    write(&store, 1, 1, 0).await?;
    store.vote(&uid(2), &review_id(1, 1), true, NOW).await?;
    keep(&store, 1, 1, 40, false).await?;
    // Writing the same text once more is no change
    let same = write(&store, 1, 1, 5).await?;
    assert_eq!((same.review.edited_at, same.review.standing), (None, None));
    let other = text("Something else");
    let changed = write_text(&store, 1, 1, (&other, after(9))).await?.review;
    assert_eq!((changed.id.clone(), changed.helpful), (review_id(1, 1), 1));
    assert_eq!(
        (changed.created_at, changed.edited_at),
        (NOW, Some(after(9)))
    );
    assert_eq!(changed.text, other);
    let points = changed.standing.and_then(|it| it.score);
    assert_eq!(points, Score::new(40).ok());
    assert_eq!(page(&store, 1).await?.total, 1);
    Ok(())
}

/// Asserts that no reader sees the only review of title 1.
async fn ensure_gone(store: &Store, review: &ReviewId) -> Result<()> {
    let page = page(store, 1).await?;
    ensure!((page.total, page.items.len()) == (0, 0), "{page:?}");
    let gone = [
        store.review(review).await.err(),
        store.vote(&uid(2), review, false, NOW).await.err(),
    ];
    let codes = gone.map(|e| e.map(|e| e.code()));
    ensure!(codes == [Some(Code::NotFound); 2], "{codes:?}");
    Ok(())
}

/// A deleted review is gone for everybody; written again, it has its former votes.
pub async fn deleted_review_is_restored_with_its_votes(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 2).await?;
    let id = review_id(1, 1);
    let written = write(&store, 1, 1, 0).await?;
    store.vote(&uid(2), &id, true, NOW).await?;
    for _ in 0..2 {
        store.delete_review(&uid(1), id.title, after(1)).await?;
        ensure_gone(&store, &id).await?;
        assert_eq!(store.own_standing(&uid(1), id.title).await?.review, None);
        assert!(store.own_reviews(&uid(1), None, 9).await?.is_empty());
    }
    let mut back = write(&store, 1, 1, 7).await?;
    assert_eq!(back.review.helpful, 1);
    back.review.helpful = 0;
    assert_eq!(back, written);
    assert_eq!(page(&store, 1).await?.total, 1);
    // A person without a review deletes none
    store.delete_review(&uid(2), id.title, NOW).await?;
    assert_eq!(page(&store, 1).await?.total, 1);
    Ok(())
}

/// Once its time is over nothing of a deleted review is left.
pub async fn deleted_review_is_swept_after_a_while(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 3).await?;
    let gone = review_id(1, 1);
    write(&store, 1, 1, 0).await?;
    write(&store, 2, 1, 0).await?;
    store.vote(&uid(3), &gone, true, NOW).await?;
    report(&store, 3, &gone).await?;
    decide(&store, &gone, Verdict::Restored).await?;
    store.delete_review(&uid(1), id(1), after(10)).await?;
    store.sweep_reviews(after(10)).await?;
    assert_eq!(write(&store, 1, 1, 11).await?.review.helpful, 1);
    store.delete_review(&uid(1), id(1), after(20)).await?;
    store.sweep_reviews(after(21)).await?;
    let left = db.query(
        "SELECT id FROM review UNION ALL SELECT review FROM review_vote UNION ALL SELECT review FROM review_report",
    );
    assert_eq!(left.await?, [[Some(review_id(2, 1).name)]]);
    let anew = write(&store, 1, 1, 30).await?.review;
    assert_eq!((anew.helpful, anew.created_at), (0, after(30)));
    assert_eq!(page(&store, 1).await?.total, 2);
    Ok(())
}

/// Every order has each review once, however it is read in parts.
pub async fn reviews_are_paged_in_each_order(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 6).await?;
    for (who, score, seconds) in [(1, 70, 0), (2, 90, 1), (3, 90, 2), (4, 0, 3), (5, 20, 3)] {
        if score > 0 {
            keep(&store, who, 1, score, false).await?;
        }
        write(&store, who, 1, seconds).await?;
    }
    for (reader, who) in [(6, 4), (5, 4), (6, 1)] {
        store
            .vote(&uid(reader), &review_id(who, 1), true, NOW)
            .await?;
    }
    for (order, expected) in [
        (ReviewOrder::Helpful, [4, 1, 5, 3, 2]),
        (ReviewOrder::Newest, [5, 4, 3, 2, 1]),
        (ReviewOrder::Score, [3, 2, 1, 5, 4]),
    ] {
        for limit in [1, 2, 5, 9] {
            let found = in_parts(&store, order, limit).await?;
            let expected = expected.map(|who| review_id(who, 1));
            assert_eq!(found, expected, "{order:?} {limit}");
        }
    }
    Ok(())
}

/// Returns the reviews in an order, read in parts of `limit`.
async fn in_parts(store: &Store, order: ReviewOrder, limit: u32) -> Result<Vec<ReviewId>> {
    let (mut found, mut place) = (Vec::new(), None);
    loop {
        let page = store.reviews(&key(1), order, place.as_ref(), limit).await?;
        assert_eq!(page.total, 5);
        found.extend(page.items.into_iter().map(|it| it.review.id));
        place = page.next;
        if place.is_none() {
            return Ok(found);
        }
    }
}

/// A title that is not stored has no reviews, and takes none.
pub async fn unknown_titles_have_no_reviews(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 1).await?;
    for failed in [
        page(&store, 9).await.err(),
        write(&store, 1, 9, 0).await.err(),
        store.own_standing(&uid(1), id(9)).await.err(),
        store
            .reviews(&AnimeKey::Slug("nine".into()), ReviewOrder::Newest, None, 1)
            .await
            .err(),
    ] {
        assert_eq!(failed.map(|e| e.code()), Some(Code::UnknownTitle));
    }
    let nobody = write(&store, 8, 1, 0).await.err();
    assert_eq!(nobody.map(|e| e.code()), Some(Code::NotFound));
    Ok(())
}

/// Counts the lists of three people; returns the names and the shown scores of title 1's reviews, by score.
async fn shown(store: &Store) -> Result<Vec<(String, Option<u8>)>> {
    store.count_lists(&[uid(1), uid(2), uid(3)], NOW).await?;
    let page = store.reviews(&key(1), ReviewOrder::Score, None, 9).await?;
    let shown = page.items.into_iter().map(|it| {
        let points = it.review.standing.and_then(|it| it.score);
        (it.review.id.name, points.map(Score::get))
    });
    Ok(shown.collect())
}

/// Of a private entry nothing is kept with a review, and what was kept of a public one shows only while it is public.
pub async fn standing_is_shown_while_the_entry_is_public(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 3).await?;
    for (who, points, private) in [(1, 90, false), (2, 60, false), (3, 70, true)] {
        keep(&store, who, 1, points, private).await?;
        write(&store, who, 1, who).await?;
    }
    let name = |who| review_id(who, 1).name;
    let open = [(name(1), Some(90)), (name(2), Some(60)), (name(3), None)];
    assert_eq!(shown(&store).await?, open);
    keep(&store, 1, 1, 90, true).await?;
    // The review's place in the order does not show its private score, either
    let hidden = [(name(2), Some(60)), (name(3), None), (name(1), None)];
    assert_eq!(shown(&store).await?, hidden);
    keep(&store, 1, 1, 10, false).await?;
    assert_eq!(shown(&store).await?, open, "as it was written");
    take_off(&store, 1, 1).await?;
    assert_eq!(shown(&store).await?, hidden);
    // A score that was private when the review was written is not known later
    keep(&store, 3, 1, 70, false).await?;
    assert_eq!(shown(&store).await?, hidden);
    Ok(())
}

/// An entry that turns public and private again between two counts shows nothing.
pub async fn standing_is_hidden_when_privacy_changes_twice(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 2).await?;
    // The votes are counted while the entry is private
    keep(&store, 2, 1, 80, true).await?;
    store.count_lists(&[uid(1), uid(2)], NOW).await?;
    for who in [1, 2] {
        keep(&store, who, 1, 90, false).await?;
        write(&store, who, 1, who).await?;
        keep(&store, who, 1, 90, true).await?;
    }
    let [first, second] = [1, 2].map(|who| review_id(who, 1).name);
    assert_eq!(shown(&store).await?, [(second, None), (first, None)]);
    Ok(())
}

/// Deleting an account deletes its reviews, votes and reports.
pub async fn deleting_an_account_deletes_its_reviews_votes_and_reports(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 3).await?;
    let (stays, goes) = (review_id(1, 1), review_id(2, 1));
    write(&store, 1, 1, 0).await?;
    let untouched = store.review(&stays).await?;
    write(&store, 2, 1, 1).await?;
    for (who, review) in [(1, &goes), (3, &goes), (2, &stays)] {
        say_both(&store, who, review).await?;
    }
    store.delete_account(&uid(2)).await?;
    // Until the deletion is noticed, nobody sees a review without an author
    let shown = page(&store, 1).await?.items;
    assert_eq!((shown.len(), &shown[0].review.id), (1, &stays));
    assert!(store.review(&goes).await.is_err());
    store.count_lists(&[uid(2)], NOW).await?;
    let page = page(&store, 1).await?;
    assert_eq!((page.total, page.items), (1, vec![untouched]));
    let left = db.query(
        "SELECT uid FROM review UNION ALL SELECT uid FROM review_vote UNION ALL SELECT uid FROM review_report",
    );
    assert_eq!(left.await?, [[Some(uid(1).as_str().to_owned())]]);
    Ok(())
}

/// However many write at once for one person, there is one review, which is counted once.
pub async fn concurrent_writers_leave_one_review(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    people(&store, 1).await?;
    let names = at_once(db, 12, |store, n| async move {
        let said = text(&format!("Try {n}"));
        let review = domain::review::NewReview {
            id: review_id(100 + n, 1),
            text: said,
        };
        if n % 4 == 3 {
            store.delete_review(&uid(1), id(1), NOW).await?;
            return Ok(None);
        }
        let written = store.put_review(&uid(1), &review, after(n)).await?;
        Ok(Some(written.review.id))
    })
    .await?;
    let mut names: Vec<_> = names.into_iter().flatten().collect();
    names.dedup();
    ensure!(names.len() == 1, "{names:?}");
    let own = write(&store, 1, 1, 50).await?.review;
    assert_eq!(own.id, names[0]);
    let page = page(&store, 1).await?;
    assert_eq!((page.total, page.items.len()), (1, 1));
    Ok(())
}
