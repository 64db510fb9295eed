//! Browsing beside a filter that looks at every title plainly.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod seeded_rng;

use std::{collections::HashSet, sync::Arc};

use app::catalogue::browsing::{BrowseResult, Browsing};
use domain::{
    anime::{Anime, MalId, TagKind},
    browse::{BrowseFacts, EPISODES, Filter, Genre, NumberRange, SCORES, Sort, SortKey},
    catalogue::CatalogueStore,
    provenance::Provenance,
    slug::words,
};
use jiff::{Timestamp, civil::date};
use testkit::TestDb;

use seeded_rng::{GENRES, KINDS, SeededRng, UNKNOWN_GENRE, tag};

/// Returns the required genres of a filter that are of a kind.
fn genres_of_kind(kind: TagKind, filter: &Filter) -> Vec<&str> {
    let is = |word: &str| {
        GENRES
            .iter()
            .any(|known| (known.0, known.2) == (kind, word))
    };
    let genres = filter.genres.iter().map(String::as_str);
    genres.filter(|word| is(word)).collect()
}

/// Whether the filter lets a title through, by a plain second implementation.
fn lets_through(filter: &Filter, title: &BrowseFacts) -> bool {
    let word = |genre: &Genre| GENRES.iter().find(|known| known.1 == genre.name).unwrap().2;
    let genres: Vec<&str> = title.genres.iter().map(word).collect();
    let span = |span: NumberRange, number: Option<u32>| {
        span.is_open() || number.is_some_and(|number| span.holds(number))
    };
    let score = title.score.unwrap_or(0.0);
    let kinds = [TagKind::Genre, TagKind::Theme, TagKind::Demographic];
    let mut required = kinds.map(|kind| genres_of_kind(kind, filter)).into_iter();
    let unknown = filter.genres == [UNKNOWN_GENRE];
    !unknown
        && required.all(|required| {
            required.is_empty() || genres.iter().any(|genre| required.contains(genre))
        })
        && !filter
            .without
            .iter()
            .any(|word| genres.contains(&word.as_str()))
        && (filter.kinds.is_empty()
            || title
                .kind
                .as_ref()
                .is_some_and(|kind| filter.kinds.contains(&words(kind))))
        && (filter.statuses.is_empty()
            || title
                .status
                .is_some_and(|status| filter.statuses.contains(&status)))
        && (filter.seasons.is_empty()
            || title
                .begun_season()
                .is_some_and(|season| filter.seasons.contains(&season)))
        && span(filter.years, title.begun_year().map(u32::from))
        && span(filter.episodes, title.episodes)
        && filter
            .min_score
            .is_none_or(|least| score > 0.0 && score * 100.0 >= f64::from(least) - 0.5)
}

struct Case {
    browsing: Browsing,
    store: Arc<dyn CatalogueStore>,
    _db: TestDb,
}

impl Case {
    async fn of(titles: &[Anime]) -> Self {
        let db = TestDb::sqlite().unwrap();
        let store: Arc<dyn CatalogueStore> = Arc::new(db.open().await.unwrap());
        let case = Self {
            browsing: Browsing::new(store.clone()),
            store,
            _db: db,
        };
        case.import(titles).await;
        case
    }

    async fn import(&self, titles: &[Anime]) {
        let mut import = self.store.begin_import(provenance()).await.unwrap();
        import.put(titles).await.unwrap();
        import.commit().await.unwrap();
    }

    async fn remove(&self, ids: &[u32]) {
        let ids: Vec<MalId> = ids.iter().copied().map(MalId::new).collect();
        let mut import = self.store.begin_import(provenance()).await.unwrap();
        import.remove(&ids).await.unwrap();
        import.commit().await.unwrap();
    }

    async fn page(&self, filter: &Filter, sort: Sort, after: Option<&SortKey>) -> BrowseResult {
        self.browsing.page(filter, sort, after).await.unwrap()
    }

