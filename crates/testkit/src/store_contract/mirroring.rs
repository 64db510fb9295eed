//! How far mirroring is.

use anyhow::Result;
use domain::{
    anime::{Anime, MalId, Status},
    catalogue::CatalogueStore,
    mirror::{
        AnswerMetadata, CachedAnswer, ListState, MirrorList, MirrorRequest, MirrorStore, Mirrored,
    },
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{id, import, provenance};
use crate::{TestDb, anime::popular};

const NOW: Timestamp = Timestamp::constant(1_793_491_200, 5);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Imports `titles`, and keeps what was mirrored with them.
async fn keep(store: &Store, titles: &[Anime], mirrored: Mirrored) -> Result<()> {
    let mut import = store.begin_import(provenance("jikan")).await?;
    import.put(titles).await?;
    import.mirrored(mirrored).await?;
    import.commit().await.map_err(Into::into)
}

fn whole(number: u32, now: Timestamp, next_at: Timestamp) -> Mirrored {
    Mirrored::FullRecord {
        id: id(number),
        now,
        next_at,
    }
}

async fn due(store: &Store, now: Timestamp) -> Result<Vec<u32>> {
    let due = store.due(now, 10).await?;
    Ok(due.into_iter().map(MalId::get).collect())
}

/// One holder has the work, however many ask at once, until it lets it lapse.
pub async fn mirror_lease_has_one_holder(db: &TestDb) -> Result<()> {
    let held = super::at_once(db, 16, |store, n| async move {
        let until = NOW + HOUR;
        Ok(store
            .acquire_lease(&format!("server {n}"), NOW, until)
            .await?
            .then_some(n))
    })
    .await?;
    let winners: Vec<u32> = held.into_iter().flatten().collect();
    let [winner] = winners[..] else {
        panic!("{winners:?} have it");
    };
    let (store, winner) = (db.open().await?, format!("server {winner}"));
    let (before, after) = (NOW + HOUR - SignedDuration::from_nanos(1), NOW + HOUR);
    assert!(!store.acquire_lease("other", before, after).await?);
    assert!(store.acquire_lease(&winner, before, after).await?);
    assert_eq!(store.progress(NOW).await?.held_until, Some(after));
    assert!(store.acquire_lease("other", after, after + HOUR).await?);
    assert!(!store.acquire_lease(&winner, after, after + HOUR).await?);
    Ok(())
}

/// Titles whose whole record was never had are due, popular ones first.
pub async fn titles_are_due_by_popularity(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        popular(1, "C", 30),
        popular(2, "A", 10),
        popular(3, "B", 20),
        Anime::named(id(4), "D"),
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(due(&store, NOW).await?, [2, 3, 1, 4]);
    assert_eq!(store.due(NOW, 2).await?, [id(2), id(3)]);
    Ok(())
}

/// A title whose whole record is there, or failed, is due again when it is time.
pub async fn titles_are_due_again(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [1, 2, 3].map(|number| popular(number, "Name", number));
    import(&store, "jikan", &titles).await?;
    keep(&store, &[], whole(1, NOW, NOW + HOUR * 5)).await?;
    store.put_off(id(2), NOW, NOW + HOUR).await?;
    let progress = db.open().await?.progress(NOW).await?;
    assert_eq!((progress.titles, progress.whole, progress.due), (3, 1, 1));
    assert_eq!((progress.put_off, progress.next_try), (1, Some(NOW + HOUR)));
    let later = store.progress(NOW + HOUR).await?;
    assert_eq!((later.due, later.put_off, later.next_try), (2, 0, None));
    for (hours, expected) in [(0, vec![3]), (1, vec![2, 3]), (5, vec![1, 2, 3])] {
        let now = NOW + HOUR * hours;
        assert_eq!(due(&store, now).await?, expected);
        for number in 1..=3 {
            let is_due = store.is_due(id(number), now).await?;
            assert_eq!(
                is_due,
                expected.contains(&number),
                "{number} after {hours} h"
            );
        }
    }
    // A title that is put off keeps its whole record
    store.put_off(id(1), NOW, NOW + HOUR * 9).await?;
    let progress = store.progress(NOW).await?;
    assert_eq!((progress.whole, progress.put_off), (1, 1));
    Ok(())
}

/// An answer older than the stored one does not change the due time.
pub async fn older_answer_does_not_change_the_due_time(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    // A title whose first request failed has no whole record
    store.put_off(id(1), NOW, NOW + HOUR).await?;
    assert_eq!(store.whole_at(id(1)).await?, None);
    keep(&store, &[], whole(1, NOW, NOW + HOUR * 9)).await?;
    keep(&store, &[], whole(1, NOW - HOUR, NOW - HOUR)).await?;
    assert_eq!(due(&store, NOW + HOUR * 8).await?, [0; 0]);
    assert_eq!(due(&store, NOW + HOUR * 9).await?, [1]);
    assert_eq!(store.whole_at(id(1)).await?, Some(NOW));
    assert_eq!(store.whole_at(id(2)).await?, None);
    keep(&store, &[], whole(1, NOW + HOUR, NOW + HOUR * 20)).await?;
    assert_eq!(due(&store, NOW + HOUR * 19).await?, [0; 0]);
    Ok(())
}

/// The progress of a list round-trips. It is stored with the facts or not at all.
pub async fn list_progress_is_resumed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.lists().await?, []);
    let mut state = ListState::new(MirrorList::Popular, NOW);
    store.set_list(&state).await?;
    assert_eq!(store.lists().await?, [state.clone()]);

    let begun = state.clone();
    state.page = 7;
    state.pages = Some(80);
    state.finished_at = Some(NOW - HOUR);
    state.failures = 2;
    let page = Mirrored::Page {
        state: state.clone(),
        seen: vec![id(1), id(2)],
        now: NOW,
    };
    let mut dropped = store.begin_import(provenance("jikan")).await?;
    dropped.put(&[popular(1, "A", 1)]).await?;
    dropped.mirrored(page.clone()).await?;
    drop(dropped);
    assert_eq!(store.lists().await?, [begun]);
    keep(&store, &[popular(1, "A", 1)], page).await?;
    assert_eq!(db.open().await?.lists().await?, [state]);
    Ok(())
}

