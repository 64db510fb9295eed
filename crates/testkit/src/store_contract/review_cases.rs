//! Reviews that readers report, and what operators decide.

use anyhow::{Result, ensure};
use domain::{
    Code,
    account::AccountStore as _,
    review::{AllReviewsOrder, Cases, FOLD_AT, ReviewId, ReviewStore as _, Verdict},
};
use store::Store;

use super::{
    id,
    people::{NOW, catalogue, sign_up, uid},
    review_writing::{
        after, decide, page, report, report_at, review_id, seen, text, write, write_text,
    },
};
use crate::TestDb;

/// Makes readers and a review by person 1; returns the review's id.
async fn people(store: &Store) -> Result<ReviewId> {
    catalogue(store, 2).await?;
    for number in 1..=FOLD_AT + 2 {
        sign_up(store, number).await?;
    }
    write(store, 1, 1, 0).await?;
    Ok(review_id(1, 1))
}

/// Has enough readers report a review that it is folded.
async fn fold(store: &Store, review: &ReviewId) -> Result<()> {
    for who in 2..=FOLD_AT + 1 {
        report(store, who, review).await?;
    }
    Ok(())
}

async fn listed(store: &Store, which: Cases) -> Result<Vec<ReviewId>> {
    let cases = store.cases(which, None, 9).await?;
    Ok(cases.into_iter().map(|case| case.review.id).collect())
}

/// Five readers fold a review, and one of them five times does not.
pub async fn review_is_folded_by_five_readers(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    for who in (2..=FOLD_AT).chain([2; FOLD_AT as usize]) {
        report(&store, who, &review).await?;
    }
    assert!(!seen(&store, &review).await?.is_folded);
    assert_eq!(store.folded_reviews().await?, 0);
    report(&store, FOLD_AT + 1, &review).await?;
    assert!(seen(&store, &review).await?.is_folded);
    let page = page(&store, 1).await?;
    assert!(page.items[0].review.is_folded && page.total == 1);
    assert_eq!(store.folded_reviews().await?, 1);
    Ok(())
}

/// A reader finds the own reports, and an operator all.
pub async fn reports_are_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    fold(&store, &review).await?;
    let reports = store.reports_of(&review).await?;
    assert_eq!(reports.len(), FOLD_AT as usize);
    assert!(reports.iter().all(|it| !it.is_settled));
    let own = store.reader_reports(&uid(2)).await?;
    assert_eq!(own, reports[..1]);
    assert_eq!(store.own_standing(&uid(2), id(1)).await?.reported, own);
    Ok(())
}

/// Reports already decided about do not count again, unless the text has changed.
pub async fn restored_review_is_not_folded_by_the_same_reports(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    fold(&store, &review).await?;
    decide(&store, &review, Verdict::Restored).await?;
    assert!(!seen(&store, &review).await?.is_folded);
    let again = (2..=FOLD_AT + 1).map(|who| (who, 0));
    for (who, reports) in again.chain([(FOLD_AT + 2, 1)]) {
        report_at(&store, &uid(who), &review, after(20)).await?;
        assert_eq!(store.case(&review).await?.reports, reports);
    }
    let reports = store.reports_of(&review).await?;
    let settled = reports.iter().filter(|it| it.is_settled).count();
    assert_eq!(settled, FOLD_AT as usize);
    let other = text("Another text");
    write_text(&store, 1, 1, (&other, after(30))).await?;
    for who in 2..=FOLD_AT {
        report_at(&store, &uid(who), &review, after(40)).await?;
    }
    assert!(seen(&store, &review).await?.is_folded);
    Ok(())
}

/// A text that an operator restored is not folded by reports of the text before it.
pub async fn text_approved_by_an_operator_is_not_folded_by_former_reports(
    db: &TestDb,
) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    fold(&store, &review).await?;
    write_text(&store, 1, 1, (&text("A kinder text"), after(5))).await?;
    // The decision is dated ten seconds after `NOW`
    decide(&store, &review, Verdict::Restored).await?;
    for who in 2..=FOLD_AT + 1 {
        report_at(&store, &uid(who), &review, after(20)).await?;
    }
    assert_eq!(store.case(&review).await?.reports, 0);
    let reports = store.reports_of(&review).await?;
    assert!(reports.iter().all(|it| it.is_settled));
    Ok(())
}

