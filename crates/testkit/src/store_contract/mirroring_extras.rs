//! Which extras were had, and which are to be asked for.

use anyhow::Result;
use domain::{
    anime::{Anime, MalId, Status},
    catalogue::{CatalogueStore, Outcome},
    extras::{Extra, ExtraKind, ExtrasStore, TitleExtra},
    mirror::{ExtrasProgress, MirrorStore, Mirrored},
};
use jiff::{SignedDuration, Timestamp};
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::popular,
    extras::{news, of},
};

const NOW: Timestamp = Timestamp::constant(1_793_491_200, 5);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Keeps that extras of a title were fetched, and when they are due again.
async fn keep(
    store: &Store,
    number: u32,
    kinds: &[ExtraKind],
    now: Timestamp,
    next_at: Timestamp,
) -> Result<()> {
    let mut import = store.begin_import(provenance("jikan")).await?;
    for kind in kinds {
        let had = Mirrored::Extra {
            id: id(number),
            kind: *kind,
            now,
            next_at,
        };
        import.mirrored(had).await?;
    }
    import.commit().await.map_err(Into::into)
}

async fn import_extras(store: &Store, extras: &[TitleExtra]) -> Result<Vec<Outcome>> {
    let mut import = store.begin_import(provenance("jikan")).await?;
    let outcomes = import.put_extras(extras).await?;
    import.commit().await?;
    Ok(outcomes)
}

async fn due_titles(store: &Store, now: Timestamp) -> Result<Vec<u32>> {
    let due = store.due_for_extras(now, 10).await?;
    Ok(due.into_iter().map(MalId::get).collect())
}

/// Titles of which an extra is due come popular ones first, and those without a rank last.
pub async fn extras_are_due_by_popularity(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        popular(1, "C", 30),
        popular(2, "A", 10),
        popular(3, "B", 20),
        Anime::named(id(4), "D"),
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(due_titles(&store, NOW).await?, [2, 3, 1, 4]);
    assert_eq!(store.due_for_extras(NOW, 2).await?, [id(2), id(3)]);
    keep(&store, 2, ExtraKind::ALL, NOW, NOW + HOUR).await?;
    assert_eq!(due_titles(&store, NOW).await?, [3, 1, 4]);
    assert_eq!(due_titles(&store, NOW + HOUR).await?, [2, 3, 1, 4]);
    Ok(())
}

/// A title is due while any of its extras is.
pub async fn title_is_due_while_any_of_its_extras_is(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    assert_eq!(store.due_extras(id(1), NOW).await?, ExtraKind::ALL);
    keep(&store, 1, &ExtraKind::ALL[1..], NOW, NOW + HOUR).await?;
    let due = store.due_extras(id(1), NOW).await?;
    assert_eq!(due, ExtraKind::ALL[..1]);
    assert_eq!(due_titles(&store, NOW).await?, [1]);
    keep(&store, 1, &due, NOW, NOW + HOUR).await?;
    assert_eq!(store.due_extras(id(1), NOW).await?, []);
    assert!(due_titles(&store, NOW).await?.is_empty());
    // Nothing of a title that is not held is asked for
    assert_eq!(store.due_extras(id(9), NOW).await?, []);
    Ok(())
}

