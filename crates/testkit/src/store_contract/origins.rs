//! Who said what: facts of several sources in one record.

use anyhow::{Context, Result};
use domain::{
    anime::{Anime, FactGroup, Tag, TagKind},
    catalogue::{AnimeKey, CatalogueStore, FullAnime, Outcome},
    provenance::{BUILT_IN, OFFLINE_DATABASE, Provenance},
};
use jiff::SignedDuration;
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::{full, popular},
};

async fn record(store: &Store, number: u32) -> Result<FullAnime> {
    let found = store.find(&AnimeKey::Id(id(number))).await?;
    found.context("a title that was imported is not there")
}

/// Facts of title 1 by a lower-ranked source: another name, a picture and a tag.
fn lesser(name: &str) -> Anime {
    let mut anime = Anime::named(id(1), name);
    anime.images = full(1).images;
    anime.tags = vec![Tag {
        kind: TagKind::Genre,
        id: Some(1),
        name: "Action".into(),
    }];
    anime
}

/// Each group of facts stores its source, in another process too and after a confirmation.
pub async fn every_fact_group_stores_its_source(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan-import", &[popular(1, "One", 1)]).await?;
    let outcomes = import(&store, OFFLINE_DATABASE, &[lesser("Other")]).await?;
    assert_eq!(outcomes, [Outcome::Changed]);
    let mut described = Anime::named(id(1), "One");
    described.synopsis = Some("Told.".into());
    import(&store, "jikan", &[described.clone()]).await?;
    // A source that decides about these facts states the same once more
    import(&store, "jikan-import", &[described]).await?;

    let other = db.open().await?;
    for store in [&store, &other] {
        let record = record(store, 1).await?;
        assert_eq!(record.anime.title, "One");
        assert_eq!(record.provenance, provenance("jikan-import"));
        for (group, source) in [
            (FactGroup::Names, Some("jikan-import")),
            (FactGroup::Figures, Some("jikan-import")),
            (FactGroup::Texts, Some("jikan-import")),
            (FactGroup::Pictures, Some(OFFLINE_DATABASE)),
            (FactGroup::Tags, Some("jikan-import")),
            (FactGroup::Relations, None),
            (FactGroup::Songs, None),
        ] {
            let by = record.origins.get(&group).map(Vec::as_slice);
            let expected = source.map(|source| vec![provenance(source)]);
            assert_eq!(by, expected.as_deref(), "{group:?}");
        }
    }
    Ok(())
}

/// Facts of anime-offline-database replace only its own, and are replaced by any other source.
pub async fn lower_ranked_source_only_fills_gaps(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    for (number, richer) in (1..).step_by(2).zip(["jikan", "jikan-import", BUILT_IN]) {
        for (number, before) in [(number, true), (number + 1, false)] {
            let best = popular(number, "Best", 1);
            let mut lesser = lesser("Lesser");
            lesser.mal_id = id(number);
            let sources = [(OFFLINE_DATABASE, &lesser), (richer, &best)];
            for (source, anime) in if before {
                sources
            } else {
                let [lesser, richer] = sources;
                [richer, lesser]
            } {
                import(&store, source, std::slice::from_ref(anime)).await?;
            }
            let merged = record(&store, number).await?;
            assert_eq!(merged.anime.title, "Best", "{richer} {before}");
            assert_eq!(merged.anime.images, full(1).images);
            assert_eq!(merged.provenance, provenance(richer));
            // Neither source has anything new to say
            let revision = store.revision().await?;
            import(&store, richer, &[best]).await?;
            import(&store, OFFLINE_DATABASE, &[lesser]).await?;
            assert_eq!(store.revision().await?, revision);
        }
    }
    Ok(())
}

/// Of its own facts in another's record, the later ones stand, whichever come last.
pub async fn lower_ranked_source_replaces_its_own_facts(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    import(&store, "jikan", &[popular(1, "One", 1)]).await?;
    import(&store, OFFLINE_DATABASE, &[lesser("One")]).await?;
    let said = provenance(OFFLINE_DATABASE).as_of;
    let day = SignedDuration::from_hours(24);
    for (as_of, seed, outcome) in [
        (said + day, 2, Outcome::Changed),
        (said - day, 3, Outcome::Equal),
    ] {
        let mut anime = lesser("Renamed");
        anime.images = full(seed).images;
        let provenance = Provenance {
            source: OFFLINE_DATABASE.into(),
            as_of,
        };
        let mut running = store.begin_import(provenance).await?;
        assert_eq!(running.put(&[anime]).await?, [outcome]);
        running.commit().await?;
    }
    let record = record(&store, 1).await?;
    assert_eq!(record.anime.title, "One");
    assert_eq!(record.anime.images, full(2).images);
    assert_eq!(record.provenance, provenance("jikan"));
    Ok(())
}

/// A lesser source does not call a title adult whose rating or genres a richer one knows.
pub async fn lower_ranked_source_removes_only_titles_without_better_facts(
    db: &TestDb,
) -> Result<()> {
    let store = db.open().await?;
    let [mut rated, mut tagged, mut bare] = [(1, "Rated"), (2, "Tagged"), (3, "Bare")]
        .map(|(number, name)| popular(number, name, number));
    rated.tags.clear();
    bare.tags.clear();
    rated.rating = Some("R+ - Mild Nudity".into());
    tagged.tags = lesser("").tags;
    import(&store, "jikan", &[rated, tagged, bare]).await?;
    let mut own = lesser("Own");
    own.mal_id = id(4);
    import(&store, OFFLINE_DATABASE, &[own]).await?;

    let ids: Vec<_> = (1..=5).map(id).collect();
    for (source, removed, left) in [(OFFLINE_DATABASE, 2, 2), ("jikan", 2, 0)] {
        let mut running = store.begin_import(provenance(source)).await?;
        assert_eq!(running.remove(&ids).await?, removed, "{source}");
        running.commit().await?;
        assert_eq!(store.count().await?, left, "{source}");
    }
    Ok(())
}