/// A title that is in no page of a list any more is due when that list is through.
pub async fn title_that_left_a_list_is_due(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [1, 2, 3].map(|number| {
        let mut anime = popular(number, "Name", number);
        anime.status = Some(if number == 3 {
            Status::Finished
        } else {
            Status::Airing
        });
        anime
    });
    import(&store, "jikan", &titles).await?;
    for number in 1..=3 {
        keep(&store, &[], whole(number, NOW - HOUR, NOW + HOUR * 99)).await?;
    }
    let mut state = ListState::new(MirrorList::Airing, NOW);
    for (page, seen, now) in [(2, vec![id(1)], NOW), (1, Vec::new(), NOW + HOUR)] {
        state.page = page;
        state.finished_at = (page == 1).then_some(now);
        assert_eq!(due(&store, now).await?, [0; 0]);
        let state = state.clone();
        keep(&store, &[], Mirrored::Page { state, seen, now }).await?;
    }
    assert_eq!(due(&store, NOW + HOUR).await?, [2]);
    Ok(())
}

/// Builds a cached answer about `titles`.
fn answer(etag: &str, titles: &[u32]) -> CachedAnswer {
    CachedAnswer {
        etag: etag.into(),
        metadata: AnswerMetadata {
            titles: titles.iter().copied().map(id).collect(),
            pages: Some(7),
            more: true,
            status: Some(Status::Airing),
        },
    }
}

const PAGE: MirrorRequest = MirrorRequest::Page(MirrorList::Popular, 3);
const RECORD: MirrorRequest = MirrorRequest::FullRecord(MalId::new(1));

/// The titles of [`PAGE`], the first as whole as in [`RECORD`]; a third is for adults.
fn provider_titles() -> [Anime; 2] {
    let mut one = popular(1, "One", 1);
    one.relations = Some(Vec::new());
    [one, popular(2, "Two", 2)]
}

/// Keeps the answers to [`PAGE`] and [`RECORD`], as two imports.
async fn keep_answers(store: &Store) -> Result<()> {
    let titles = provider_titles();
    for (request, answer, titles) in [
        (PAGE, answer("page", &[1, 2, 3]), &titles[..]),
        (RECORD, answer("record", &[1]), &titles[..1]),
    ] {
        keep(store, titles, Mirrored::Answer { request, answer }).await?;
    }
    Ok(())
}

/// Returns the stored `ETag`s of [`PAGE`] and [`RECORD`].
async fn marks(store: &Store) -> Result<[Option<String>; 2]> {
    let (page, record) = (
        store.cached_answer(PAGE).await?,
        store.cached_answer(RECORD).await?,
    );
    Ok([page, record].map(|held| held.map(|held| held.etag)))
}

const BOTH: [Option<&str>; 2] = [Some("page"), Some("record")];

/// An `ETag` counts until a fact of its answer changes; a later one replaces it.
pub async fn etag_is_stable_while_the_facts_are_unchanged(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(marks(&store).await?, [None, None]);
    // A list that is silent about a fact does not change it
    import(&store, "jikan", &[popular(1, "One", 1)]).await?;
    keep_answers(&store).await?;
    let other = db.open().await?;
    assert_eq!(
        other.cached_answer(PAGE).await?,
        Some(answer("page", &[1, 2, 3]))
    );
    assert_eq!(
        other.cached_answer(RECORD).await?,
        Some(answer("record", &[1]))
    );
    assert_eq!(
        other
            .cached_answer(MirrorRequest::FullRecord(id(2)))
            .await?,
        None
    );

    // Another source fills a gap, so both answers are out of date
    let mut known = Anime::named(id(1), "One");
    known.background = Some("Notes".into());
    import(&store, "anime-offline-database", &[known]).await?;
    assert_eq!(marks(&store).await?, [None, None]);
    keep_answers(&store).await?;
    assert_eq!(
        marks(&store).await?,
        BOTH.map(|mark| mark.map(str::to_owned))
    );
    Ok(())
}

/// A deleted title takes its `ETag`s with it, even if it comes back.
pub async fn etag_is_dropped_with_a_deleted_title(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    keep_answers(&store).await?;
    let mut removing = store.begin_import(provenance("jikan")).await?;
    assert_eq!(removing.remove(&[id(1)]).await?, 1);
    removing.commit().await?;
    assert_eq!(marks(&store).await?, [None, None]);
    import(&store, "jikan", &[popular(1, "One", 1)]).await?;
    assert_eq!(store.cached_answer(RECORD).await?, None);
    // The page left out a title that is stored now, so its answer is out of date
    import(&store, "jikan", &[popular(3, "Three", 3)]).await?;
    assert_eq!(store.cached_answer(PAGE).await?, None);
    Ok(())
}

/// An answer without facts counts as mirrored, and the catalogue's revision stays.
pub async fn answer_without_facts_moves_the_due_time_only(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    let revision = store.revision().await?;
    store.save(whole(1, NOW, NOW + HOUR * 5)).await?;
    assert_eq!(store.whole_at(id(1)).await?, Some(NOW));
    assert_eq!(due(&store, NOW + HOUR * 4).await?, [0; 0]);
    assert_eq!(due(&store, NOW + HOUR * 5).await?, [1]);
    assert_eq!(store.revision().await?, revision);
    Ok(())
}