/// Asserts that of two reviews of title 1 that of person 1 is hidden from readers.
async fn only_its_author_sees(store: &Store, review: &ReviewId) -> Result<()> {
    let page = page(store, 1).await?;
    let is_other = page.items.iter().all(|it| it.review.id != *review);
    ensure!(is_other && (page.total, page.items.len()) == (1, 1));
    let refused = [
        store.review(review).await.err(),
        store.vote(&uid(3), review, true, NOW).await.err(),
        report(store, 3, review).await.err(),
    ];
    let codes = refused.map(|e| e.map(|e| e.code()));
    ensure!(codes == [Some(Code::NotFound); 3], "{codes:?}");
    let own = store.own_standing(&uid(1), id(1)).await?.review;
    let hidden_for = own.and_then(|own| own.hidden_for);
    ensure!(hidden_for.as_deref() == Some("It is to be hidden"));
    Ok(())
}

/// A hidden review is visible to its author alone, with the reason, and stays hidden whatever the author does.
pub async fn hidden_review_is_its_authors_alone(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    write(&store, 2, 1, 1).await?;
    decide(&store, &review, Verdict::Hidden).await?;
    only_its_author_sees(&store, &review).await?;
    write_text(&store, 1, 1, (&text("Another"), after(20))).await?;
    only_its_author_sees(&store, &review).await?;
    store.delete_review(&uid(1), id(1), after(30)).await?;
    assert_eq!(store.own_standing(&uid(1), id(1)).await?.review, None);
    write_text(&store, 1, 1, (&text("Another"), after(40))).await?;
    only_its_author_sees(&store, &review).await?;
    decide(&store, &review, Verdict::Restored).await?;
    assert_eq!(page(&store, 1).await?.total, 2);
    Ok(())
}

/// A hidden review deleted by its author keeps its mark without the text.
pub async fn hidden_mark_outlives_the_deleted_text(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    write(&store, 2, 1, 1).await?;
    decide(&store, &review, Verdict::Hidden).await?;
    store.delete_review(&uid(1), id(1), after(50)).await?;
    for _ in 0..2 {
        store.sweep_reviews(after(60)).await?;
    }
    assert_eq!(store.case(&review).await?.review.text.markdown, "");
    write_text(&store, 1, 1, (&text("A third"), after(70))).await?;
    only_its_author_sees(&store, &review).await?;
    decide(&store, &review, Verdict::Restored).await?;
    assert_eq!(page(&store, 1).await?.total, 2);
    assert_eq!(seen(&store, &review).await?.text, text("A third"));
    Ok(())
}

/// A folded review deleted and written again is still folded, however much later.
pub async fn folded_review_stays_folded_when_deleted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    fold(&store, &review).await?;
    store.delete_review(&uid(1), id(1), after(20)).await?;
    for _ in 0..2 {
        store.sweep_reviews(after(30)).await?;
    }
    assert_eq!(store.case(&review).await?.review.text.markdown, "");
    assert_eq!(store.folded_reviews().await?, 0);
    write(&store, 1, 1, 40).await?;
    assert!(seen(&store, &review).await?.is_folded);
    assert_eq!(listed(&store, Cases::Folded).await?, [review]);
    Ok(())
}

/// Makes four reviews: a folded, a reported, a hidden and a deleted one, in this order.
async fn four_cases(store: &Store) -> Result<[ReviewId; 4]> {
    let folded = people(store).await?;
    fold(store, &folded).await?;
    for (who, title) in [(2, 1), (3, 1), (2, 2)] {
        write(store, who, title, 1).await?;
    }
    let [reported, hidden, deleted] = [(2, 1), (3, 1), (2, 2)].map(|it| review_id(it.0, it.1));
    for review in [&reported, &hidden, &deleted] {
        report(store, 4, review).await?;
    }
    decide(store, &hidden, Verdict::Hidden).await?;
    store.delete_review(&uid(2), id(2), after(5)).await?;
    Ok([folded, reported, hidden, deleted])
}

/// Operators list folded reviews, reported ones, or all, in pages.
pub async fn cases_are_listed_by_their_state(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let all = four_cases(&store).await?;
    for (which, expected) in [
        (Cases::Folded, &all[..1]),
        (Cases::Reported, &all[..2]),
        (Cases::All, &all[..]),
    ] {
        assert_eq!(listed(&store, which).await?, expected, "{which:?}");
    }
    let [_, reported, hidden, deleted] = all;
    let part = store.cases(Cases::All, Some(&reported), 1).await?;
    assert_eq!(part, [store.case(&hidden).await?]);
    assert_eq!(part[0].hidden_for.as_deref(), Some("It is to be hidden"));
    assert_eq!(part[0].title.as_deref(), Some("Name 1"));
    assert_eq!(store.case(&deleted).await?.deleted_at, Some(after(5)));
    Ok(())
}

