//! Whether the title that is meant is found.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{collections::HashSet, env, path::Path};

use domain::{
    anime::Anime,
    search::{TitleNames, TitleSearch as _},
};
use search::TitleIndex;
use tempfile::tempdir;
use testkit::search::{Query, Tally, catalogue, generate, judged};

fn tally(index: &TitleIndex, queries: &[Query]) -> Tally {
    let mut tally = Tally::default();
    for query in queries {
        let found = index.search(&query.text, 5, 0).unwrap().unwrap();
        let found: Vec<u32> = found.items.iter().map(|id| id.get()).collect();
        if found.first() != Some(&query.mal_id) {
            println!("{query:?}: {found:?}");
        }
        tally.add(query, &found);
    }
    tally
}

fn assert_found(titles: &[Anime], queries: &[&[Query]]) {
    let folder = tempdir().unwrap();
    let index = TitleIndex::open(folder.path());
    let named = titles.iter().map(TitleNames::from).collect();
    index.rebuild(named, 1).unwrap();
    for queries in queries {
        let tally = tally(&index, queries);
        println!("{tally}");
        let whole = tally.whole();
        assert!(whole.percent_first() >= 94.0, "{tally}");
        assert!(whole.percent_among_five() >= 99.0, "{tally}");
        for (class, score) in tally.classes() {
            assert!(score.percent_among_five() >= 92.0, "{class}\n{tally}");
        }
    }
}

#[test]
fn titles_of_the_built_in_catalogue_are_found() {
    let titles = ::catalogue::titles().unwrap();
    let known: HashSet<u32> = titles.iter().map(|title| title.mal_id.get()).collect();
    let mut queries = judged().unwrap();
    assert!(queries.len() >= 300);
    queries.retain(|query| known.contains(&query.mal_id));
    assert!(queries.len() >= 100, "{}", queries.len());
    assert_found(&titles, &[&queries, &generate(&titles, 3)]);
}

/// The first seed is the one that the search was made with, the second is not.
#[test]
#[ignore = "needs --data DIR"]
fn titles_of_a_whole_catalogue_are_found() {
    let data = env::var_os("MITAI_TEST_DATA").expect("MITAI_TEST_DATA names the data folder");
    let titles = catalogue(&Path::new(&data).join("catalog.jsonl.gz")).unwrap();
    let generated = [1, 4].map(|seed| generate(&titles, seed));
    assert_found(&titles, &[&judged().unwrap(), &generated[0], &generated[1]]);
}
