//! Whether the title that is meant is found.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{env, path::Path};

use domain::{anime::Anime, search::{NamedTitle, TitleSearch as _}};
use search::TitleIndex;
use testkit::search::{Query, Tally, catalogue, generate, judged};

fn index(folder: &Path, titles: &[Anime]) -> TitleIndex {
    let index = TitleIndex::open(folder);
    index.rebuild(titles.iter().map(NamedTitle::from).collect()).unwrap();
    index
}

fn tally(index: &TitleIndex, queries: &[Query]) -> Tally {
    let mut tally = Tally::default();
    for query in queries {
        let found = index.search(&query.text, 5, 0).unwrap().unwrap();
        let found: Vec<u32> = found.items.iter().map(|id| id.get()).collect();
        if env::var_os("MISSES").is_some() && found.first() != Some(&query.mal_id) {
            println!("MISS {} {:?} want {} got {:?}", query.class, query.text, query.mal_id, found);
        }
        tally.add(query, &found);
    }
    tally
}

#[test]
#[ignore = "needs --data DIR"]
fn real_titles_are_found() {
    let data = env::var_os("MITAI_TEST_DATA").expect("MITAI_TEST_DATA names the data folder");
    let titles = catalogue(&Path::new(&data).join("catalog.jsonl.gz")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let start = std::time::Instant::now();
    let index = index(folder.path(), &titles);
    println!("built {:?}", start.elapsed());
    for queries in [judged().unwrap(), generate(&titles, 1)] {
        let start = std::time::Instant::now();
        let t = tally(&index, &queries);
        println!("{:?}/q\n{t}", start.elapsed() / queries.len().max(1) as u32);
    }
    for f in std::fs::read_dir(folder.path().join("names-v1")).unwrap() { let f = f.unwrap(); println!("{:?} {}", f.file_name(), f.metadata().unwrap().len()); }
}
