//! What browsing reads.

use anyhow::Result;
use domain::{anime::Anime, browse::BrowseFacts, catalogue::CatalogueStore};

use super::{id, import};
use crate::{
    TestDb,
    anime::{each_with_a_gap, full, genre},
};

/// Facts written after a revision are listed, in parts, with unknown facts, too.
pub async fn facts_are_listed_since_a_revision(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut titles = each_with_a_gap(10);
    titles.push(full(2));
    titles.push(full(1));
    import(&store, "jikan", &titles).await?;
    let first = store.revision().await?;
    titles.sort_by_key(|title| title.mal_id);
    let facts: Vec<_> = titles.iter().map(BrowseFacts::from).collect();
    assert_eq!(store.changed_facts(first - 1, id(0), 100).await?, facts);
    assert_eq!(store.changed_facts(i64::MIN, id(1), 2).await?, facts[1..3]);
    assert_eq!(store.changed_facts(first, id(0), 100).await?, []);

    let changed = Anime {
        episodes: Some(999),
        ..full(2)
    };
    import(&store, "jikan", &[changed.clone(), full(1)]).await?;
    let facts = store.changed_facts(first, id(0), 100).await?;
    assert_eq!(facts, [BrowseFacts::from(&changed)]);
    Ok(())
}

/// Genres without a number are left out: sources without numbers call anything a genre.
pub async fn genres_without_a_number_are_not_browsed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut title = full(1);
    title.tags.truncate(2);
    title.tags.push(genre("Based on a manga"));
    import(&store, "jikan", &[title]).await?;
    let changed = store.changed_facts(i64::MIN, id(0), 9).await?;
    let names: Vec<&str> = changed
        .iter()
        .flat_map(|title| title.genres.iter().map(|genre| genre.name.as_str()))
        .collect();
    assert_eq!(names, ["Tag 100 of 1", "Tag 99 of 1"]);
    Ok(())
}
