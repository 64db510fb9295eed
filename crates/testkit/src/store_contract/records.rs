//! Whole records.

use anyhow::{Context, Result};
use domain::{
    anime::Anime,
    catalogue::{AnimeKey, CatalogueStore, Outcome},
};
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::{each_with_a_gap, full, related},
};

async fn find(store: &Store, number: u32) -> Result<Anime> {
    let record = store.find(&AnimeKey::Id(id(number))).await?;
    Ok(record
        .context("a title that was imported is not there")?
        .anime)
}

/// Every fact is read as it was written, and so is every gap.
pub async fn every_fact_round_trips(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut titles = each_with_a_gap(1);
    titles.push(full(u32::MAX - 10));
    titles.push(Anime::named(id(999), "Bare"));
    import(&store, "jikan", &titles).await?;
    for anime in titles {
        let number = anime.mal_id.get();
        assert_eq!(find(&store, number).await?, anime);
    }
    Ok(())
}

/// A name of any length is stored, though PostgreSQL indexes no long one.
pub async fn name_of_any_length_is_stored(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut anime = Anime::named(id(1), "Short");
    // Of the 20,000 signs that follow 一, in an order that no compression makes shorter
    let signs = (1_u32..2_000).map(|place| {
        let sign = 0x4e00 + place.pow(2) % 19_997;
        char::from_u32(sign).unwrap_or('一')
    });
    anime.synonyms = vec![signs.collect()];
    import(&store, "jikan", std::slice::from_ref(&anime)).await?;
    assert_eq!(find(&store, 1).await?, anime);
    Ok(())
}

/// A changed record replaces all that stood there of it and nothing of others.
pub async fn change_replaces_the_whole_record(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[full(1), full(2)]).await?;
    let mut changed = full(3);
    changed.mal_id = id(1);
    changed.slug = full(1).slug;
    let outcomes = import(&store, "jikan", std::slice::from_ref(&changed)).await?;
    assert_eq!(outcomes, [Outcome::Changed]);
    assert_eq!(find(&store, 1).await?, changed);
    assert_eq!(find(&store, 2).await?, full(2));
    assert_eq!(store.search("title 1", 1).await?.total, 0);
    assert_eq!(store.search("title 3", 1).await?.total, 1);
    Ok(())
}

/// A title is found by id and by slug, with its provenance; others are `None`.
pub async fn titles_are_found_by_id_and_slug(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[Anime::named(id(7), "One Piece")]).await?;
    let by_id = store.find(&AnimeKey::Id(id(7))).await?.context("by id")?;
    let by_slug = store.find(&AnimeKey::Slug("one-piece".into())).await?;
    assert_eq!(by_id.slug, "one-piece");
    assert_eq!(by_id.provenance, provenance("jikan"));
    assert_eq!(by_slug, Some(by_id));
    assert_eq!(store.find(&AnimeKey::Id(id(8))).await?, None);
    assert_eq!(store.find(&AnimeKey::Slug("one_piece".into())).await?, None);
    assert_eq!(
        store.find(&AnimeKey::Slug("' OR 1=1 --".into())).await?,
        None
    );
    Ok(())
}

/// A record names address and English title of those relations that the catalogue holds, each once,
/// in order.
pub async fn relations_link_stored_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut first = Anime::named(id(1), "First");
    let mut book = related("Adaptation", 2);
    book.target = domain::anime::RelationTarget::Manga;
    first.relations = Some(vec![
        book,
        related("Sequel", 3),
        related("Side Story", 9),
        related("Summary", 2),
        related("Other", 3),
    ]);
    let mut third = Anime::named(id(3), "Daisan");
    third.title_english = Some("Third".into());
    let others = [Anime::named(id(2), "Second"), third];
    import(&store, "jikan", &[first]).await?;
    import(&store, "jikan", &others).await?;
    let record = store.find(&AnimeKey::Id(id(1))).await?.context("found")?;
    let known = record.related.iter().map(|title| {
        let english = title.title_english.as_deref();
        (
            title.mal_id.get(),
            title.slug.as_str(),
            title.title.as_str(),
            english,
        )
    });
    assert_eq!(
        known.collect::<Vec<_>>(),
        [
            (3, "third", "Daisan", Some("Third")),
            (2, "second", "Second", None)
        ]
    );
    Ok(())
}

/// A slug that is taken gets the id behind it, within a batch, between batches and imports, and
/// even where that is another title's name.
pub async fn slugs_are_unique(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut english = Anime::named(id(4), "Shingeki no Kyojin");
    english.title_english = Some("Attack on Titan".into());
    let mut chosen = Anime::named(id(5), "Another");
    chosen.slug = Some("attack-on-titan".into());
    let titles = [
        Anime::named(id(1), "Attack on Titan 3"),
        Anime::named(id(2), "Attack on Titan"),
        Anime::named(id(3), "Attack on Titan!"),
        english,
        chosen,
    ];
    import(&store, "jikan", &titles[..3]).await?;
    import(&store, "jikan", &titles[3..]).await?;
    for (number, slug) in [
        (1, "attack-on-titan-3"),
        (2, "attack-on-titan"),
        (3, "attack-on-titan-3-3"),
        (4, "attack-on-titan-4"),
        (5, "attack-on-titan-5"),
    ] {
        let record = store.find(&AnimeKey::Id(id(number))).await?;
        assert_eq!(record.context("found")?.slug, slug, "{number}");
    }
    Ok(())
}

/// A title keeps its slug whatever it is called later.
pub async fn assigned_slug_never_changes(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[Anime::named(id(1), "Old Name")]).await?;
    let mut renamed = Anime::named(id(1), "New Name");
    renamed.slug = Some("chosen".into());
    import(&store, "jikan", &[renamed.clone()]).await?;
    let record = store.find(&AnimeKey::Slug("old-name".into())).await?;
    assert_eq!(record.context("found")?.anime, renamed);
    assert_eq!(store.find(&AnimeKey::Slug("chosen".into())).await?, None);
    Ok(())
}
