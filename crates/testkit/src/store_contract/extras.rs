//! What is known of titles beside their records: reading it, and which statement stands.

use anyhow::{Context as _, Result};
use domain::{
    catalogue::{CatalogueStore as _, Outcome},
    extras::{
        CastRole, CharacterId, Extra, ExtraKind, ExtrasStore as _, KnownExtra, MAX_ITEMS, PersonId,
        StaffMember, Stated, TitleExtra,
    },
    provenance::{BUILT_IN, Provenance},
    slice::SliceRange,
};
use jiff::Timestamp;
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::popular,
    extras::{
        all_of, cast_member, episode, of, person, recommendation, spoken, staff_member,
        unnumbered_member, video,
    },
};

/// Returns a source's provenance, some seconds after a fixed instant.
fn at(source: &str, seconds: i64) -> Result<Provenance> {
    Ok(Provenance {
        source: source.into(),
        as_of: Timestamp::from_second(1_793_491_200 + seconds)?,
    })
}

/// Imports extras as one batch from a source that speaks some seconds after the first.
async fn put_at(
    store: &Store,
    source: &str,
    seconds: i64,
    extras: &[TitleExtra],
) -> Result<Vec<Outcome>> {
    let mut import = store.begin_import(at(source, seconds)?).await?;
    let outcomes = import.put_extras(extras).await?;
    import.commit().await?;
    Ok(outcomes)
}

async fn put(store: &Store, extras: &[TitleExtra]) -> Result<Vec<Outcome>> {
    put_at(store, "jikan", 0, extras).await
}

async fn with_titles(db: &TestDb, count: u32) -> Result<Store> {
    let store = db.open().await?;
    let titles: Vec<_> = (1..=count).map(|n| popular(n, "Title", n)).collect();
    import(&store, "jikan", &titles).await?;
    Ok(store)
}

/// Each extra is read as it was stated, with its source, and a title's extras are listed.
pub async fn every_extra_round_trips(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 3).await?;
    let by = provenance("jikan");
    let mut running = store.begin_import(by.clone()).await?;
    let outcomes = running.put_extras(&all_of(1)).await?;
    assert_eq!(outcomes, vec![Outcome::Added; ExtraKind::ALL.len()]);
    assert_eq!(store.known_extras(id(1)).await?, Some(Vec::new()));
    running.commit().await?;

    let known = store.known_extras(id(1)).await?.context("the title")?;
    let items = [2, 1, 3, 1, 1, 1, 1, 1];
    let expected = ExtraKind::ALL.iter().zip(items);
    let expected = expected.map(|(kind, items)| KnownExtra {
        kind: *kind,
        items,
        provenance: by.clone(),
    });
    assert_eq!(known, expected.collect::<Vec<_>>());
    for TitleExtra { extra, .. } in all_of(1) {
        let (read, source) = read(&store, extra.kind()).await?;
        assert_eq!((&read, source), (&extra, by.clone()));
    }
    Ok(())
}

/// An extra that no source has stated differs from a title that is not stored.
pub async fn unknown_extras_differ_from_missing_titles(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 2).await?;
    put(&store, &all_of(1)).await?;
    assert_eq!(store.known_extras(id(2)).await?, Some(Vec::new()));
    assert_eq!(store.known_extras(id(9)).await?, None);
    assert_eq!(store.cast(id(2), SliceRange::ALL).await?, None);
    assert_eq!(store.news(id(2)).await?, None);
    let stated = Stated {
        value: episode(2),
        provenance: at("jikan", 0)?,
    };
    assert_eq!(store.episode(id(1), 2).await?, Some(stated));
    assert_eq!(store.episode(id(1), 4).await?, None);
    Ok(())
}