/// An extra that is there, or failed, is due again when it is time.
pub async fn extras_are_due_again(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    let [kept, failed] = [ExtraKind::Staff, ExtraKind::News];
    keep(&store, 1, &[kept], NOW, NOW + HOUR * 5).await?;
    store.put_off_extra(id(1), failed, NOW + HOUR).await?;
    let progress = db.open().await?.extras_progress(NOW).await?;
    let due = u32::try_from(ExtraKind::ALL.len())? - 2;
    assert_eq!(progress, ExtrasProgress { had: 1, due });
    for (hours, expected) in [(0, [false, false]), (1, [false, true]), (5, [true, true])] {
        let due = store.due_extras(id(1), NOW + HOUR * hours).await?;
        let is_due = [kept, failed].map(|kind| due.contains(&kind));
        assert_eq!(is_due, expected, "after {hours} h");
    }
    // An older answer changes nothing; an extra that is put off still counts as had
    keep(&store, 1, &[kept], NOW - HOUR, NOW - HOUR).await?;
    assert!(!store.due_extras(id(1), NOW).await?.contains(&kept));
    store.put_off_extra(id(1), kept, NOW + HOUR * 9).await?;
    assert_eq!(store.extras_progress(NOW).await?.had, 1);
    // A due time further ahead than the longest pause is of a clock that was wrong
    store
        .put_off_extra(id(1), kept, NOW + HOUR * 24 * 365)
        .await?;
    assert!(store.due_extras(id(1), NOW).await?.contains(&kept));
    Ok(())
}

/// Deleting a title deletes the progress of its extras.
pub async fn extras_of_a_restored_title_are_due(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    keep(&store, 1, ExtraKind::ALL, NOW, NOW + HOUR).await?;
    let mut removing = store.begin_import(provenance("jikan")).await?;
    removing.remove(&[id(1)]).await?;
    removing.commit().await?;
    assert_eq!(store.extras_progress(NOW).await?.had, 0);
    assert!(
        store
            .put_off_extra(id(1), ExtraKind::News, NOW)
            .await
            .is_err()
    );
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    assert_eq!(store.due_extras(id(1), NOW).await?, ExtraKind::ALL);
    Ok(())
}

/// Once a title begins or ends to air, its episodes are due, and nothing else.
pub async fn episodes_are_due_when_a_title_begins_or_ends_airing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    // The titles are asked about at an instant after the source's statement
    let later = NOW + SignedDuration::from_secs(1);
    let told = |status| Anime {
        status: Some(status),
        ..popular(1, "Name", 1)
    };
    let other = popular(2, "Other", 2);
    import(&store, "jikan", &[told(Status::Upcoming), other]).await?;
    for status in [Status::Airing, Status::Finished] {
        for number in [1, 2] {
            keep(&store, number, ExtraKind::ALL, NOW, NOW + HOUR).await?;
        }
        let mut renamed = popular(2, "Renamed", 2);
        renamed.synopsis = Some(format!("{status:?}"));
        import(&store, "jikan", &[told(status), renamed]).await?;
        assert_eq!(store.due_extras(id(1), later).await?, [ExtraKind::Episodes]);
        assert_eq!(store.due_extras(id(2), later).await?, []);
        // The source says the same status again
        keep(&store, 1, &[ExtraKind::Episodes], NOW, NOW + HOUR).await?;
        let again = Anime {
            synopsis: Some("Another.".into()),
            ..told(status)
        };
        import(&store, "jikan", &[again]).await?;
        assert_eq!(store.due_extras(id(1), later).await?, []);
    }
    Ok(())
}

/// Rows of a kind that only a newer version knows are passed over.
pub async fn unknown_kinds_of_extras_are_skipped(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Name", 1)]).await?;
    import_extras(&store, &[of(1, Extra::News(vec![news(1)]))]).await?;
    for row in [
        "mirror_extra (mal_id, kind, next_at) VALUES (1, 'scents', '2026-11-01T09:00:00Z')",
        "anime_extra (mal_id, kind, source, as_of, items, digest) \
         VALUES (1, 'scents', 'jikan', '2026-01-01T00:00:00Z', 1, '')",
    ] {
        db.query(&format!("INSERT INTO {row}")).await?;
    }
    assert_eq!(store.due_extras(id(1), NOW).await?, ExtraKind::ALL);
    let known = store.known_extras(id(1)).await?.unwrap_or_default();
    let kinds: Vec<ExtraKind> = known.iter().map(|extra| extra.kind).collect();
    assert_eq!(kinds, [ExtraKind::News]);
    let outcomes = import_extras(&store, &[of(1, Extra::News(vec![news(2)]))]).await?;
    assert_eq!(outcomes, [Outcome::Changed]);
    Ok(())
}
