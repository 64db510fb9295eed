//! What a title's page shows beside it: its franchise, and where all pages are.

use anyhow::{Context, Result};
use domain::{
    anime::{Anime, Relation, Season},
    catalogue::{ADDRESS_BLOCK, AnimeKey, CatalogueStore, FullAnime, TitleAddress},
    franchise::{Part, RelatedTitle},
};
use jiff::civil::date;
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::{finished, related},
};

async fn record(store: &Store, number: u32) -> Result<FullAnime> {
    let record = store.find(&AnimeKey::Id(id(number))).await?;
    record.context("a title that was imported is not there")
}

/// Returns the watch order of the franchise of a title, as ids.
async fn order(store: &Store, number: u32) -> Result<Vec<u32>> {
    let franchise = record(store, number).await?.franchise;
    Ok(franchise.iter().map(|e| e.title.mal_id.get()).collect())
}

/// Builds a title that first aired in a year.
fn title(number: u32, year: i16, relations: Vec<Relation>) -> Anime {
    let mut anime = finished(number, &format!("Title {number}"), date(year, 4, 1));
    anime.relations = Some(relations);
    anime
}

/// All titles of a franchise show the same order, by release, whichever of them tells of another.
pub async fn franchise_is_the_same_from_each_of_its_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        title(4, 2001, vec![related("SEQUEL", 2)]),
        title(2, 2003, vec![]),
        title(3, 2005, vec![related("prequel", 2)]),
        title(1, 2002, vec![related("Parent Story", 4)]),
        title(5, 2004, vec![related("Full story", 2)]),
        title(6, 2000, vec![related("Character", 2), related("Other", 3)]),
    ];
    import(&store, "jikan", &titles).await?;
    for number in 1..=5 {
        assert_eq!(order(&store, number).await?, [4, 1, 2, 5, 3], "{number}");
    }
    assert_eq!(order(&store, 6).await?, [0; 0]);
    let parts = record(&store, 2).await?.franchise;
    let parts: Vec<Part> = parts.iter().map(|entry| entry.part).collect();
    let (main, side, recap) = (Part::Main, Part::SideStory, Part::Recap);
    assert_eq!(parts, [main, side, main, recap, main]);
    Ok(())
}

/// A cycle of relations ends, and a title that two franchises share is part of neither.
pub async fn franchise_ends_at_cycles_and_crossovers(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        title(
            1,
            2001,
            vec![related("Sequel", 2), related("Side Story", 9)],
        ),
        title(2, 2002, vec![related("Sequel", 3), related("Sequel", 2)]),
        title(3, 2003, vec![related("Sequel", 1)]),
        title(
            9,
            2004,
            vec![related("Parent Story", 1), related("Parent Story", 5)],
        ),
        title(5, 2005, vec![related("Sequel", 6)]),
        title(6, 2006, vec![related("Side Story", 3)]),
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(order(&store, 2).await?, [1, 2, 3]);
    assert_eq!(order(&store, 6).await?, [5, 6]);
    assert_eq!(order(&store, 9).await?, [0; 0]);
    Ok(())
}

/// Titles that the catalogue does not hold are left out but lead on; printed works do neither.
pub async fn franchise_bridges_missing_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut book = related("Sequel", 7);
    book.target = domain::anime::RelationTarget::Manga;
    let titles = [
        title(1, 2001, vec![related("Sequel", 2), book]),
        title(3, 2003, vec![related("Prequel", 2)]),
        title(7, 2004, vec![]),
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(order(&store, 1).await?, [1, 3]);
    assert_eq!(order(&store, 3).await?, [1, 3]);
    assert_eq!(order(&store, 7).await?, [0; 0]);
    Ok(())
}

/// The order shows the catalogue's current facts of each title. A season or a year
/// replaces an unknown day; without either, a title comes before its sequel.
pub async fn franchise_shows_current_facts_of_its_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut first = title(1, 2013, vec![related("Sequel", 2)]);
    first.title_english = Some("First".into());
    first.title_japanese = Some("第一".into());
    first.kind = Some("TV".into());
    // Begun in December for the winter season: the year is the season's
    first.aired.from = Some(date(2013, 12, 28));
    (first.year, first.season) = (Some(2014), Some(Season::Winter));
    first.episodes = Some(25);
    first.images.jpg.image_url = Some("https://pictures.example/1.jpg".into());
    let mut second = Anime::named(id(2), "Second");
    second.relations = Some(vec![related("Sequel", 3), related("Sequel", 4)]);
    let mut third = Anime::named(id(3), "Third");
    (third.year, third.season) = (Some(2012), Some(Season::Summer));
    let mut fourth = Anime::named(id(4), "Fourth");
    fourth.year = Some(2012);
    import(&store, "jikan", &[first, second, third, fourth]).await?;
    assert_eq!(order(&store, 2).await?, [2, 4, 3, 1]);
    let expected = RelatedTitle {
        mal_id: id(1),
        slug: "first".into(),
        title: "Title 1".into(),
        title_english: Some("First".into()),
        title_japanese: Some("第一".into()),
        kind: Some("TV".into()),
        released: Some(date(2013, 12, 28)),
        year: Some(2014),
        episodes: Some(25),
        image_url: Some("https://pictures.example/1.jpg".into()),
    };
    let franchise = record(&store, 2).await?.franchise;
    assert_eq!(franchise[3].title, expected);
    let years: Vec<Option<u16>> = franchise.iter().map(|entry| entry.title.year).collect();
    assert_eq!(years, [None, Some(2012), Some(2012), Some(2014)]);
    Ok(())
}

/// However long sources say a franchise is, what is read of it has an end.
pub async fn endless_franchise_is_cut(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=700)
        .map(|n| title(n, 2000, vec![related("Sequel", n + 1)]))
        .collect();
    import(&store, "jikan", &titles).await?;
    let shown = order(&store, 1).await?;
    assert_eq!(shown, (1..=512).collect::<Vec<u32>>());
    assert!(order(&store, 350).await?.contains(&350));
    Ok(())
}

/// Every title has its address in the block of its id.
pub async fn addresses_come_in_blocks_of_ids(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.address_blocks().await?, [0; 0]);
    let numbers = [
        1,
        ADDRESS_BLOCK - 1,
        ADDRESS_BLOCK,
        5 * ADDRESS_BLOCK + 7,
        u32::MAX,
    ];
    let titles = numbers.map(|n| Anime::named(id(n), format!("Title {n}")));
    import(&store, "jikan", &titles).await?;
    let blocks = store.address_blocks().await?;
    assert_eq!(blocks, [0, 1, 5, u32::MAX / ADDRESS_BLOCK]);
    let mut found = Vec::new();
    for block in blocks {
        found.extend(store.addresses(block).await?);
    }
    let expected = numbers.map(|n| TitleAddress {
        slug: format!("title-{n}"),
        as_of: provenance("jikan").as_of,
    });
    assert_eq!(found, expected);
    assert_eq!(store.addresses(2).await?, []);
    Ok(())
}
