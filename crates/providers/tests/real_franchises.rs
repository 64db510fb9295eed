//! Franchises as real sources tell of them.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{
    collections::BTreeSet,
    env,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use domain::{
    anime::{Anime, MalId, RelationTarget},
    franchise::{FranchiseLink, Part, members},
    provider::SourceTitle,
};
use flate2::read::GzDecoder;
use providers::jikan::parse_record;

/// The relations between all titles of the real catalogue.
fn links() -> Vec<FranchiseLink> {
    let folder = env::var_os("MITAI_TEST_DATA")
        .expect("MITAI_TEST_DATA must name the data folder; run `cargo xtask test --data DIR`");
    let file = File::open(Path::new(&folder).join("catalog.jsonl.gz")).unwrap();
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    let titles = lines.filter_map(|line| match parse_record(line.unwrap().as_bytes()) {
        Ok((SourceTitle::Title(anime), _)) => Some(*anime),
        _ => None,
    });
    titles.flat_map(|anime| links_of(&anime)).collect()
}

fn links_of(anime: &Anime) -> Vec<FranchiseLink> {
    let relations = anime.relations.iter().flatten();
    relations
        .filter(|relation| relation.target == RelationTarget::Anime)
        .map(|relation| FranchiseLink {
            from: anime.mal_id,
            to: MalId::new(relation.id),
            kind: relation.kind.clone(),
        })
        .collect()
}

fn ids(of: u32, links: &[FranchiseLink], part: Option<Part>) -> BTreeSet<u32> {
    let all = members(MalId::new(of), links).into_iter();
    let matching = all.filter(|(_, its)| part.is_none_or(|part| part == *its));
    matching.map(|(id, _)| id.get()).collect()
}

#[test]
#[ignore = "needs --data DIR"]
fn well_known_franchises_are_complete_and_separate() {
    let links = links();
    let titan = ids(16_498, &links, Some(Part::Main));
    let seasons = [16_498, 25_777, 35_760, 38_524, 40_028, 48_583, 51_535];
    assert_eq!(titan, BTreeSet::from(seasons));

    for (of, with, without) in [
        // Naruto: Shippuden and Boruto; no other hero of its magazine
        (20, &[1735, 34_566][..], &[21, 269, 813][..]),
        // One Piece: its first film; what it met Dragon Ball and Toriko in, and these, are others
        (21, &[459], &[813, 223, 10_033]),
        // Detective Conan: its first film and where he met Lupin III; not Lupin's own story
        (235, &[779, 6115], &[1412]),
        (1412, &[1425], &[235, 6115]),
        // Mobile Suit Gundam: Zeta, ZZ; the worlds of Wing, SEED and 00 are others
        (80, &[85, 86], &[90, 93, 2581]),
        // Fate/stay night: Fate/Zero; not its parodies and spin-offs
        (356, &[10_087], &[10_012, 14_829]),
        // Bakemonogatari: the whole series
        (5081, &[11_597, 17_074, 21_855, 31_757], &[23_273]),
    ] {
        let found = ids(of, &links, None);
        for id in with {
            assert!(found.contains(id), "{id} belongs to {of}");
        }
        for id in without {
            assert!(!found.contains(id), "{id} does not belong to {of}");
        }
        assert!(found.len() <= 100, "{} titles of {of}", found.len());
    }
}