/// Reads an extra of title 1 in the way that the sections of its page do.
async fn read(store: &Store, kind: ExtraKind) -> Result<(Extra, Provenance)> {
    let title = id(1);
    let missing = || format!("{kind:?} of title 1");
    macro_rules! stated {
        ($read:expr) => {{
            let stated = $read.await?.with_context(missing)?;
            (stated.value, stated.provenance)
        }};
    }
    Ok(match kind {
        ExtraKind::Characters => {
            let (value, by) = stated!(store.cast(title, SliceRange::ALL));
            (Extra::Characters(value.items), by)
        }
        ExtraKind::Staff => {
            let (value, by) = stated!(store.staff(title, SliceRange::ALL));
            (Extra::Staff(value.items), by)
        }
        ExtraKind::Episodes => {
            let (value, by) = stated!(store.episodes(title, SliceRange::ALL));
            (Extra::Episodes(value.items), by)
        }
        ExtraKind::Videos => {
            let (value, by) = stated!(store.videos(title));
            (Extra::Videos(value), by)
        }
        ExtraKind::Pictures => {
            let (value, by) = stated!(store.pictures(title));
            (Extra::Pictures(value), by)
        }
        ExtraKind::Recommendations => {
            let (value, by) = stated!(store.recommendations(title, SliceRange::ALL));
            let pairs = value.items.iter();
            let pairs = pairs.map(|it| recommendation(it.title.mal_id.get(), it.votes));
            (Extra::Recommendations(pairs.collect()), by)
        }
        ExtraKind::Statistics => {
            let (value, by) = stated!(store.viewer_counts(title));
            (Extra::Statistics(value), by)
        }
        ExtraKind::News => {
            let (value, by) = stated!(store.news(title));
            (Extra::News(value), by)
        }
    })
}

/// Extras of unknown titles are ignored, and the rest of the batch is stored.
pub async fn extras_of_missing_titles_are_ignored(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let batch = [
        of(2, Extra::Videos(vec![video(2)])),
        of(1, Extra::Videos(vec![video(1)])),
    ];
    let outcomes = put(&store, &batch).await?;
    assert_eq!(outcomes, [Outcome::Unknown, Outcome::Added]);
    assert_eq!(store.videos(id(2)).await?, None);
    assert_eq!(store.revision().await?, 2);
    Ok(())
}

/// A later answer of a source of the same rank replaces the former as a whole; another does not; and
/// an empty extra does not replace a filled one.
pub async fn later_extra_replaces_the_former_as_a_whole(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let staff = |name: &str| {
        let director = staff_member(person(1, name), &["Director"]);
        vec![of(1, Extra::Staff(vec![director]))]
    };
    let none = [of(1, Extra::Staff(Vec::new()))];
    for (source, second, given, outcome, stays, revision) in [
        (
            BUILT_IN,
            0,
            staff("Built in"),
            Outcome::Added,
            "Built in",
            2,
        ),
        ("jikan", 1, staff("First"), Outcome::Changed, "First", 3),
        ("jikan", 2, staff("First"), Outcome::Equal, "First", 3),
        (
            "jikan-import",
            2,
            staff("First"),
            Outcome::Equal,
            "First",
            3,
        ),
        (
            "jikan-import",
            1,
            staff("Early"),
            Outcome::Equal,
            "First",
            3,
        ),
        (BUILT_IN, 9, staff("Lesser"), Outcome::Equal, "First", 3),
        ("jikan", 9, none.to_vec(), Outcome::Equal, "First", 3),
        ("jikan", 9, staff("Second"), Outcome::Changed, "Second", 4),
    ] {
        let outcomes = put_at(&store, source, second, &given).await?;
        assert_eq!(outcomes, [outcome], "{given:?} of {source} at {second}");
        let held = store
            .staff(id(1), SliceRange::ALL)
            .await?
            .context("the staff")?;
        let names: Vec<&str> = held.value.items.iter().map(|it| it.person.name()).collect();
        assert_eq!((names, held.value.total), (vec![stays], 1));
        assert_eq!(store.revision().await?, revision, "{given:?} of {source}");
    }
    // A later list of the same source is read whole: it has two members
    let two = [1, 2].map(|n| staff_member(person(n, "Director"), &["Director"]));
    put_at(&store, "jikan", 10, &[of(1, Extra::Staff(two.into()))]).await?;
    let held = store
        .staff(id(1), SliceRange::ALL)
        .await?
        .context("the staff")?;
    assert_eq!(held.value.total, 2);
    Ok(())
}

