//! Titles chosen by their facts.

use std::collections::BTreeSet;

use anyhow::Result;
use domain::{
    anime::{Anime, Company, CompanyRole, Season, Status, Tag, TagKind},
    catalogue::CatalogueStore,
    fold::fold,
    selection::{MAX_IDS, Order, Selection, TagCount},
};
use jiff::civil::date;
use store::Store;

use super::{id, import, provenance};
use crate::{
    TestDb,
    anime::{full, popular},
};

/// Ids of all selected titles, over all pages; they are the same asked for alone.
async fn chosen(store: &Store, selection: Selection) -> Result<Vec<u32>> {
    let all = Selection {
        size: 1_000,
        ..selection
    };
    let slice = store.select(&all).await?;
    let found: Vec<u32> = slice.items.iter().map(|t| t.anime.mal_id.get()).collect();
    assert_eq!(slice.total as usize, found.len());
    let ids = store.select_ids(&Selection { size: 1, ..all }).await?;
    assert_eq!(store.listed(&ids).await?, slice.items);
    Ok(found)
}

fn any() -> Selection {
    Selection::default()
}

fn title(number: u32, change: impl FnOnce(&mut Anime)) -> Anime {
    let mut anime = popular(number, &format!("Title {number}"), number);
    change(&mut anime);
    anime
}

fn tag(kind: TagKind, number: u32, name: &str) -> Tag {
    Tag {
        kind,
        id: Some(number),
        name: name.into(),
    }
}

/// A list has whole records, as they are stored, with where they come from.
pub async fn whole_records_are_listed(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [full(1), full(2), full(3)];
    import(&store, "jikan", &titles).await?;
    let selection = Selection { size: 3, ..any() };
    let slice = store.select(&selection).await?;
    assert_eq!(slice.total, 3);
    for (listed, title) in slice.items.iter().zip(&titles) {
        assert_eq!(&listed.anime, title);
        assert_eq!(listed.provenance, provenance("jikan"));
    }
    Ok(())
}

/// A filter, and the numbers of the titles that it lets through.
type Case = (fn(&mut Selection), &'static [u32]);

/// Each filter alone, and all filters at once, let through the titles that they should.
pub async fn filters_narrow(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        title(1, |a| {
            a.kind = Some("TV".into());
            a.status = Some(Status::Airing);
            a.score = Some(8.5);
            a.rating = Some("G - All Ages".into());
            a.aired.from = Some(date(2013, 4, 7));
        }),
        title(2, |a| {
            a.kind = Some("Movie".into());
            a.status = Some(Status::Finished);
            a.score = Some(7.0);
            a.aired.from = Some(date(2014, 1, 1));
            a.title = "awaken".into();
        }),
        title(3, |a| {
            a.kind = Some("TV".into());
            a.status = Some(Status::Finished);
            a.title = "Awake".into();
        }),
    ];
    import(&store, "jikan", &titles).await?;
    let cases: [Case; 10] = [
        (|_| {}, &[1, 2, 3]),
        (|s| s.kind = Some("TV"), &[1, 3]),
        (|s| s.status = Some(Status::Finished), &[2, 3]),
        (|s| s.rating = Some("G - All Ages"), &[1]),
        (|s| s.min_score = Some(8.0), &[1]),
        (|s| s.max_score = Some(8.0), &[2]),
        (|s| s.aired_since = Some(date(2013, 4, 8)), &[2]),
        (|s| s.initial = Some('a'), &[2, 3]),
        (|s| s.initial = Some('%'), &[]),
        (
            |s| {
                s.kind = Some("TV");
                s.status = Some(Status::Airing);
                s.min_score = Some(8.5);
                s.initial = Some('T');
            },
            &[1],
        ),
    ];
    for (narrow, expected) in cases {
        let mut selection = any();
        narrow(&mut selection);
        assert_eq!(
            chosen(&store, selection.clone()).await?,
            expected,
            "{selection:?}"
        );
    }
    Ok(())
}

