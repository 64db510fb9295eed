//! Search and look-up by name.

use std::collections::BTreeSet;

use anyhow::Result;
use domain::{
    anime::{Anime, LocalTitle},
    catalogue::CatalogueStore,
    fold::fold,
    search::TitleNames,
};
use store::Store;

use super::{id, ids, import, provenance};
use crate::{TestDb, anime::popular};

async fn search(store: &Store, text: &str) -> Result<Vec<u32>> {
    let found = store.search(&fold(text), 1).await?;
    assert_eq!(found.total as usize, found.items.len());
    Ok(ids(&found.items))
}

/// Whole names, then beginnings, then parts; in each by popularity (not known last), then id.
pub async fn better_matches_come_first(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut unknown = popular(8, "Naruto Gaiden", 1);
    unknown.popularity = None;
    let titles = [
        popular(1, "The Naruto Story", 1),
        popular(2, "Naruto: Shippuuden", 2),
        popular(3, "NARUTO", 30),
        unknown,
        popular(4, "Naruto the Movie", 2),
        popular(5, "Boruto", 1),
        popular(6, "Some naruto", 1),
        popular(7, "Naruto", 31),
    ];
    import(&store, "jikan", &titles).await?;
    assert_eq!(search(&store, "naruto").await?, [3, 7, 2, 4, 8, 1, 6]);
    Ok(())
}

/// Every name is searched, and a title that matches by several is listed once, at its best place.
pub async fn every_name_is_searched_and_a_title_found_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut titan = popular(1, "Shingeki no Kyojin", 5);
    titan.title_english = Some("Attack on Titan".into());
    titan.title_japanese = Some("進撃の巨人".into());
    titan.synonyms = vec!["AoT".into(), "Titan".into()];
    titan.other_titles = vec![LocalTitle {
        language: "French".into(),
        title: "L'Attaque des Titans".into(),
    }];
    let titles = [titan, popular(2, "Titan Fall", 1)];
    import(&store, "jikan", &titles).await?;
    assert_eq!(search(&store, "titan").await?, [1, 2]);
    for text in [
        "SHINGEKI",
        "aot",
        "進撃",
        "の巨人",
        "l’attaque",
        "attack on titan",
    ] {
        assert_eq!(search(&store, text).await?, [1], "{text}");
    }
    assert_eq!(search(&store, "kaiju").await?, Vec::<u32>::new());
    Ok(())
}

/// Width, case, accents, kana and punctuation make no difference.
pub async fn names_are_matched_folded(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        popular(1, "Ｆａｔｅ／Zero", 1),
        popular(2, "Shōjo Kageki", 2),
        popular(3, "機動戦士ガンダム", 3),
        popular(4, "Émigré Café", 4),
        popular(5, "???", 5),
    ];
    import(&store, "jikan", &titles).await?;
    for (text, number) in [
        ("fate zero", 1),
        ("FATE/ZERO", 1),
        ("shojo", 2),
        ("がんだむ", 3),
        ("ガンダム", 3),
        ("EMIGRE", 4),
        ("cafe\u{301}", 4),
    ] {
        assert_eq!(search(&store, text).await?, [number], "{text}");
    }
    Ok(())
}

/// Signs that mean something to SQL or LIKE mean nothing in a text.
pub async fn wildcards_match_literally(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "abc", 1)]).await?;
    for text in [
        "%",
        "_",
        "a%c",
        "a_c",
        "\\",
        "abc\\",
        "'",
        "\"",
        "abc'--",
        "' OR '1'='1",
    ] {
        assert_eq!(store.search(text, 1).await?.total, 0, "{text}");
    }
    assert_eq!(store.search("b", 1).await?.total, 1);
    Ok(())
}

/// Pages of a search hold each title once and all know the whole length.
pub async fn search_pages_hold_each_title_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=60)
        .map(|n| {
            let mut anime = popular(n, &format!("Robot {n}"), n % 3);
            anime.synonyms = vec!["A robot".into(), format!("Robots {n}")];
            anime
        })
        .collect();
    import(&store, "jikan", &titles).await?;
    let mut seen = BTreeSet::new();
    for (page, length) in [(1, 25), (2, 25), (3, 10), (4, 0), (u32::MAX, 0)] {
        let list = store.search("robot", page).await?;
        assert_eq!(list.total, 60, "page {page}");
        assert_eq!(list.items.len(), length, "page {page}");
        seen.extend(ids(&list.items));
    }
    assert_eq!(seen, (1..=60).collect());
    Ok(())
}

/// A name leads to its most popular title; unknown names are left out.
pub async fn names_lead_to_their_most_popular_title(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut unknown = popular(1, "Hunter x Hunter", 1);
    unknown.popularity = None;
    let mut other = popular(4, "Yu Yu Hakusho", 9);
    other.title_english = Some("Ghost Files".into());
    let titles = [
        unknown,
        popular(2, "Hunter × Hunter", 20),
        popular(3, "HUNTER X HUNTER", 10),
        other,
    ];
    import(&store, "jikan", &titles).await?;
    let names = [
        "hunter x hunter",
        "hunter",
        "ghost files",
        "yu yu hakusho",
        "",
    ];
    let mut found = store.find_by_names(&names.map(String::from)).await?;
    found.sort();
    assert_eq!(
        found,
        [
            ("ghost files".to_owned(), id(4)),
            ("hunter x hunter".to_owned(), id(3)),
            ("yu yu hakusho".to_owned(), id(4)),
        ]
    );
    assert_eq!(store.find_by_names(&[]).await?, []);
    Ok(())
}

/// Names written after a revision are listed, in parts, with the number of titles.
pub async fn names_are_listed_since_a_revision(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut titan = popular(1, "Shingeki no Kyojin", 5);
    titan.title_english = Some("Attack on Titan".into());
    titan.title_japanese = Some("進撃の巨人".into());
    titan.synonyms = vec!["AoT".into(), "Attack on Titan".into()];
    titan.members = Some(7);
    let titles = [titan.clone(), popular(3, "Bleach", 2), popular(2, "???", 3)];
    import(&store, "jikan", &titles).await?;
    let first = store.revision().await?;
    let changed = store.changed_names(first - 1, id(0), 9).await?;
    assert_eq!(
        changed,
        [&titles[0], &titles[2], &titles[1]].map(TitleNames::from)
    );
    assert_eq!(
        store.changed_names(i64::MIN, id(1), 1).await?,
        changed[1..2]
    );
    assert_eq!(store.changed_names(first, id(0), 9).await?, []);

    titan.synonyms.push("SnK".into());
    import(&store, "jikan", &[titan.clone(), titles[1].clone()]).await?;
    let changed = store.changed_names(first, id(0), 9).await?;
    assert_eq!(changed, [TitleNames::from(&titan)]);
    assert!(store.revision().await? > first);
    Ok(())
}

/// Titles are counted as they are now.
pub async fn titles_are_counted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.count().await?, 0);
    let titles = [1, 2, 3].map(|n| popular(n, "Bleach", n));
    import(&store, "jikan", &titles).await?;
    assert_eq!(store.count().await?, 3);
    let mut removal = store.begin_import(provenance("jikan")).await?;
    removal.remove(&[id(2)]).await?;
    removal.commit().await?;
    assert_eq!(store.count().await?, 2);
    Ok(())
}