    async fn all(&self, filter: &Filter, sort: Sort) -> Vec<u32> {
        let mut ids = Vec::new();
        let mut after = None;
        loop {
            let page = self.page(filter, sort, after.as_ref()).await;
            ids.extend(page.items.iter().map(|item| item.mal_id.get()));
            assert_eq!(page.facets.is_some(), after.is_none());
            after = page.next;
            if after.is_none() {
                assert_eq!(page.total as usize, ids.len());
                return ids;
            }
        }
    }
}

fn provenance() -> Provenance {
    Provenance {
        source: "jikan".into(),
        as_of: Timestamp::UNIX_EPOCH,
    }
}

/// Returns the number of titles that a changed filter lets through.
fn left(titles: &[BrowseFacts], filter: &Filter, change: impl FnOnce(&mut Filter)) -> u32 {
    let mut changed = filter.clone();
    change(&mut changed);
    let left = titles.iter().filter(|title| lets_through(&changed, title));
    u32::try_from(left.count()).unwrap()
}

#[tokio::test]
async fn filters_and_counts_agree_with_a_plain_scan() {
    let rng = SeededRng::default();
    let anime: Vec<Anime> = (1..=300).map(|id| rng.title(id)).collect();
    let case = Case::of(&anime).await;
    let titles: Vec<BrowseFacts> = anime.iter().map(BrowseFacts::from).collect();
    let mut lengths = HashSet::new();
    for _ in 0..120 {
        let filter = rng.filter();
        let sort = rng.one(&Sort::ALL);
        let mut found = case.all(&filter, sort).await;
        found.sort_unstable();
        let plain = titles.iter().filter(|title| lets_through(&filter, title));
        let plain: Vec<u32> = plain.map(|title| title.mal_id.get()).collect();
        assert_eq!(found, plain, "{filter:?}");
        lengths.insert(found.len());

        let facets = case.page(&filter, sort, None).await.facets.unwrap();
        let left = |change: &dyn Fn(&mut Filter)| left(&titles, &filter, change);
        for choice in &facets.genres {
            let expected = left(&|filter| {
                let others = filter.clone();
                let same = genres_of_kind(choice.genre.kind, &others);
                filter.genres.retain(|word| !same.contains(&word.as_str()));
                filter.genres.push(choice.word.clone());
                filter.without.retain(|word| *word != choice.word);
            });
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.kinds {
            let expected = left(&|filter| filter.kinds = vec![words(&choice.value)]);
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.statuses {
            let expected = left(&|filter| filter.statuses = vec![choice.value]);
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.seasons {
            let expected = left(&|filter| filter.seasons = vec![choice.value]);
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.years {
            let year = NumberRange::between(choice.value.into(), choice.value.into());
            let expected = left(&|filter| filter.years = year);
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.scores {
            let expected = left(&|filter| filter.min_score = Some(choice.value * 100));
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        for choice in &facets.episodes {
            let expected = left(&|filter| filter.episodes = choice.value);
            assert_eq!(choice.titles, expected, "{choice:?} {filter:?}");
        }
        assert_eq!(facets.genres.len(), GENRES.len());
        assert_eq!(facets.kinds.len(), KINDS.len());
        assert_eq!(facets.scores.len(), SCORES.len());
        assert_eq!(facets.episodes.len(), EPISODES.len());
    }
    assert!(lengths.len() > 30, "filters of many sorts: {lengths:?}");
}

#[tokio::test]
async fn orders_put_the_unknown_last() {
    let title = |id: u32, change: fn(&mut Anime)| {
        let mut anime = Anime::named(MalId::new(id), format!("Title {id}"));
        anime.popularity = Some(100 - id);
        change(&mut anime);
        anime
    };
    let case = Case::of(&[
        title(1, |a| {
            a.score = Some(8.5);
            a.favorites = Some(0);
            a.aired.from = Some(date(2001, 1, 1));
            a.title_english = Some("Zeta".into());
        }),
        title(2, |a| {
            // Two hundred votes are surer than a few, whatever their mean
            (a.score, a.scored_by) = (Some(8.2), Some(200));
            a.favorites = Some(7);
            a.aired.from = Some(date(2001, 1, 2));
            a.title = "\"alpha\"".into();
        }),
        title(3, |a| a.popularity = None),
        title(4, |a| {
            a.title = "beta".into();
            // Some sources know nothing of the date but the year
            a.year = Some(2000);
        }),
    ])
    .await;
    for (sort, order) in [
        (Sort::Popularity, [4, 2, 1, 3]),
        (Sort::Score, [2, 1, 4, 3]),
        (Sort::Favorites, [2, 1, 4, 3]),
        (Sort::Newest, [2, 1, 4, 3]),
        (Sort::Oldest, [4, 1, 2, 3]),
        (Sort::Title, [2, 4, 3, 1]),
    ] {
        assert_eq!(case.all(&Filter::default(), sort).await, order, "{sort:?}");
    }
}

#[tokio::test]
async fn only_changed_titles_are_read_again() {
    let rng = SeededRng::default();
    let mut anime: Vec<Anime> = (1..=120).map(|id| rng.title(id)).collect();
    let case = Case::of(&anime).await;
    let any = Filter::default();
    for round in 0..12 {
        case.browsing.follow().await.unwrap();
        let added = rng.title(200 + round);
        let changed = usize::try_from(rng.below(100)).unwrap();
        let mut other = rng.title(anime[changed].mal_id.get());
        // A known fact is never lost: the title keeps the tag
        other.tags.push(tag("Action"));
        case.import(&[added.clone(), other.clone()]).await;
        anime[changed] = other.merged_over(anime[changed].clone());
        anime.push(added);
        if round % 3 == 0 {
            let gone = anime.swap_remove(100);
            case.remove(&[gone.mal_id.get()]).await;
        }
        case.browsing.follow().await.unwrap();
        let fresh = Case::of(&anime).await;
        for sort in Sort::ALL {
            assert_eq!(
                case.all(&any, sort).await,
                fresh.all(&any, sort).await,
                "{sort:?}"
            );
        }
        let (cached, computed) = (
            case.page(&any, Sort::Score, None),
            fresh.page(&any, Sort::Score, None),
        );
        assert_eq!(cached.await.facets, computed.await.facets);
    }
}

/// A reader who pages while titles are added, deleted and moved gets no unmoved title twice, and
/// misses none.
#[tokio::test]
async fn parts_are_disjoint_and_complete_while_titles_come_and_go() {
    let rng = SeededRng::default();
    let anime: Vec<Anime> = (1..=200).map(|id| rng.title(id)).collect();
    for sort in Sort::ALL {
        let case = Case::of(&anime).await;
        let mut seen = Vec::new();
        let mut after = None;
        let mut gone = HashSet::new();
        for round in 0.. {
            let page = case.page(&Filter::default(), sort, after.as_ref()).await;
            seen.extend(page.items.iter().map(|item| item.mal_id.get()));
            after = page.next;
            if after.is_none() {
                break;
            }
            let added: Vec<Anime> = (0..20).map(|n| rng.title(1_000 + round * 20 + n)).collect();
            let removed = [rng.below(200) + 1, rng.below(200) + 1];
            gone.extend(removed);
            case.import(&added).await;
            case.remove(&removed).await;
            case.browsing.follow().await.unwrap();
        }
        let once: HashSet<u32> = seen.iter().copied().collect();
        assert_eq!(once.len(), seen.len(), "{sort:?}: none twice");
        let stayed = (1..=200).filter(|id| !gone.contains(id));
        let missed: Vec<u32> = stayed.filter(|id| !once.contains(id)).collect();
        assert_eq!(missed, [0_u32; 0], "{sort:?}");
    }
}
