//! Lists of summaries.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use domain::{
    anime::{Anime, ImageSet, Season, Status},
    catalogue::{AnimeKey, AnimeSummary, CatalogueStore},
};
use jiff::civil::date;

use super::{id, ids, import, provenance};
use crate::{
    TestDb,
    anime::{airing, finished, full, genre, popular},
};

/// Titles come by popularity, then members (not known is none), then id; without a popularity not at all.
pub async fn popular_titles_come_in_order(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let with = |number, popularity, members| {
        let mut anime = popular(number, "Name", popularity);
        anime.members = members;
        anime
    };
    let mut unknown = with(9, 1, Some(1_000));
    unknown.popularity = None;
    let titles = [
        with(1, 2, Some(0)),
        with(2, 2, None),
        with(3, 2, Some(10)),
        with(4, 1, None),
        with(5, 3, Some(99)),
        with(6, 2, Some(10)),
        unknown,
    ];
    import(&store, "jikan", &titles).await?;
    let list = store.popular(1).await?;
    assert_eq!(ids(&list.items), [4, 3, 6, 1, 2, 5]);
    assert_eq!(list.total, 6);
    Ok(())
}

/// Ten pages of 25 hold each title once; the list is cut there, and beyond its end it is empty.
pub async fn popular_pages_hold_each_title_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let empty = store.popular(1).await?;
    assert_eq!((empty.items.len(), empty.total), (0, 0));

    // Up to thirty titles share a popularity
    let titles: Vec<Anime> = (1..=270).map(|n| popular(n, "Name", n / 30)).collect();
    import(&store, "jikan", &titles[..30]).await?;
    let end = store.popular(2).await?;
    assert_eq!((end.items.len(), end.total), (5, 30));
    import(&store, "jikan", &titles).await?;
    let mut seen = BTreeSet::new();
    for page in 1..=10 {
        let list = store.popular(page).await?;
        assert_eq!(list.total, 250);
        assert_eq!(list.items.len(), 25);
        seen.extend(ids(&list.items));
    }
    assert_eq!(seen, (1..=250).collect());
    for page in [11, 12, u32::MAX] {
        let beyond = store.popular(page).await?;
        assert_eq!((beyond.items.len(), beyond.total), (0, 250));
    }
    assert_eq!(store.popular(0).await?, store.popular(1).await?);
    Ok(())
}

/// A summary tells what the record says: genres in their order, seasons, a picture.
pub async fn summaries_match_their_records(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut unknown = Anime::named(id(900), "Bare");
    unknown.popularity = Some(900);
    import(&store, "jikan", &[full(5), unknown]).await?;
    let items = store.popular(1).await?.items;
    let anime = full(5);
    assert_eq!(
        items[0],
        AnimeSummary {
            mal_id: id(5),
            slug: "chosen-5".into(),
            title: anime.title,
            title_english: anime.title_english,
            title_japanese: anime.title_japanese,
            kind: anime.kind,
            season: Some(Season::Spring),
            year: Some(2013),
            episodes: anime.episodes,
            status: Some(Status::Finished),
            score: anime.score,
            scored_by: anime.scored_by,
            popularity: anime.popularity,
            genres: vec!["Tag 99 of 5".into(), "Tag 96 of 5".into()],
            synopsis: anime.synopsis,
            image_url: Some("https://img.example/5.jpg".into()),
            large_image_url: Some("https://img.example/5l.jpg".into()),
            seasons: Some(3),
            provenance: provenance("jikan"),
        }
    );
    for item in &items {
        let record = store.find(&AnimeKey::Id(item.mal_id)).await?;
        assert_eq!(record.context("found")?.summary(), *item);
    }
    assert_eq!(items[1].seasons, None);
    assert_eq!(items[1].genres, Vec::<String>::new());
    assert_eq!(items[1].image_url, None);
    Ok(())
}

