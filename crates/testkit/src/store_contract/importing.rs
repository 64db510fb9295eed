//! Imports: outcomes, sources, visibility, revision.

use anyhow::{Context, Result};
use domain::{
    anime::{Anime, MalId},
    catalogue::{AnimeKey, CatalogueStore, FullAnime, Outcome},
    provenance::{BUILT_IN, Provenance},
};
use jiff::Timestamp;
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::{full, popular, related},
};

async fn record(store: &Store, number: u32) -> Result<FullAnime> {
    let found = store.find(&AnimeKey::Id(id(number))).await?;
    found.context("a title that was imported is not there")
}

/// The second import of the same titles changes nothing, across batches too, and costs no
/// revision; a batch larger than one write returns its outcomes in order.
pub async fn importing_twice_changes_nothing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=1_100).map(|n| popular(n, "Name", n)).collect();
    let outcomes = import(&store, "jikan", &titles).await?;
    assert_eq!(outcomes, vec![Outcome::Added; 1_100]);
    assert_eq!(store.revision().await?, 1);
    let outcomes = import(&store, "jikan", &titles).await?;
    assert_eq!(outcomes, vec![Outcome::Equal; 1_100]);
    assert_eq!(store.revision().await?, 1);
    Ok(())
}

/// Which built-in catalogue was imported is seen once its import is committed, and stays through other imports.
pub async fn built_in_digest_is_kept_with_its_import(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.built_in_digest().await?, None);
    let mut dropped = store.begin_import(provenance(BUILT_IN)).await?;
    dropped.set_built_in_digest("first").await?;
    drop(dropped);
    assert_eq!(store.built_in_digest().await?, None);
    let mut kept = store.begin_import(provenance(BUILT_IN)).await?;
    kept.put(&[popular(1, "One", 1)]).await?;
    kept.set_built_in_digest("second").await?;
    kept.commit().await?;
    import(&store, "jikan", &[popular(2, "Two", 2)]).await?;
    assert_eq!(store.built_in_digest().await?.as_deref(), Some("second"));
    Ok(())
}

/// Outcomes are in the order of the batch, whatever each is.
pub async fn outcomes_are_returned_in_order(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [popular(1, "One", 1), popular(2, "Two", 2)];
    import(&store, "jikan", &titles).await?;
    let batch = [
        popular(3, "Three", 3),
        popular(2, "Two", 2),
        popular(1, "One", 10),
        popular(4, "Four", 4),
    ];
    assert_eq!(
        import(&store, "jikan", &batch).await?,
        [
            Outcome::Added,
            Outcome::Equal,
            Outcome::Changed,
            Outcome::Added
        ]
    );
    assert_eq!(import(&store, "jikan", &[]).await?, []);
    Ok(())
}

/// A title that is twice in a batch is laid over itself.
pub async fn title_may_be_twice_in_a_batch(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut first = popular(1, "One", 1);
    first.synopsis = Some("Kept.".into());
    let batch = [
        first,
        popular(2, "Two", 2),
        popular(1, "One", 3),
        popular(1, "One", 3),
    ];
    assert_eq!(
        import(&store, "jikan", &batch).await?,
        [
            Outcome::Added,
            Outcome::Added,
            Outcome::Changed,
            Outcome::Equal
        ]
    );
    let anime = record(&store, 1).await?.anime;
    assert_eq!(anime.popularity, Some(3));
    assert_eq!(anime.synopsis.as_deref(), Some("Kept."));
    Ok(())
}

/// Of an import that is dropped nothing stays, and the next one is free to begin.
pub async fn dropped_import_leaves_nothing(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut dropped = store.begin_import(provenance("jikan")).await?;
    dropped.put(&[full(1), full(2)]).await?;
    drop(dropped);
    assert_eq!(import(&store, "jikan", &[full(2)]).await?, [Outcome::Added]);
    assert_eq!(store.find(&AnimeKey::Id(id(1))).await?, None);
    assert_eq!(store.revision().await?, 1);
    Ok(())
}

/// Length of the popular list, name of title 1, titles found by its old name, revision.
async fn state(store: &Store) -> Result<(u32, String, u32, i64)> {
    Ok((
        store.popular(1).await?.total,
        record(store, 1).await?.anime.title,
        store.search("old", 1).await?.total,
        store.revision().await?,
    ))
}

