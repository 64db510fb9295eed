//! How long the store takes for each section.

use std::time::Instant;

use anyhow::{Result, ensure};
use bench::{SeededRng, figure, milliseconds_since, quantile};
use domain::{
    anime::MalId,
    extras::{
        CharacterId, ExtrasStore as _, PersonId, RecordOrder, RecordQuery, VideoKind, VideoQuery,
        VideoTitles,
    },
    slice::SliceRange,
};
use store::{DatabaseUrl, Store};

use crate::{
    crowd::{CHARACTERS, PEOPLE},
    titles::Title,
};

/// The number of titles, of people and of characters that are drawn, beside the largest.
const DRAWN: usize = 300;
/// The number of the most popular titles, whose lists are the longest, and of the people who speak most.
const FIRST: usize = 100;
/// The number of the last page of 25 people or characters.
const LAST_PAGE: u32 = RecordQuery::MAX_LISTED / 25;
/// The texts that somebody types who looks for a person.
const TYPED: [&str; 10] = [
    "ka",
    "sa",
    "yo",
    "shi",
    "kami",
    "miya",
    "hiroshi",
    "kamiya hiroshi",
    "yu",
    "tsu",
];

/// Tells how long it takes to read each of `all`, in milliseconds.
async fn measured<K: Copy, T>(
    name: &str,
    all: &[K],
    read: impl AsyncFn(K) -> domain::Result<T>,
) -> Result<()> {
    if let Some(first) = all.first() {
        // The first reading makes connections and statements, and does not count
        read(*first).await?;
    }
    let mut times = Vec::with_capacity(all.len());
    for one in all {
        let begin = Instant::now();
        read(*one).await?;
        times.push(milliseconds_since(begin));
    }
    for (which, part) in [("p50", 0.5), ("p99", 0.99), ("worst", 1.0)] {
        figure(&format!("{name}-{which}"), quantile(&mut times, part));
    }
    Ok(())
}

/// Reads every section of the largest titles and people and of drawn ones.
pub(crate) async fn measure(url: &DatabaseUrl, titles: &[Title], seed: u32) -> Result<()> {
    let store = Store::open(url).await?;
    let cast = store
        .cast(MalId::new(titles[0].id), SliceRange::page(1, 24))
        .await?;
    ensure!(
        cast.is_some_and(|cast| !cast.value.items.is_empty()),
        "the store has no casts"
    );
    let mut rng = SeededRng::new(seed.into());
    let mut drawn = |count: usize| {
        let others = (0..DRAWN).map(|_| rng.below(count));
        (0..FIRST).chain(others).collect::<Vec<_>>()
    };
    let places = drawn(titles.len());
    let ids: Vec<MalId> = places
        .iter()
        .map(|place| MalId::new(titles[*place].id))
        .collect();
    let number = |place: &usize| u32::try_from(*place).unwrap_or_default() + 1;
    let people: Vec<PersonId> = drawn(PEOPLE as usize)
        .iter()
        .map(|place| PersonId::new(number(place)))
        .collect();
    let characters: Vec<CharacterId> = drawn(CHARACTERS as usize)
        .iter()
        .map(|place| CharacterId::new(number(place)))
        .collect();
    of_titles(&store, &ids).await?;
    of_people(&store, &people, &characters).await
}

async fn of_titles(store: &Store, ids: &[MalId]) -> Result<()> {
    let first = SliceRange::page(1, 24);
    measured("known", ids, async |id| store.known_extras(id).await).await?;
    measured("cast", ids, async |id| store.cast(id, first).await).await?;
    measured("whole-cast", ids, async |id| {
        store.cast(id, SliceRange::ALL).await
    })
    .await?;
    measured("staff", ids, async |id| store.staff(id, first).await).await?;
    measured("episodes", ids, async |id| {
        store.episodes(id, SliceRange::page(1, 100)).await
    })
    .await?;
    measured("episodes-far", ids, async |id| {
        store.episodes(id, SliceRange::page(10, 100)).await
    })
    .await?;
    measured("videos", ids, async |id| store.videos(id).await).await?;
    measured("pictures", ids, async |id| store.pictures(id).await).await?;
    measured("recommendations", ids, async |id| {
        store.recommendations(id, first).await
    })
    .await?;
    measured("statistics", ids, async |id| store.viewer_counts(id).await).await?;
    measured("news", ids, async |id| store.news(id).await).await?;
    Ok(())
}