/// All genres, none of the excluded ones, one of the companies in any role.
pub async fn genres_and_companies_narrow(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let company = |role, number| Company {
        role,
        id: Some(number),
        name: "Company".into(),
    };
    let titles = [
        title(1, |a| {
            a.tags = vec![
                tag(TagKind::Genre, 1, "Action"),
                tag(TagKind::Theme, 18, "Mecha"),
            ];
            a.companies = vec![company(CompanyRole::Studio, 4)];
        }),
        title(2, |a| {
            a.tags = vec![tag(TagKind::Genre, 1, "Action")];
            a.companies = vec![
                company(CompanyRole::Licensor, 4),
                company(CompanyRole::Studio, 5),
            ];
        }),
        title(3, |a| a.tags.clear()),
    ];
    import(&store, "jikan", &titles).await?;
    let tags = |with: &[u32], without: &[u32]| Selection {
        tags: with.into(),
        without_tags: without.into(),
        ..any()
    };
    let most: Vec<u32> = (1..=u32::try_from(MAX_IDS)?).collect();
    for (selection, expected) in [
        (tags(&[1], &[]), &[1, 2][..]),
        (tags(&[1, 18], &[]), &[1]),
        (tags(&[1], &[18]), &[2]),
        (tags(&[], &[1]), &[3]),
        (tags(&[], &most), &[3]),
        (tags(&most, &[]), &[]),
        (
            Selection {
                companies: vec![4, 6],
                ..any()
            },
            &[1, 2],
        ),
    ] {
        assert_eq!(
            chosen(&store, selection.clone()).await?,
            expected,
            "{selection:?}"
        );
    }
    Ok(())
}

/// The season a source names counts; where none is named, the first day does.
pub async fn seasons_have_titles_that_began_in_them(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let of_day = |number, day| title(number, |a| a.aired.from = Some(day));
    let titles = [
        title(1, |a| {
            (a.year, a.season) = (Some(2022), Some(Season::Fall));
            a.aired.from = Some(date(2022, 9, 28));
        }),
        of_day(2, date(2022, 10, 1)),
        of_day(3, date(2022, 12, 31)),
        of_day(4, date(2023, 1, 1)),
        of_day(5, date(2022, 9, 30)),
        title(6, |a| {
            (a.year, a.season) = (Some(2022), Some(Season::Summer));
        }),
        title(7, |_| {}),
    ];
    import(&store, "jikan", &titles).await?;
    let begun = |year, season| Selection {
        begun_in: Some((year, season)),
        ..any()
    };
    for (selection, expected) in [
        (begun(2022, Season::Fall), &[1, 2, 3][..]),
        (begun(2022, Season::Summer), &[5, 6]),
        (begun(2023, Season::Winter), &[4]),
        (begun(9_999, Season::Fall), &[]),
    ] {
        assert_eq!(
            chosen(&store, selection.clone()).await?,
            expected,
            "{selection:?}"
        );
    }
    Ok(())
}

/// Every order both ways; unknown values last in both, or left out; equal ones by id.
pub async fn orders_put_the_unknown_last(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let values = [(4, Some(2)), (3, Some(1)), (2, None), (1, Some(2))];
    let titles = values.map(|(number, value)| {
        title(number, |a| {
            a.title = format!("T{}", value.map_or(9, |v| v));
            a.aired.from = value.and_then(|v| date(2000, 1, 1).with().year(v).build().ok());
            a.episodes = value.and_then(|v| v.try_into().ok());
            (a.scored_by, a.rank, a.popularity) = (a.episodes, a.episodes, a.episodes);
            (a.members, a.favorites) = (a.episodes, a.episodes);
            a.score = value.map(f64::from);
        })
    });
    import(&store, "jikan", &titles).await?;
    for order in [
        Order::Start,
        Order::Episodes,
        Order::Score,
        Order::Votes,
        Order::Rank,
        Order::Popularity,
        Order::Members,
        Order::Favorites,
    ] {
        for (descending, known_only, expected) in [
            (false, false, &[3, 1, 4, 2][..]),
            (true, false, &[1, 4, 3, 2]),
            (false, true, &[3, 1, 4]),
            (true, true, &[1, 4, 3]),
        ] {
            let selection = Selection {
                order,
                descending,
                known_only,
                ..any()
            };
            assert_eq!(
                chosen(&store, selection.clone()).await?,
                expected,
                "{selection:?}"
            );
        }
    }
    let by = |order, descending| Selection {
        order,
        descending,
        ..any()
    };
    assert_eq!(chosen(&store, by(Order::Id, true)).await?, [4, 3, 2, 1]);
    assert_eq!(chosen(&store, by(Order::Title, true)).await?, [2, 1, 4, 3]);
    Ok(())
}