/// Sources name a year for series alone: that of others is their first day's.
pub async fn films_have_the_year_of_their_first_day(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut film = finished(1, "Film", date(1997, 7, 12));
    film.popularity = Some(1);
    let mut named = film.clone();
    (named.mal_id, named.year) = (id(2), Some(1998));
    import(&store, "jikan", &[film, named]).await?;
    for (number, year) in [(1, 1997), (2, 1998)] {
        let record = store
            .find(&AnimeKey::Id(id(number)))
            .await?
            .context("found")?;
        assert_eq!(record.summary().year, Some(year));
        let items = store.popular(1).await?.items;
        let item = items.iter().find(|item| item.mal_id == id(number));
        assert_eq!(item.context("listed")?.year, Some(year));
    }
    Ok(())
}

/// Genres of titles that stand side by side are not mixed up.
pub async fn genres_stay_with_their_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=30)
        .map(|number| {
            let mut anime = popular(number, "Name", 1);
            anime.tags = (0..number % 4)
                .map(|n| genre(&format!("{} of {number}", 9 - n)))
                .collect();
            anime
        })
        .collect();
    import(&store, "jikan", &titles).await?;
    for item in store.popular(1).await?.items {
        let number = item.mal_id.get();
        let expected: Vec<String> = (0..number % 4)
            .map(|n| format!("{} of {number}", 9 - n))
            .collect();
        assert_eq!(item.genres, expected);
    }
    Ok(())
}

/// A title without the usual picture shows another one it has.
pub async fn title_without_its_usual_picture_shows_another(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut large = full(1);
    large.images.jpg.image_url = None;
    let mut webp = full(2);
    webp.images.jpg = ImageSet::default();
    import(&store, "jikan", &[large, webp]).await?;
    let pictures: Vec<_> = store.popular(1).await?.items;
    let pictures: Vec<_> = pictures.into_iter().map(|item| item.image_url).collect();
    assert_eq!(
        pictures,
        [
            Some("https://img.example/1l.jpg".into()),
            Some("https://img.example/2.webp".into())
        ]
    );
    Ok(())
}

/// Airing titles by rank, then the latest ones; only titles with a synopsis that have begun.
pub async fn airing_titles_come_before_the_latest_ones(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut silent = airing(10, "Silent", Some(1));
    silent.synopsis = None;
    let mut upcoming = finished(11, "Upcoming", date(2027, 1, 1));
    upcoming.status = Some(Status::Upcoming);
    let mut undated = finished(12, "Undated", date(2020, 1, 1));
    undated.aired.from = None;
    let mut many_genres = airing(2, "B", Some(3));
    many_genres.tags = vec![genre("Action"), genre("Drama"), genre("Horror")];
    let titles = [
        airing(1, "A", None),
        many_genres,
        airing(3, "C", Some(2)),
        finished(4, "D", date(2020, 1, 1)),
        finished(5, "E", date(2024, 4, 1)),
        finished(6, "F", date(2024, 4, 2)),
        silent,
        upcoming,
        undated,
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(ids(&store.airing(10).await?), [3, 2, 1, 6, 5, 4]);
    assert_eq!(ids(&store.airing(4).await?), [3, 2, 1, 6]);
    assert_eq!(ids(&store.airing(2).await?), [3, 2]);
    assert_eq!(store.airing(0).await?, []);
    Ok(())
}

/// Summaries by id: existing titles, each once, for any number of ids.
pub async fn summaries_are_read_by_id(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=600).map(|n| popular(n, "Name", n)).collect();
    import(&store, "jikan", &titles).await?;
    for count in [1, 2, 32, 33, 600, 1_000] {
        let requested: Vec<_> = (1..=count).map(id).collect();
        let mut found = ids(&store.summaries(&requested).await?);
        found.sort_unstable();
        assert_eq!(found, (1..=count.min(600)).collect::<Vec<_>>());
    }
    assert_eq!(ids(&store.summaries(&[id(3), id(3)]).await?), [3]);
    assert_eq!(store.summaries(&[]).await?, []);
    assert_eq!(store.summaries(&[id(601)]).await?, []);
    Ok(())
}
