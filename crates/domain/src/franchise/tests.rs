use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::date;

use super::*;

fn id(number: u32) -> MalId {
    MalId::new(number)
}

fn links(all: &[(u32, &str, u32)]) -> Vec<FranchiseLink> {
    all.iter()
        .map(|(from, kind, to)| FranchiseLink {
            from: id(*from),
            to: id(*to),
            kind: (*kind).into(),
        })
        .collect()
}

/// Returns the members' numbers, each with a letter for its part.
fn franchise(of: u32, all: &[(u32, &str, u32)]) -> Vec<(u32, char)> {
    members(id(of), &links(all))
        .into_iter()
        .map(|(id, part)| {
            let letter = match part {
                Part::Main => 'M',
                Part::SideStory => 'S',
                Part::Recap => 'R',
            };
            (id.get(), letter)
        })
        .collect()
}

#[test]
fn title_alone_is_its_own_franchise() {
    assert_eq!(franchise(7, &[]), [(7, 'M')]);
    assert_eq!(franchise(7, &[(7, "Sequel", 7)]), [(7, 'M')]);
}

#[test]
fn line_is_followed_in_both_directions_from_either_title_in_any_case() {
    let line = [
        (1, "Sequel", 2),
        (3, "PREQUEL", 2),
        (4, "prequel", 3),
        (3, "sequel", 4),
    ];
    for of in 1..=4 {
        let expected = [(1, 'M'), (2, 'M'), (3, 'M'), (4, 'M')];
        assert_eq!(franchise(of, &line), expected, "{of}");
    }
}

#[test]
fn cycles_and_forks_survive() {
    let cycle = [(1, "Sequel", 2), (2, "Sequel", 3), (3, "Sequel", 1)];
    assert_eq!(franchise(2, &cycle).len(), 3);
    let fork = [(1, "Sequel", 2), (1, "Sequel", 3), (3, "Sequel", 4)];
    assert_eq!(franchise(2, &fork).len(), 4);
}

#[test]
fn side_stories_and_recaps_stand_with_their_story() {
    let links = [
        (1, "Sequel", 2),
        (1, "Side Story", 3),
        (3, "Parent Story", 1),
        (4, "Full story", 2),
        (2, "Summary", 5),
    ];
    for of in 1..=5 {
        assert_eq!(
            franchise(of, &links),
            [(1, 'M'), (2, 'M'), (3, 'S'), (4, 'R'), (5, 'R')],
            "{of}"
        );
    }
}

#[test]
fn films_that_follow_one_another_stand_with_their_series() {
    let films = [
        (10, "Sequel", 11),
        (11, "Sequel", 12),
        (10, "Parent Story", 1),
        (1, "Side Story", 12),
        (12, "Summary", 13),
    ];
    assert_eq!(
        franchise(1, &films),
        [(1, 'M'), (10, 'S'), (11, 'S'), (12, 'S'), (13, 'R')]
    );
}

#[test]
fn mutual_side_stories_are_all_main_story() {
    let circle = [(1, "Side Story", 2), (2, "Side Story", 1)];
    assert_eq!(franchise(1, &circle), [(1, 'M')]);
    let circle = [
        (1, "Parent Story", 2),
        (2, "Parent Story", 3),
        (3, "Parent Story", 1),
    ];
    assert_eq!(franchise(1, &circle), [(1, 'M'), (2, 'M'), (3, 'M')]);
}

#[test]
fn crossover_merges_nothing() {
    let two = [(1, "Sequel", 2), (11, "Sequel", 12)];
    for kind in [
        "Character",
        "Other",
        "Summary",
        "Side Story",
        "Spin-Off",
        "Alternative Version",
        "Alternative Setting",
        "Parent Story",
        "Full Story",
        "Adaptation",
        "A kind of tomorrow",
    ] {
        for between in [
            [(2, kind, 11), (2, kind, 11)],
            [(2, kind, 11), (11, kind, 2)],
            [(2, kind, 20), (11, kind, 20)],
            [(20, kind, 2), (20, kind, 11)],
            [(20, kind, 2), (12, kind, 20)],
        ] {
            let all = [&two[..], &between[..]].concat();
            let ids = |of| -> Vec<u32> { franchise(of, &all).iter().map(|(id, _)| *id).collect() };
            let (one, other) = (ids(1), ids(11));
            assert!(!one.contains(&11) && !one.contains(&12), "{between:?}");
            assert!(!other.contains(&1) && !other.contains(&2), "{between:?}");
        }
    }
}

#[test]
fn spin_off_is_no_side_story_though_both_have_a_parent() {
    let links = [
        (1, "Spin-Off", 2),
        (2, "Parent Story", 1),
        (1, "Side Story", 3),
        (3, "Parent Story", 1),
    ];
    assert_eq!(franchise(1, &links), [(1, 'M'), (3, 'S')]);
    assert_eq!(franchise(2, &links), [(2, 'M')]);
}

fn title(number: u32, released: Option<Date>) -> RelatedTitle {
    RelatedTitle {
        mal_id: id(number),
        slug: format!("title-{number}"),
        title: format!("Title {number}"),
        title_english: None,
        title_japanese: None,
        kind: None,
        released,
        year: None,
        episodes: None,
        image_url: None,
    }
}