/// Readers, in this process and others, see the old state until the import ends, then the new.
pub async fn import_is_visible_whole_or_not_at_all(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let other = db.open().await?;
    import(&store, "jikan", &[popular(1, "Old", 1)]).await?;
    let mut running = store.begin_import(provenance("jikan")).await?;
    running
        .put(&[popular(1, "New", 1), popular(2, "Two", 2)])
        .await?;
    for reader in [&store, &other] {
        assert_eq!(state(reader).await?, (1, "Old".into(), 1, 1));
    }
    running.commit().await?;
    for reader in [&store, &other] {
        assert_eq!(state(reader).await?, (2, "New".into(), 0, 2));
    }
    Ok(())
}

/// A record that is read while imports change it is of one of them, never of two.
pub async fn record_is_replaced_atomically(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let of = |number: u32| {
        let mut anime = full(number);
        anime.mal_id = id(1);
        anime.slug = None;
        anime
    };
    import(&store, "jikan", &[of(100)]).await?;
    let write = async {
        for round in 1..=20 {
            import(&store, "jikan", &[of(100 + round)]).await?;
        }
        anyhow::Ok(())
    };
    let read = async {
        for _ in 0..40 {
            let anime = record(&store, 1).await?.anime;
            let number = anime.episodes.context("episodes")? - 1;
            assert_eq!(anime, of(number));
        }
        anyhow::Ok(())
    };
    tokio::try_join!(write, read)?;
    Ok(())
}

/// Imports that are begun at once run one after the other.
pub async fn imports_are_serialised(db: &TestDb) -> Result<()> {
    let (store, other) = (db.open().await?, db.open().await?);
    let titles = [full(1), full(2)];
    let (a, b, c) = tokio::join!(
        import(&store, "jikan", &titles),
        import(&other, "jikan", &titles),
        import(&store, "jikan", &titles),
    );
    let mut outcomes = [a?, b?, c?].concat();
    outcomes.sort_by_key(|outcome| *outcome == Outcome::Equal);
    assert_eq!(outcomes[..2], [Outcome::Added; 2]);
    assert_eq!(outcomes[2..], [Outcome::Equal; 4]);
    assert_eq!(store.revision().await?, 1);
    Ok(())
}

/// The revision rises by one for each import that changes something.
pub async fn revision_rises_with_every_change(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.revision().await?, 0);
    for (popularity, revision) in [(1, 1), (1, 1), (2, 2), (2, 2)] {
        import(&store, "jikan", &[popular(1, "One", popularity)]).await?;
        assert_eq!(store.revision().await?, revision);
    }
    Ok(())
}

/// Takes titles away in an import of its own, and returns how many were there.
async fn remove(store: &Store, numbers: impl IntoIterator<Item = u32>) -> Result<u64> {
    let ids: Vec<MalId> = numbers.into_iter().map(id).collect();
    let mut import = store.begin_import(provenance("jikan")).await?;
    let removed = import.remove(&ids).await?;
    import.commit().await?;
    Ok(removed)
}

/// A deleted title is found nowhere, and others stay as they are.
pub async fn title_can_be_deleted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut second = full(2);
    second.relations = Some(vec![related("Sequel", 1)]);
    import(&store, "jikan", &[full(1), second.clone()]).await?;
    let slug = AnimeKey::Slug(record(&store, 1).await?.slug);

    assert_eq!(remove(&store, (3..=1_100).chain([1])).await?, 1);
    for key in [AnimeKey::Id(id(1)), slug] {
        assert_eq!(store.find(&key).await?, None);
    }
    assert_eq!(store.search("title 1", 1).await?.total, 0);
    assert_eq!(store.popular(1).await?.total, 1);
    let stored = record(&store, 2).await?;
    assert_eq!((stored.anime, stored.related), (second, Vec::new()));
    Ok(())
}

/// Taking away is seen with the end of the import and raises the revision if it changed anything;
/// the title may come back, with its address.
pub async fn import_deletes_a_title(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[full(1), full(2)]).await?;
    let before = record(&store, 1).await?;
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.remove(&[id(1)]).await?;
    assert_eq!(store.popular(1).await?.total, 2);
    drop(running);
    assert_eq!(record(&store, 1).await?, before);

    for (numbers, removed, revision) in [(vec![1], 1, 2), (vec![1], 0, 2), (vec![], 0, 2)] {
        assert_eq!(remove(&store, numbers).await?, removed);
        assert_eq!(store.revision().await?, revision);
    }
    assert_eq!(import(&store, "jikan", &[full(1)]).await?, [Outcome::Added]);
    assert_eq!(record(&store, 1).await?, before);
    Ok(())
}

