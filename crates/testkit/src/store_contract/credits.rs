//! People and characters: who they are, what they are in, how they are found.

use anyhow::{Context as _, Result};
use domain::{
    catalogue::{CatalogueStore as _, Outcome},
    extras::{
        CastRole, CharacterId, Extra, ExtrasStore as _, KnownRecord, Person, PersonId, RecordQuery,
        TitleExtra, Voice,
    },
    fold::fold,
    slice::{Slice, SliceRange},
};
use store::Store;

use super::{import, provenance};
use crate::{
    TestDb,
    anime::popular,
    extras::{cast_member, full_character, full_person, of, person, spoken, staff_member},
};

/// A store with titles, the most popular of which has the highest number, and `extras`.
async fn with(db: &TestDb, titles: u32, extras: &[TitleExtra]) -> Result<Store> {
    let store = db.open().await?;
    let titles: Vec<_> = (1..=titles).map(|n| popular(n, "Title", 100 - n)).collect();
    import(&store, "jikan", &titles).await?;
    put(&store, extras).await?;
    Ok(store)
}

async fn put(store: &Store, extras: &[TitleExtra]) -> Result<()> {
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.put_extras(extras).await?;
    Ok(running.commit().await?)
}

async fn put_people(store: &Store, people: &[Person]) -> Result<Vec<Outcome>> {
    let mut running = store.begin_import(provenance("jikan")).await?;
    let outcomes = running.put_people(people).await?;
    running.commit().await?;
    Ok(outcomes)
}

fn staff(title: u32, people: impl IntoIterator<Item = u32>) -> TitleExtra {
    let people = people.into_iter();
    let staff = people.map(|n| staff_member(person(n, &format!("Person {n}")), &["Script"]));
    of(title, Extra::Staff(staff.collect()))
}

async fn found(store: &Store, folded: &str) -> Result<Slice<KnownRecord<Person>>> {
    let query = RecordQuery::named(folded, SliceRange::ALL);
    Ok(store.select_people(&query).await?)
}

fn numbers(found: &Slice<KnownRecord<Person>>) -> Vec<u32> {
    found.items.iter().map(|it| it.record.id.get()).collect()
}

/// A mention is known as such, a whole record takes its place and keeps it, whatever is mentioned later.
pub async fn full_records_replace_mentions(db: &TestDb) -> Result<()> {
    let store = with(db, 2, &[staff(1, [1])]).await?;
    let read = async || {
        let known = store.person(PersonId::new(1)).await?;
        known.context("the person is not there")
    };
    let mentioned = read().await?;
    assert_eq!(mentioned.record, person(1, "Person 1").into());
    assert!(!mentioned.is_whole);
    assert_eq!(mentioned.provenance, provenance("jikan"));

    let whole = full_person(1, "Whole", 5);
    for (outcome, revision) in [(Outcome::Changed, 3), (Outcome::Equal, 3)] {
        let outcomes = put_people(&store, std::slice::from_ref(&whole)).await?;
        assert_eq!(outcomes, [outcome]);
        assert_eq!(store.revision().await?, revision);
    }
    put(&store, &[staff(2, [1])]).await?;
    let known = read().await?;
    assert_eq!((known.record, known.is_whole), (whole, true));
    let cast = cast_member(1, "Spiegel, Spike", CastRole::Main, 3);
    put(&store, &[of(1, Extra::Characters(vec![cast]))]).await?;
    let mut running = store.begin_import(provenance("jikan")).await?;
    let whole = full_character(1, "Spike Spiegel", 4);
    running.put_characters(std::slice::from_ref(&whole)).await?;
    running.commit().await?;
    let known = store.character(CharacterId::new(1)).await?;
    assert_eq!(known.context("the character is not there")?.record, whole);
    Ok(())
}