#[test]
fn titles_stand_in_the_order_of_their_release() {
    let members: BTreeMap<MalId, Part> = (1..=6).map(|n| (id(n), Part::Main)).collect();
    let titles = vec![
        title(1, None),
        title(2, Some(date(2013, 4, 7))),
        title(3, Some(date(2012, 1, 1))),
        title(9, Some(date(2000, 1, 1))),
        title(5, Some(date(2012, 1, 1))),
        title(4, None),
    ];
    assert_eq!(order(titles, &members, &[]), [3, 5, 2, 1, 4]);
    assert!(order(vec![title(1, None)], &members, &[]).is_empty());
}

#[test]
fn undated_title_is_placed_before_its_sequel_or_after_its_prequel() {
    let members: BTreeMap<MalId, Part> = (1..=6).map(|n| (id(n), Part::Main)).collect();
    let titles = vec![
        title(1, None),
        title(2, Some(date(2013, 4, 7))),
        title(3, Some(date(2014, 1, 1))),
        title(4, None),
        title(5, None),
    ];
    let all = links(&[
        (1, "Sequel", 3),
        (2, "prequel", 1),
        (4, "Prequel", 2),
        (5, "Other", 2),
    ]);
    assert_eq!(order(titles, &members, &all), [1, 2, 4, 3, 5]);
}

fn order(
    titles: Vec<RelatedTitle>,
    members: &BTreeMap<MalId, Part>,
    links: &[FranchiseLink],
) -> Vec<u32> {
    let order = watch_order(titles, members, links);
    order.iter().map(|entry| entry.title.mal_id.get()).collect()
}

/// Numbers that look like chance, the same in each run.
struct SeededRng(u64);

impl SeededRng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }

    fn title(&mut self) -> MalId {
        id(u32::try_from(1 + self.below(12)).unwrap())
    }

    fn links(&mut self, kinds: &[&str]) -> Vec<FranchiseLink> {
        let link = |rng: &mut Self| FranchiseLink {
            from: rng.title(),
            to: rng.title(),
            kind: kinds[rng.below(kinds.len())].into(),
        };
        (0..self.below(20)).map(|_| link(self)).collect()
    }
}

const STRANGE: [&str; 5] = [
    "Character",
    "Other",
    "Spin-Off",
    "Alternative Version",
    "Alternative Setting",
];

/// Calls `check` with many graphs of relations of every kind.
fn of_many(check: impl Fn(&mut SeededRng, &[FranchiseLink])) {
    let kinds = [&KINDS[..], &KINDS[..2], &STRANGE[..1]].concat();
    let mut rng = SeededRng(0x9e37_79b9_7f4a_7c15);
    for _ in 0..1_000 {
        let links = rng.links(&kinds);
        check(&mut rng, &links);
    }
}

#[test]
fn every_member_has_the_same_franchise() {
    of_many(|rng, links| {
        let of = rng.title();
        let found = members(of, links);
        assert!(found.contains_key(&of));
        for member in found.keys() {
            assert_eq!(
                members(*member, links),
                found,
                "{of} and {member}: {links:?}"
            );
        }
    });
}

#[test]
fn order_of_relations_does_not_matter() {
    of_many(|rng, links| {
        let of = rng.title();
        let mut others = links.to_vec();
        for place in (1..others.len()).rev() {
            others.swap(place, rng.below(place + 1));
        }
        assert_eq!(members(of, links), members(of, &others), "{links:?}");
    });
}

#[test]
fn sequel_is_always_of_the_same_franchise() {
    of_many(|_, links| {
        for link in links {
            if KINDS[..2].contains(&link.kind.as_str()) {
                assert!(
                    members(link.from, links).contains_key(&link.to),
                    "{links:?}"
                );
            }
        }
    });
}

#[test]
fn no_relation_of_another_kind_leads_to_a_title() {
    of_many(|rng, links| {
        let pair = |link: &FranchiseLink| (link.from.min(link.to), link.from.max(link.to));
        let known: BTreeSet<_> = links.iter().map(pair).collect();
        let strange = rng.links(&STRANGE).into_iter();
        let strange: Vec<FranchiseLink> = strange.filter(|l| !known.contains(&pair(l))).collect();
        let of = rng.title();
        let more = [links, &strange].concat();
        assert_eq!(members(of, links), members(of, &more), "{more:?}");
    });
}

#[test]
fn new_title_that_two_franchises_name_leaves_both_unchanged() {
    of_many(|rng, links| {
        let (one, other, crossover) = (rng.title(), rng.title(), id(99));
        let before = members(one, links);
        if before.contains_key(&other) {
            return;
        }
        let mut more = links.to_vec();
        for (title, kind) in [
            (one, KINDS[4 + rng.below(2)]),
            (other, KINDS[4 + rng.below(2)]),
        ] {
            more.push(FranchiseLink {
                from: title,
                to: crossover,
                kind: kind.into(),
            });
        }
        assert_eq!(members(one, &more), before, "{more:?}");
        assert_eq!(members(crossover, &more).len(), 1, "{more:?}");
    });
}