/// A source that is silent about a fact does not take it away.
pub async fn known_fact_is_not_lost(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[full(1)]).await?;
    let mut poorer = Anime::named(id(1), "Title 1");
    assert_eq!(
        import(&store, "jikan-import", &[poorer.clone()]).await?,
        [Outcome::Equal]
    );
    let confirmed = record(&store, 1).await?;
    assert_eq!(confirmed.anime, full(1));
    assert_eq!(confirmed.provenance.source, "jikan-import");
    assert_eq!(store.revision().await?, 1);

    poorer.score = Some(9.5);
    assert_eq!(
        import(&store, "jikan-import", &[poorer]).await?,
        [Outcome::Changed]
    );
    let mut expected = full(1);
    expected.score = Some(9.5);
    assert_eq!(record(&store, 1).await?.anime, expected);
    Ok(())
}

/// A source that repeats itself word for word confirms nothing: the first date stays.
pub async fn equal_record_costs_no_write(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[full(1)]).await?;
    let later = Provenance {
        source: "jikan".into(),
        as_of: Timestamp::constant(1_893_491_200, 0),
    };
    let mut repeated = store.begin_import(later).await?;
    assert_eq!(repeated.put(&[full(1)]).await?, [Outcome::Equal]);
    repeated.commit().await?;
    assert_eq!(record(&store, 1).await?.provenance, provenance("jikan"));
    Ok(())
}

/// Built-in facts fill the gaps of another source's record and replace nothing.
pub async fn built_in_facts_only_fill_gaps(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Fresh", 1)]).await?;
    let mut built_in = popular(1, "Stale", 500);
    built_in.synopsis = Some("Ours.".into());
    let titles = [built_in];
    assert_eq!(import(&store, BUILT_IN, &titles).await?, [Outcome::Changed]);
    let filled = record(&store, 1).await?;
    assert_eq!(filled.anime.title, "Fresh");
    assert_eq!(filled.anime.popularity, Some(1));
    assert_eq!(filled.anime.synopsis.as_deref(), Some("Ours."));
    assert_eq!(filled.provenance, provenance("jikan"));

    assert_eq!(import(&store, BUILT_IN, &titles).await?, [Outcome::Equal]);
    // The other source's own digest stands, so it need not be looked at again
    let again = import(&store, "jikan", &[popular(1, "Fresh", 1)]).await?;
    assert_eq!(again, [Outcome::Equal]);
    assert_eq!(store.revision().await?, 2);
    Ok(())
}

/// Another source's facts are laid over built-in ones.
pub async fn other_sources_replace_built_in_facts(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut built_in = popular(1, "Stale", 500);
    built_in.synopsis = Some("Ours.".into());
    import(&store, BUILT_IN, &[built_in]).await?;
    let outcomes = import(&store, "jikan", &[popular(1, "Fresh", 1)]).await?;
    assert_eq!(outcomes, [Outcome::Changed]);
    let replaced = record(&store, 1).await?;
    assert_eq!(replaced.anime.title, "Fresh");
    assert_eq!(replaced.anime.synopsis.as_deref(), Some("Ours."));
    assert_eq!(replaced.provenance.source, "jikan");
    assert_eq!(replaced.slug, "stale");
    Ok(())
}

/// A statement older than the stored facts, of the same source or another, fills their gaps and
/// replaces nothing, nor does it make them older.
pub async fn older_facts_only_fill_gaps(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "Fresh", 1)]).await?;
    let mut older = popular(1, "Stale", 500);
    for (source, synopsis, second) in [
        ("jikan", "Filled.", 1_793_491_199),
        ("jikan-import", "Not taken.", 1_793_491_198),
    ] {
        older.synopsis = Some(synopsis.into());
        let earlier = Provenance {
            source: source.into(),
            as_of: Timestamp::from_second(second)?,
        };
        let mut late = store.begin_import(earlier).await?;
        late.put(std::slice::from_ref(&older)).await?;
        late.commit().await?;
        let filled = record(&store, 1).await?;
        assert_eq!(filled.anime.title, "Fresh");
        assert_eq!(filled.anime.popularity, Some(1));
        assert_eq!(filled.anime.synopsis.as_deref(), Some("Filled."));
        assert_eq!(filled.provenance, provenance("jikan"));
    }
    assert_eq!(store.revision().await?, 2);
    Ok(())
}