/// A full record of somebody without a stored title is ignored.
pub async fn full_records_of_people_without_titles_are_ignored(db: &TestDb) -> Result<()> {
    let store = with(db, 1, &[staff(1, [2])]).await?;
    let people = [1, 2, 2].map(|number| full_person(number, "Whole", 5));
    let outcomes = put_people(&store, &people).await?;
    let expected = [Outcome::Unknown, Outcome::Changed, Outcome::Equal];
    assert_eq!(outcomes, expected);
    assert_eq!(store.person(PersonId::new(1)).await?, None);
    assert_eq!(store.top_people(SliceRange::ALL).await?.total, 1);
    Ok(())
}

/// A person missing from a later answer is deleted, unless another title has them.
pub async fn people_are_deleted_with_their_last_title(db: &TestDb) -> Result<()> {
    let store = with(db, 2, &[staff(1, [1, 2, 3]), staff(2, [2])]).await?;
    let cast = spoken(
        cast_member(1, "Spike", CastRole::Main, 1),
        person(3, "Person 3"),
    );
    put(&store, &[of(2, Extra::Characters(vec![cast]))]).await?;
    put(&store, &[staff(1, [4])]).await?;
    for (number, stays) in [(1, false), (2, true), (3, true), (4, true)] {
        let found = store.person(PersonId::new(number)).await?;
        assert_eq!(found.is_some(), stays, "{number}");
    }
    let found = found(&store, "person").await?;
    assert_eq!(numbers(&found), [2, 3, 4]);
    Ok(())
}

/// Records that come many at a time are kept like one, also when all of them change.
pub async fn many_records_of_one_import_are_kept(db: &TestDb) -> Result<()> {
    // The records are more than a server takes in one statement
    let all = 1..=130;
    let store = with(db, 1, &[staff(1, all.clone())]).await?;
    for number in all.clone() {
        let known = store.person(PersonId::new(number)).await?;
        let mentioned = person(number, &format!("Person {number}"));
        assert_eq!(known.map(|it| it.record), Some(mentioned.into()));
    }
    assert_eq!(found(&store, "person").await?.total, 130);
    let people = all.map(|number| full_person(number, &format!("Somebody {number}"), number));
    let people: Vec<Person> = people.collect();
    let outcomes = put_people(&store, &people).await?;
    assert!(outcomes.iter().all(|it| *it == Outcome::Changed));
    for person in people {
        let known = store.person(person.id).await?;
        assert_eq!(known.map(|it| it.record), Some(person));
    }
    assert_eq!(found(&store, "person").await?.total, 0);
    let found = found(&store, "somebody").await?;
    assert_eq!((found.total, numbers(&found)[0]), (130, 130));
    Ok(())
}

/// People are deleted only at the end of an import.
pub async fn people_who_move_within_an_import_keep_their_record(db: &TestDb) -> Result<()> {
    let store = with(db, 2, &[staff(1, [1, 2])]).await?;
    let whole = full_person(1, "Whole", 5);
    put_people(&store, std::slice::from_ref(&whole)).await?;
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.put_extras(&[staff(1, [3])]).await?;
    running.put_extras(&[staff(2, [1])]).await?;
    running.commit().await?;
    let known = store.person(PersonId::new(1)).await?;
    let known = known.context("the person is not there")?;
    assert_eq!((known.record, known.is_whole), (whole, true));
    assert_eq!(store.person(PersonId::new(2)).await?, None);
    Ok(())
}

/// Opens a store with a person who makes five titles and speaks in each.
async fn with_credits(db: &TestDb) -> Result<Store> {
    let cast = |title: u32| {
        let role = [CastRole::Main, CastRole::Supporting][title as usize % 2];
        let member = cast_member(7, "Spike", role, 1);
        of(
            title,
            Extra::Characters(vec![spoken(member, person(1, "Actor"))]),
        )
    };
    let extras: Vec<_> = (1..=5)
        .flat_map(|title| [staff(title, [1]), cast(title)])
        .collect();
    with(db, 5, &extras).await
}

