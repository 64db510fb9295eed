//! People, characters, recommended pairs and videos of all titles.

use anyhow::{Context as _, Result};
use domain::{
    anime::Status,
    catalogue::CatalogueStore as _,
    extras::{
        CastRole, Extra, ExtrasStore as _, KnownRecord, Person, RecordOrder, RecordQuery,
        TitleExtra, Video, VideoKind, VideoQuery, VideoTitles,
    },
    slice::{Slice, SliceRange},
};
use jiff::civil::{Date, date};
use store::Store;

use super::{import, provenance};
use crate::{
    TestDb,
    anime::popular,
    extras::{cast_member, full_person, of, person, recommendation, staff_member, video},
};

const EVERY: RecordQuery = RecordQuery::all(SliceRange::ALL);

/// A store with titles, the most popular of which has the lowest number, and `extras`.
async fn with(db: &TestDb, titles: u32, extras: &[TitleExtra]) -> Result<Store> {
    let store = db.open().await?;
    let titles: Vec<_> = (1..=titles).map(|n| popular(n, "Title", n)).collect();
    import(&store, "jikan", &titles).await?;
    put(&store, extras).await?;
    Ok(store)
}

async fn put(store: &Store, extras: &[TitleExtra]) -> Result<()> {
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.put_extras(extras).await?;
    Ok(running.commit().await?)
}

/// Opens a store with six people, the last of whom is only mentioned.
async fn with_people(db: &TestDb) -> Result<Store> {
    let staff = (1..=6).map(|n| staff_member(person(n, &format!("yonder {n}")), &["Script"]));
    let store = with(db, 1, &[of(1, Extra::Staff(staff.collect()))]).await?;
    let born = |year| Some(date(year, 2, 1));
    let people = [
        (1, "Beni Aoki", 5, born(1990)),
        (2, "Aoki, Dai", 9, None),
        (3, "aoki", 0, born(1970)),
        (4, "Cho Aokita", 5, born(1980)),
        (5, "Beni Beni", 70, born(1970)),
    ];
    let whole = |(number, name, loved, birthday): (u32, &str, u32, Option<Date>)| Person {
        birthday,
        given_name: None,
        family_name: None,
        other_names: Vec::new(),
        ..full_person(number, name, loved)
    };
    let mut running = store.begin_import(provenance("jikan")).await?;
    running.put_people(&people.map(whole)).await?;
    running.commit().await?;
    Ok(store)
}

fn numbers(found: &Slice<KnownRecord<Person>>) -> Vec<u32> {
    found.items.iter().map(|it| it.record.id.get()).collect()
}

/// People come in every order, equal ones by id; the parts of an order hold each person once.
pub async fn people_come_in_every_order(db: &TestDb) -> Result<()> {
    let store = with_people(db).await?;
    for (order, ascending, descending) in [
        (None, &[1, 2, 3, 4, 5, 6][..], &[6, 5, 4, 3, 2, 1][..]),
        (
            Some(RecordOrder::Id),
            &[1, 2, 3, 4, 5, 6],
            &[6, 5, 4, 3, 2, 1],
        ),
        (
            Some(RecordOrder::Favorites),
            &[3, 6, 1, 4, 2, 5],
            &[5, 2, 1, 4, 3, 6],
        ),
        (Some(RecordOrder::Birthday), &[3, 5, 4, 1], &[1, 4, 3, 5]),
    ] {
        for (descending, expected) in [(false, ascending), (true, descending)] {
            let mut found = Vec::new();
            for page in 1..=3 {
                let query = RecordQuery {
                    order,
                    descending,
                    span: SliceRange::page(page, 2),
                    ..EVERY
                };
                let part = store.select_people(&query).await?;
                assert_eq!(part.total as usize, expected.len());
                found.extend(numbers(&part));
            }
            assert_eq!(found, expected, "{order:?}, descending: {descending}");
        }
    }
    let beyond = RecordQuery {
        span: SliceRange::page(4, 2),
        ..EVERY
    };
    let beyond = store.select_people(&beyond).await?;
    assert_eq!((beyond.items.len(), beyond.total), (0, 6));
    // Each initial is tested alone: the database decides where capitals stand among small letters
    let by_name = |initial| RecordQuery {
        initial: Some(initial),
        order: Some(RecordOrder::Name),
        ..EVERY
    };
    let found = store.select_people(&by_name('b')).await?;
    assert_eq!(numbers(&found), [1, 5]);
    Ok(())
}