/// Returns the reviews that others find of a person, read in parts of `limit`.
async fn found_of(store: &Store, who: u32, limit: u32) -> Result<Vec<ReviewId>> {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let part = store.reviews_by(&uid(who), before, limit).await?;
        ensure!(part.len() <= limit as usize);
        let Some(last) = part.last() else {
            return Ok(found);
        };
        before = Some((last.review.created_at, last.review.title()));
        found.extend(part.into_iter().map(|it| it.review.id));
    }
}

/// Others find an author's reviews that are neither folded nor hidden, newest first.
pub async fn others_see_only_visible_reviews_of_an_author(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let [_, reported, ..] = four_cases(&store).await?;
    for (who, titles) in [(1, vec![]), (2, vec![1]), (3, vec![])] {
        let expected: Vec<_> = titles.iter().map(|of| review_id(who, *of)).collect();
        assert_eq!(found_of(&store, who, 9).await?, expected, "{who}");
    }
    let found = store.reviews_by(&uid(2), None, 9).await?;
    assert_eq!(found, [store.review(&reported).await?]);
    // Two reviews were written at one instant
    for (title, seconds) in [(1, 7), (2, 7)] {
        write(&store, 4, title, seconds).await?;
    }
    for limit in [1, 2, 9] {
        let expected = [2, 1].map(|title| review_id(4, title));
        assert_eq!(found_of(&store, 4, limit).await?, expected, "{limit}");
    }
    store.delete_account(&uid(4)).await?;
    assert_eq!(found_of(&store, 4, 9).await?, []);
    Ok(())
}

/// The sitemap has reviews that are neither folded nor hidden.
pub async fn sitemap_has_visible_reviews_only(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert!(store.review_blocks().await?.is_empty());
    let [_, reported, ..] = four_cases(&store).await?;
    assert_eq!(store.review_blocks().await?, [0]);
    let map = store.reviews_of_block(0, 9).await?;
    let map: Vec<ReviewId> = map.into_iter().map(|it| it.id).collect();
    assert_eq!(map, [reported]);
    assert!(store.reviews_of_block(1, 9).await?.is_empty());
    Ok(())
}

/// Decisions are stored with operator, time and reason, also after the review is deleted.
pub async fn decisions_outlive_the_review(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let review = people(&store).await?;
    let unknown = decide(&store, &review_id(9, 1), Verdict::Hidden).await;
    assert_eq!(unknown.map_err(|e| e.code()), Err(Code::NotFound));
    for verdict in [Verdict::Hidden, Verdict::Restored, Verdict::Restored] {
        decide(&store, &review, verdict).await?;
    }
    store.delete_review(&uid(1), id(1), after(20)).await?;
    store.sweep_reviews(after(30)).await?;
    assert_eq!(
        store.case(&review).await.map_err(|e| e.code()),
        Err(Code::NotFound)
    );
    let decisions = store.decisions(&review).await?;
    let verdicts: Vec<Verdict> = decisions.iter().map(|it| it.verdict).collect();
    assert_eq!(
        verdicts,
        [Verdict::Hidden, Verdict::Restored, Verdict::Restored]
    );
    let first = &decisions[0];
    assert_eq!((&*first.by, first.at), ("operator", after(10)));
    assert_eq!(first.reason, "It is to be hidden");
    Ok(())
}

/// Everybody finds what is shown directly of all titles, by time and by help.
pub async fn reviews_of_all_titles_are_found(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let [_, reported, ..] = four_cases(&store).await?;
    for (title, seconds) in [(1, 7), (2, 9)] {
        write(&store, 4, title, seconds).await?;
    }
    // The catalogue does not hold title 3
    ensure!(write(&store, 5, 3, 10).await.is_err());
    let [older, newer] = [1, 2].map(|title| review_id(4, title));
    store.vote(&uid(2), &older, true, after(20)).await?;
    for (order, expected) in [
        (AllReviewsOrder::Newest, [&newer, &older, &reported]),
        (AllReviewsOrder::Helpful, [&older, &newer, &reported]),
    ] {
        for limit in 1..=4 {
            let found = store.all_reviews(order, limit).await?;
            let ids = found.iter().map(|(it, _)| &it.review.id);
            let expected = expected.into_iter().take(limit as usize);
            assert!(ids.eq(expected), "{order:?}, {limit}");
        }
        for (found, title) in store.all_reviews(order, 9).await? {
            assert_eq!(title.mal_id, found.review.title());
            assert_eq!(found, store.review(&found.review.id).await?);
        }
    }
    store.delete_account(&uid(4)).await?;
    let left = store.all_reviews(AllReviewsOrder::Newest, 9).await?;
    assert!(left.iter().all(|(it, _)| it.review.id == reported) && left.len() == 1);
    Ok(())
}