/// Credits are ordered by the titles' popularity, in pages.
pub async fn credits_are_ordered_by_popularity(db: &TestDb) -> Result<()> {
    let store = with_credits(db).await?;
    let someone = PersonId::new(1);
    for (page, titles) in [(1, vec![5, 4]), (2, vec![3, 2]), (3, vec![1]), (4, vec![])] {
        let span = SliceRange::page(page, 2);
        let roles = store.voice_roles(someone, span).await?;
        let credits = store.staff_credits(someone, span).await?;
        let appearances = store.appearances(CharacterId::new(7), span).await?;
        assert_eq!([roles.total, credits.total, appearances.total], [5; 3]);
        let of_roles: Vec<u32> = roles.items.iter().map(|it| it.title.mal_id.get()).collect();
        let of_credits: Vec<u32> = credits
            .items
            .iter()
            .map(|it| it.title.mal_id.get())
            .collect();
        let of_character: Vec<u32> = appearances
            .items
            .iter()
            .map(|it| it.title.mal_id.get())
            .collect();
        assert_eq!([&of_roles, &of_credits, &of_character], [&titles; 3]);
        for (role, appearance) in roles.items.iter().zip(&appearances.items) {
            assert_eq!(role.role, appearance.role);
            assert_eq!(role.title, appearance.title);
            assert_eq!(
                (&*role.character.name, &*role.language),
                ("Spike", "Japanese")
            );
        }
        assert!(credits.items.iter().all(|it| it.positions == ["Script"]));
    }
    let nobody = PersonId::new(9);
    assert_eq!(store.voice_roles(nobody, SliceRange::ALL).await?.total, 0);
    Ok(())
}

/// People and characters come with a part of what they are in.
pub async fn people_and_characters_are_read_with_credits(db: &TestDb) -> Result<()> {
    let store = with_credits(db).await?;
    let someone = PersonId::new(1);
    let first = SliceRange::page(1, 2);
    let actor = store.credited_person(someone, first).await?;
    let actor = actor.context("the person is not there")?;
    assert_eq!(actor.person.record, person(1, "Actor").into());
    assert_eq!(actor.roles, store.voice_roles(someone, first).await?);
    assert_eq!(actor.staff, store.staff_credits(someone, first).await?);
    let spike = CharacterId::new(7);
    let character = store.credited_character(spike, first).await?;
    let character = character.context("the character is not there")?;
    assert_eq!(character.character.record.name, "Spike");
    assert_eq!(
        character.appearances,
        store.appearances(spike, first).await?
    );
    let expected = Voice {
        person: person(1, "Actor"),
        language: "Japanese".into(),
    };
    assert_eq!(character.voices, [expected]);
    let nobody = PersonId::new(9);
    assert_eq!(store.credited_person(nobody, first).await?, None);
    let nobody = CharacterId::new(9);
    assert_eq!(store.credited_character(nobody, first).await?, None);
    Ok(())
}

/// People with most favourites come first; those without any are left out.
pub async fn most_loved_come_first(db: &TestDb) -> Result<()> {
    let store = with(db, 1, &[staff(1, 1..=6)]).await?;
    let loved = [(1, 5), (2, 9), (3, 0), (4, 5), (5, 70)];
    let loved = loved.map(|(number, favorites)| full_person(number, "Whole", favorites));
    put_people(&store, &loved).await?;
    let mut found = Vec::new();
    for page in 1..=3 {
        let part = store.top_people(SliceRange::page(page, 2)).await?;
        assert_eq!(part.total, 4);
        found.extend(numbers(&part));
    }
    assert_eq!(found, [5, 2, 1, 4]);
    let cast = [(1, 3), (2, 8)].map(|(n, loved)| cast_member(n, "Name", CastRole::Main, loved));
    put(&store, &[of(1, Extra::Characters(cast.into()))]).await?;
    let top = store.top_characters(SliceRange::ALL).await?.items;
    let top: Vec<u32> = top.iter().map(|it| it.record.id.get()).collect();
    assert_eq!(top, [2, 1]);
    Ok(())
}