/// Somebody without a number is listed where the source has them, in each part.
pub async fn staff_without_numbers_is_listed_in_order(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let staff: Vec<StaffMember> = (1..=7)
        .map(|place| match place % 3 {
            0 => unnumbered_member(&format!("Name {place}"), &["Script"]),
            _ => staff_member(person(place, &format!("Name {place}")), &["Music"]),
        })
        .collect();
    put(&store, &[of(1, Extra::Staff(staff.clone()))]).await?;
    for (page, places) in [(1, 0..3), (2, 3..6), (3, 6..7), (4, 7..7)] {
        let part = store.staff(id(1), SliceRange::page(page, 3)).await?;
        let part = part.context("the staff")?.value;
        assert_eq!((part.items.as_slice(), part.total), (&staff[places], 7));
    }
    let all = store
        .staff(id(1), SliceRange::ALL)
        .await?
        .context("the staff")?;
    assert_eq!(all.value.items, staff);
    put(&store, &[of(1, Extra::Staff(staff[..2].to_vec()))]).await?;
    let left = store
        .staff(id(1), SliceRange::ALL)
        .await?
        .context("the staff")?;
    assert_eq!(left.value.items, staff[..2]);
    Ok(())
}

/// That a source knows nothing is remembered, until any source knows something.
pub async fn empty_extra_is_known_to_be_empty(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let none = [of(1, Extra::Videos(Vec::new()))];
    assert_eq!(put(&store, &none).await?, [Outcome::Added]);
    let held = store.videos(id(1)).await?.context("the videos")?;
    assert_eq!(held.value, []);
    let some = [of(1, Extra::Videos(vec![video(1)]))];
    let outcomes = put_at(&store, BUILT_IN, -5, &some).await?;
    assert_eq!(outcomes, [Outcome::Changed]);
    let held = store.videos(id(1)).await?.context("the videos")?;
    assert_eq!((held.value.len(), &*held.provenance.source), (1, BUILT_IN));
    Ok(())
}

/// Duplicate items are stored once.
pub async fn duplicate_extra_in_a_batch_is_merged(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let episodes = |numbers: &[u32]| {
        let episodes = numbers.iter().map(|number| episode(*number)).collect();
        of(1, Extra::Episodes(episodes))
    };
    let batch = [episodes(&[1, 2, 2, 1]), episodes(&[3, 1, 2, 3])];
    let outcomes = put(&store, &batch).await?;
    assert_eq!(outcomes, [Outcome::Added, Outcome::Changed]);
    let held = store
        .episodes(id(1), SliceRange::ALL)
        .await?
        .context("episodes")?;
    let numbers: Vec<u32> = held.value.items.iter().map(|it| it.number).collect();
    assert_eq!((numbers, held.value.total), (vec![1, 2, 3], 3));
    Ok(())
}

/// A list of any length is limited and paged, with each item once.
pub async fn long_extras_are_paged(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let count = u32::try_from(MAX_ITEMS)?;
    let episodes = (1..=count + 5).map(episode).collect();
    put(&store, &[of(1, Extra::Episodes(episodes))]).await?;
    for (page, first, last) in [(1, 1, 100), (100, 9_901, 10_000)] {
        let part = store.episodes(id(1), SliceRange::page(page, 100)).await?;
        let part = part.context("the episodes")?.value;
        let numbers: Vec<u32> = part.items.iter().map(|it| it.number).collect();
        let expected: Vec<u32> = (first..=last).collect();
        assert_eq!((part.total, numbers), (count, expected));
    }
    let behind = store.episodes(id(1), SliceRange::page(101, 100)).await?;
    let behind = behind.context("the episodes")?.value;
    assert_eq!((behind.total, behind.items), (count, Vec::new()));
    Ok(())
}