/// Characters come in every order of people but that by day of birth, which they do not have.
pub async fn characters_come_in_every_order(db: &TestDb) -> Result<()> {
    let cast = [(1, "Cid", 3), (2, "Ada", 8), (3, "Bo", 1)];
    let cast = cast.map(|(number, name, loved)| cast_member(number, name, CastRole::Main, loved));
    let store = with(db, 1, &[of(1, Extra::Characters(cast.into()))]).await?;
    for (order, descending, expected) in [
        (None, false, [1, 2, 3]),
        (Some(RecordOrder::Name), false, [2, 3, 1]),
        (Some(RecordOrder::Name), true, [1, 3, 2]),
        (Some(RecordOrder::Favorites), true, [2, 1, 3]),
        (Some(RecordOrder::Birthday), true, [3, 2, 1]),
    ] {
        let query = RecordQuery {
            order,
            descending,
            ..EVERY
        };
        let found = store.select_characters(&query).await?.items;
        let found: Vec<u32> = found.iter().map(|it| it.record.id.get()).collect();
        assert_eq!(found, expected, "{order:?}");
    }
    Ok(())
}

/// A beginning of any name, a first letter of the name itself, or both, in any order.
pub async fn people_are_narrowed_by_name_and_letter(db: &TestDb) -> Result<()> {
    let store = with_people(db).await?;
    for (beginning, initial, order, descending, expected) in [
        (None, Some('A'), None, false, &[2, 3][..]),
        (None, Some('a'), None, true, &[3, 2]),
        (None, Some('y'), None, false, &[6]),
        (None, Some('z'), None, false, &[]),
        (Some("aoki"), None, None, false, &[3, 2, 1, 4]),
        (Some("aoki"), Some('b'), None, false, &[1]),
        (
            Some("aoki"),
            None,
            Some(RecordOrder::Id),
            true,
            &[4, 3, 2, 1],
        ),
        (
            Some("aoki"),
            None,
            Some(RecordOrder::Birthday),
            false,
            &[3, 4, 1],
        ),
        (
            Some("aoki"),
            Some('a'),
            Some(RecordOrder::Favorites),
            true,
            &[2, 3],
        ),
        (Some("beni"), None, Some(RecordOrder::Name), false, &[1, 5]),
        (Some(""), None, None, false, &[]),
        (Some("a"), None, None, false, &[]),
    ] {
        let query = RecordQuery {
            beginning: beginning.map(str::to_owned),
            initial,
            order,
            descending,
            span: SliceRange::ALL,
        };
        let found = store.select_people(&query).await?;
        assert_eq!(numbers(&found), expected, "{query:?}");
        assert_eq!(found.total as usize, expected.len(), "{query:?}");
    }
    Ok(())
}

/// The first draw that names somebody decides; where none does, the first names a place among them.
pub async fn people_and_characters_are_picked_by_chance(db: &TestDb) -> Result<()> {
    let staff = [3, 7, 100].map(|n| staff_member(person(n, "Somebody"), &["Script"]));
    let member = cast_member(9, "Ada", CastRole::Main, 1);
    let extras = [
        of(1, Extra::Staff(staff.into())),
        of(2, Extra::Characters(vec![member])),
    ];
    let store = with(db, 2, &[]).await?;
    assert_eq!(store.random_person(&[1]).await?, None);
    assert_eq!(store.random_character(&[1]).await?, None);
    put(&store, &extras).await?;
    for (draws, expected) in [
        (&[2][..], 3),
        (&[0, 106, 99], 7),
        (&[50, 51], 100),
        (&[u32::MAX], 3),
    ] {
        let picked = store.random_person(draws).await?.context("somebody")?;
        assert_eq!(picked.record.id.get(), expected, "{draws:?}");
    }
    let picked = store.random_character(&[4]).await?.context("somebody")?;
    assert_eq!(picked.record.id.get(), 9);
    assert_eq!(store.random_person(&[]).await?, None);
    Ok(())
}

/// Each pair once, whichever of its titles says it, by the larger number; pairs with titles that are not held are not
/// there.
pub async fn recommended_pairs_come_once(db: &TestDb) -> Result<()> {
    let recommended = |id, pairs: &[(u32, u32)]| {
        let pairs = pairs.iter().map(|(to, votes)| recommendation(*to, *votes));
        of(id, Extra::Recommendations(pairs.collect()))
    };
    let extras = [
        recommended(1, &[(2, 5), (9, 80)]),
        recommended(2, &[(1, 6), (3, 1)]),
        recommended(4, &[(3, 5), (1, 5)]),
    ];
    let store = with(db, 4, &extras).await?;
    let mut found = Vec::new();
    for page in 1..=3 {
        let part = store.recommended_pairs(SliceRange::page(page, 2)).await?;
        assert_eq!(part.total, 4);
        let pairs = part.items.iter();
        found.extend(pairs.map(|pair| {
            let ids = [&pair.first, &pair.second].map(|title| title.mal_id.get());
            (ids, pair.votes)
        }));
    }
    let expected = [([1, 2], 6), ([1, 4], 5), ([3, 4], 5), ([2, 3], 1)];
    assert_eq!(found, expected);
    let first = store.recommended_pairs(SliceRange::page(1, 1)).await?.items;
    assert_eq!(first[0].first.title, "Title");
    Ok(())
}