/// Names are found by their beginning and by that of each word, family name first or last, in any script; whole names
/// come first, then those whom most love.
pub async fn people_are_found_by_name(db: &TestDb) -> Result<()> {
    let store = with(db, 1, &[staff(1, 1..=5)]).await?;
    let names = [
        (1, "Hiroshi Kamiya", 3),
        (2, "Kamiya, Akira", 9),
        (3, "Kamiyama", 50),
        (4, "Kamiya", 1),
        (5, "100% _under", 2),
    ];
    let people = names.map(|(number, name, loved)| {
        let mut person = full_person(number, name, loved);
        (person.family_name, person.given_name) = (None, None);
        person.other_names.clear();
        if number == 4 {
            person.other_names = ["Kamiyo Kamiya", "Kami"].map(str::to_owned).into();
        }
        if number == 1 {
            person.given_name = Some("浩史".into());
            person.family_name = Some("神谷".into());
        }
        person
    });
    put_people(&store, &people).await?;
    for (query, expected) in [
        ("kamiya", vec![4, 3, 2, 1]),
        ("kami", vec![4, 3, 2, 1]),
        ("kamiy", vec![3, 2, 1, 4]),
        ("kamiyo", vec![4]),
        ("Hiroshi Kamiya", vec![1]),
        ("kamiya hiro", vec![1]),
        ("akira kamiya", vec![2]),
        ("神谷", vec![1]),
        ("KAMIYAM", vec![3]),
        ("amiya", vec![]),
        ("100", vec![5]),
        ("%", vec![]),
        ("", vec![]),
    ] {
        let found = found(&store, &fold(query)).await?;
        assert_eq!(numbers(&found), expected, "{query}");
        assert_eq!(found.total as usize, expected.len(), "{query}");
    }
    let second = RecordQuery::named("kamiya", SliceRange::page(2, 3));
    let part = store.select_people(&second).await?;
    assert_eq!((numbers(&part), part.total), (vec![1], 4));
    Ok(())
}

/// A renamed person is found by the new name alone, also if twice in a batch, and is ordered by the new favourites,
/// also if only those have changed; characters are found like people.
pub async fn search_names_follow_changed_records(db: &TestDb) -> Result<()> {
    let store = with(db, 1, &[staff(1, [3, 4])]).await?;
    let named = |number, name, loved| full_person(number, name, loved);
    let mut shorter = named(4, "Renamed", 5);
    shorter.other_names = vec!["Rename".to_owned()];
    for (people, query, expected) in [
        (
            vec![named(3, "Renamed", 1), named(4, "Renamed", 5)],
            "renamed",
            vec![4, 3],
        ),
        (vec![], "person", vec![]),
        (vec![named(3, "Renamed", 9)], "renamed", vec![3, 4]),
        (
            vec![named(3, "First", 9), named(3, "Second", 9)],
            "second",
            vec![3],
        ),
        (vec![], "first", vec![]),
        (vec![], "renamed", vec![4]),
        // The person is found once, though two of their names begin with the text
        (vec![shorter], "rename", vec![4]),
    ] {
        put_people(&store, &people).await?;
        let found = found(&store, query).await?;
        assert_eq!(numbers(&found), expected, "{query}");
    }
    let cast = [cast_member(1, "Spiegel, Spike", CastRole::Main, 3)];
    put(&store, &[of(1, Extra::Characters(cast.into()))]).await?;
    for query in ["spiegel spike", "spike"] {
        let query = RecordQuery::named(query, SliceRange::ALL);
        let found = store.select_characters(&query).await?.items;
        assert_eq!(found.len(), 1, "{query:?}");
    }
    Ok(())
}