/// Main parts come first, then those whom most love, then as the source has them; each with who speaks them.
pub async fn cast_comes_in_order(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 1).await?;
    let member = |number: u32| {
        let role = if number == 90 {
            CastRole::Main
        } else {
            CastRole::Supporting
        };
        let member = cast_member(number, &format!("Character {number}"), role, number / 40);
        spoken(member, person(number % 7 + 1, "Actor"))
    };
    let cast = (1..=100).map(member).collect();
    put(&store, &[of(1, Extra::Characters(cast))]).await?;
    let mut numbers = Vec::new();
    for page in 1..=4 {
        let part = store.cast(id(1), SliceRange::page(page, 30)).await?;
        let part = part.context("the cast")?.value;
        assert_eq!(part.total, 100);
        for read in part.items {
            let number = read.character.id.get();
            assert_eq!(read, member(number));
            numbers.push(number);
        }
    }
    let loved = (80..=89).chain(91..=100);
    let expected = [90].into_iter().chain(loved).chain(40..=79).chain(1..=39);
    assert_eq!(numbers, expected.collect::<Vec<u32>>());
    Ok(())
}

/// Recommended titles are those that the catalogue holds, the most recommended first, then by popularity.
pub async fn only_stored_titles_are_recommended(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 5).await?;
    let votes = [(5, 1), (9, 50), (3, 7), (2, 7), (4, 30)];
    let votes = votes.map(|(id, votes)| recommendation(id, votes));
    put(&store, &[of(1, Extra::Recommendations(votes.into()))]).await?;
    let read = async |page| {
        let found = store
            .recommendations(id(1), SliceRange::page(page, 3))
            .await?;
        let found = found.context("recommendations")?.value;
        let titles = found.items.iter();
        let titles = titles.map(|it| (it.title.mal_id.get(), it.votes)).collect();
        anyhow::Ok((found.total, titles))
    };
    assert_eq!(read(1).await?, (4, vec![(4, 30), (2, 7), (3, 7)]));
    assert_eq!(read(2).await?, (4, vec![(5, 1)]));
    assert_eq!(read(3).await?, (4, vec![]));
    let first = store.recommendations(id(1), SliceRange::page(1, 1)).await?;
    let first = first.context("recommendations")?.value.items;
    assert_eq!(first[0].title.slug, "title-4");
    Ok(())
}

/// Deleting a title deletes its extras and the people without another title. The title comes back without them.
pub async fn extras_are_deleted_with_their_title(db: &TestDb) -> Result<()> {
    let store = with_titles(db, 2).await?;
    let mut extras = all_of(1);
    // One person voices in title 1 and is staff of title 2
    let shared = staff_member(person(10, "Actor 1"), &["Music"]);
    extras.push(of(2, Extra::Staff(vec![shared])));
    put(&store, &extras).await?;
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.remove(&[id(1)]).await?;
    running.commit().await?;
    assert_eq!(store.known_extras(id(1)).await?, None);
    for TitleExtra { extra, .. } in all_of(1) {
        assert!(read(&store, extra.kind()).await.is_err(), "{extra:?}");
    }
    for (number, stays) in [(10, true), (11, false), (12, false)] {
        let found = store.person(PersonId::new(number)).await?;
        assert_eq!(found.is_some(), stays, "{number}");
    }
    for number in [10, 11] {
        let character = CharacterId::new(number);
        assert_eq!(store.character(character).await?, None);
    }
    import(&store, "jikan", &[popular(1, "Title", 1)]).await?;
    assert_eq!(store.known_extras(id(1)).await?, Some(Vec::new()));
    Ok(())
}