/// Opens a store with titles that air, are to come or are over, most of them with videos.
async fn with_videos(db: &TestDb) -> Result<Store> {
    let store = db.open().await?;
    let title = |number: u32, status, day: Option<Date>| {
        let mut title = popular(number, "Title", number);
        (title.status, title.aired.from) = (Some(status), day);
        title
    };
    let day = |day| Some(date(2026, 10, day));
    let titles = [
        title(1, Status::Airing, day(3)),
        title(2, Status::Airing, None),
        title(3, Status::Finished, day(9)),
        title(4, Status::Airing, day(5)),
        title(5, Status::Airing, day(6)),
        title(6, Status::Airing, day(7)),
        title(7, Status::Upcoming, None),
        title(8, Status::Upcoming, day(29)),
        title(9, Status::Upcoming, day(28)),
    ];
    import(&store, "jikan", &titles).await?;
    let episode = |id, number| Video {
        kind: VideoKind::Episode,
        // The name looks like the kind of another video, and must not count as one
        name: "\"kind\":\"promo\"".into(),
        episode: number,
        url: Some(format!("https://tube.example/{number:?}")),
        ..video(id)
    };
    let new = [None, Some(2), Some(9)].map(|number| episode(1, number));
    let extras = [
        of(1, Extra::Videos([&new[..], &[video(1)]].concat())),
        of(2, Extra::Videos(vec![video(2)])),
        of(3, Extra::Videos(vec![video(3)])),
        of(4, Extra::Videos((1..=4).map(video).collect())),
        of(5, Extra::Videos(vec![episode(5, Some(1))])),
        of(6, Extra::Videos(Vec::new())),
        of(7, Extra::Videos(vec![video(7)])),
        of(8, Extra::Videos(vec![video(8)])),
        of(9, Extra::Videos(vec![video(9)])),
    ];
    put(&store, &extras).await?;
    Ok(store)
}

/// By popularity; of those that air the latest first, of those to come the next; each with the videos of the wanted
/// kind alone.
pub async fn titles_with_videos_come_in_order(db: &TestDb) -> Result<()> {
    let store = with_videos(db).await?;
    for (titles, kind, most, expected) in [
        (
            VideoTitles::Popular,
            VideoKind::Promo,
            9,
            &[1, 2, 3, 4, 7, 8, 9][..],
        ),
        (VideoTitles::Popular, VideoKind::Promo, 2, &[1, 2]),
        (VideoTitles::Popular, VideoKind::Episode, 9, &[1, 5]),
        (VideoTitles::Popular, VideoKind::Music, 9, &[]),
        (VideoTitles::Airing, VideoKind::Promo, 9, &[4, 1, 2]),
        (VideoTitles::Upcoming, VideoKind::Promo, 9, &[9, 8, 7]),
        (VideoTitles::Upcoming, VideoKind::Episode, 9, &[]),
    ] {
        let query = VideoQuery {
            titles,
            kind,
            most,
            of_each: 2,
        };
        let found = store.title_videos(&query).await?;
        let ids: Vec<u32> = found.iter().map(|it| it.title.mal_id.get()).collect();
        assert_eq!(ids, expected, "{query:?}");
        assert!(found.iter().all(|it| it.videos.len() <= 2), "{query:?}");
        let videos = found.iter().flat_map(|it| &it.videos);
        assert!(videos.map(|video| video.kind).all(|of| of == kind));
    }
    Ok(())
}

/// The newest episodes of a title come first, whatever their order at the source.
pub async fn newest_episodes_come_first(db: &TestDb) -> Result<()> {
    let store = with_videos(db).await?;
    let newest = VideoQuery {
        titles: VideoTitles::Airing,
        kind: VideoKind::Episode,
        most: 9,
        of_each: 2,
    };
    let newest = store.title_videos(&newest).await?;
    let numbers = newest[1].videos.iter().map(|video| video.episode);
    assert!(numbers.eq([Some(9), Some(2)]), "{newest:?}");
    Ok(())
}