/// Parts are disjoint and complete, and each knows the whole length.
pub async fn parts_hold_each_title_once(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles: Vec<Anime> = (1..=23)
        .map(|n| title(n, |a| a.rank = Some(n % 4 + 1)))
        .collect();
    import(&store, "jikan", &titles).await?;
    let mut seen = BTreeSet::new();
    for (skip, length) in [(0, 10), (10, 10), (20, 3), (30, 0), (u32::MAX, 0)] {
        let selection = Selection {
            order: Order::Rank,
            skip,
            size: 10,
            ..any()
        };
        let slice = store.select(&selection).await?;
        assert_eq!((slice.total, slice.items.len()), (23, length), "{skip}");
        seen.extend(slice.items.iter().map(|t| t.anime.mal_id.get()));
    }
    assert_eq!(seen, (1..=23).collect());
    Ok(())
}

/// Search results keep their order when filtered and paged, or are sorted anew.
pub async fn matches_are_narrowed_in_their_order(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let mut titles = vec![popular(1, "The Robot", 1), popular(2, "Robot", 9)];
    titles.extend((3..=9).map(|n| popular(n, &format!("Robot {n}"), n)));
    titles[1].kind = Some("TV".into());
    titles[8].kind = Some("TV".into());
    import(&store, "jikan", &titles).await?;
    let found = store.matches(&fold("robot"), 100).await?;
    let expected: Vec<_> = [2, 3, 4, 5, 6, 7, 8, 9, 1].map(id).into();
    assert_eq!(found, expected);
    assert_eq!(store.matches(&fold("robot"), 2).await?, expected[..2]);
    let selection = Selection {
        among: Some(found),
        order: Order::Relevance,
        ..any()
    };
    let tv = Selection {
        kind: Some("TV"),
        ..selection.clone()
    };
    assert_eq!(chosen(&store, tv).await?, [2, 9]);
    let part = Selection {
        skip: 1,
        size: 2,
        ..selection.clone()
    };
    let part = store.select(&part).await?;
    assert_eq!(part.total, 9);
    assert_eq!(
        part.items
            .iter()
            .map(|t| t.anime.mal_id.get())
            .collect::<Vec<_>>(),
        [3, 4]
    );
    let anew = Selection {
        order: Order::Id,
        ..selection
    };
    assert_eq!(chosen(&store, anew).await?, (1..=9).collect::<Vec<_>>());
    let none = Selection {
        among: Some(Vec::new()),
        ..any()
    };
    assert_eq!(chosen(&store, none).await?, Vec::<u32>::new());
    Ok(())
}

/// Numbered genres are counted by kind and name; those without a number are left out.
pub async fn tags_are_counted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let titles = [
        title(1, |a| {
            a.tags = vec![
                tag(TagKind::Genre, 1, "Action"),
                tag(TagKind::Theme, 18, "Mecha"),
            ];
        }),
        title(2, |a| a.tags = vec![tag(TagKind::Genre, 1, "Action")]),
        title(3, |_| {}),
    ];
    import(&store, "jikan", &titles).await?;
    let count = |kind, id, name: &str, titles| TagCount {
        kind,
        id,
        name: name.into(),
        titles,
    };
    assert_eq!(
        store.tag_counts().await?,
        [
            count(TagKind::Genre, 1, "Action", 2),
            count(TagKind::Theme, 18, "Mecha", 1)
        ]
    );
    Ok(())
}

/// The first draw that names a title decides; where none does, the first draw names a place among them.
pub async fn random_picks_are_titles(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.random_title(&[1, 2, 3]).await?, None);
    import(&store, "jikan", &[full(3), full(7), full(100)]).await?;
    for (draws, expected) in [
        (&[2][..], 3),
        (&[0, 106, 99], 7),
        (&[50, 51], 100),
        (&[0], 3),
        (&[u32::MAX], 3),
    ] {
        let picked = store.random_title(draws).await?.map(|t| t.anime);
        assert_eq!(picked, Some(full(expected)), "{draws:?}");
    }
    assert_eq!(store.random_title(&[]).await?, None);
    Ok(())
}