async fn of_people(store: &Store, people: &[PersonId], characters: &[CharacterId]) -> Result<()> {
    let first = SliceRange::page(1, 24);
    measured("person", people, async |id| store.person(id).await).await?;
    measured("voice-roles", people, async |id| {
        store.voice_roles(id, first).await
    })
    .await?;
    measured("staff-credits", people, async |id| {
        store.staff_credits(id, first).await
    })
    .await?;
    measured("character", characters, async |id| {
        store.character(id).await
    })
    .await?;
    measured("appearances", characters, async |id| {
        store.appearances(id, first).await
    })
    .await?;
    measured("credited-person", people, async |id| {
        store.credited_person(id, SliceRange::ALL).await
    })
    .await?;
    measured("credited-character", characters, async |id| {
        store.credited_character(id, SliceRange::ALL).await
    })
    .await?;
    of_names(store).await?;
    of_lists(store).await
}

/// Reads who is found by a name, and who is loved most.
async fn of_names(store: &Store) -> Result<()> {
    let first = SliceRange::page(1, 24);
    let pages: Vec<u32> = (1..=100).chain([LAST_PAGE]).collect();
    measured("top-people", &pages, async |page| {
        store.top_people(SliceRange::page(page, 25)).await
    })
    .await?;
    measured("top-characters", &pages, async |page| {
        store.top_characters(SliceRange::page(page, 25)).await
    })
    .await?;
    measured("find-people", &TYPED, async |text| {
        store.select_people(&RecordQuery::named(text, first)).await
    })
    .await?;
    measured("find-characters", &TYPED, async |text| {
        store
            .select_characters(&RecordQuery::named(text, first))
            .await
    })
    .await?;
    Ok(())
}

/// All people and characters in every order, the first pages and the last.
async fn of_lists(store: &Store) -> Result<()> {
    let pages = (1..=20).chain([LAST_PAGE]);
    let pages: Vec<(u32, bool)> = pages
        .flat_map(|page| [(page, false), (page, true)])
        .collect();
    for (name, order) in [
        ("id", RecordOrder::Id),
        ("name", RecordOrder::Name),
        ("birthday", RecordOrder::Birthday),
        ("favorites", RecordOrder::Favorites),
    ] {
        let query = |(page, descending)| RecordQuery {
            order: Some(order),
            descending,
            ..RecordQuery::all(SliceRange::page(page, 25))
        };
        measured(&format!("people-by-{name}"), &pages, async |page| {
            store.select_people(&query(page)).await
        })
        .await?;
        measured(&format!("characters-by-{name}"), &pages, async |page| {
            store.select_characters(&query(page)).await
        })
        .await?;
    }
    let letters: Vec<char> = ('a'..='z').collect();
    measured("characters-by-letter-and-name", &letters, async |letter| {
        let query = RecordQuery {
            initial: Some(letter),
            order: Some(RecordOrder::Name),
            ..RecordQuery::all(SliceRange::page(1, 25))
        };
        store.select_characters(&query).await
    })
    .await?;
    measured("characters-by-text-and-name", &TYPED, async |text| {
        let query = RecordQuery {
            order: Some(RecordOrder::Name),
            ..RecordQuery::named(text, SliceRange::page(1, 25))
        };
        store.select_characters(&query).await
    })
    .await?;
    of_all_titles(store).await
}

/// Reads the recommended pairs and the videos of all titles.
async fn of_all_titles(store: &Store) -> Result<()> {
    measured("recommended-pairs", &[1, 2, 40], async |page| {
        store.recommended_pairs(SliceRange::page(page, 100)).await
    })
    .await?;
    let titles = [
        VideoTitles::Popular,
        VideoTitles::Airing,
        VideoTitles::Upcoming,
    ];
    measured("title-videos", &titles, async |titles| {
        // Music is the rarest kind of video: every title that may be looked at is
        let query = VideoQuery {
            titles,
            kind: VideoKind::Music,
            most: 100,
            of_each: 5,
        };
        store.title_videos(&query).await
    })
    .await
}
