//! What the built-in casts and staffs promise, whatever is edited in them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};

use domain::{
    anime::{Anime, MalId},
    extras::{CastMember, CastRole, Extra, StaffMember, TitleExtra},
};

/// Titles whose casts and staffs are built in.
const TITLES: usize = 100;

fn credits() -> HashMap<MalId, (Vec<CastMember>, Vec<StaffMember>)> {
    let mut credits: HashMap<_, (Vec<_>, Vec<_>)> = HashMap::new();
    for TitleExtra { mal_id, extra } in catalogue::extras().unwrap() {
        let of_title = credits.entry(mal_id).or_default();
        match extra {
            Extra::Characters(cast) => of_title.0 = cast,
            Extra::Staff(staff) => of_title.1 = staff,
            other => panic!("{other:?} is built in"),
        }
    }
    credits
}

#[test]
fn the_most_popular_titles_have_credits_and_no_others() {
    let mut titles = catalogue::titles().unwrap();
    titles.retain(|title| title.popularity.is_some());
    titles.sort_by_key(|t| (t.popularity, std::cmp::Reverse(t.members), t.mal_id));
    let titles: HashSet<MalId> = titles[..TITLES].iter().map(|title| title.mal_id).collect();
    let credits: HashSet<MalId> = credits().into_keys().collect();
    assert_eq!(credits, titles);
}

#[test]
fn every_cast_has_main_parts_and_is_short() {
    for (id, (cast, _)) in credits() {
        let main = cast.iter().filter(|one| one.role == CastRole::Main).count();
        assert!(main >= 1 && (3..=8).contains(&cast.len()), "{id}: {cast:?}");
        let silent = cast.iter().filter(|one| one.voices.is_empty()).count();
        assert!(silent <= 1, "{id}: {cast:?}");
    }
}

/// All staffs name who directed and who composed, and who invented the story or wrote the scripts. Of five no one person
/// is credited with the scripts.
#[test]
fn staffs_name_who_made_a_title() {
    let known = [
        "Original Creator",
        "Series Director",
        "Director",
        "Series Composition",
        "Script",
        "Music",
    ];
    let mut staffs = Vec::new();
    for (id, (_, staff)) in credits() {
        let positions = staff.into_iter().flat_map(|one| one.positions);
        let positions: HashSet<String> = positions.collect();
        for position in &positions {
            assert!(known.contains(&position.as_str()), "{id}: {position:?}");
        }
        staffs.push(positions);
    }
    for (any_of, titles) in [
        (&["Music"][..], 100),
        (&["Original Creator", "Series Composition", "Script"], 100),
        (&["Director", "Series Director"], 100),
        (&["Series Composition", "Script"], 95),
    ] {
        let naming = staffs.iter();
        let naming = naming.filter(|has| any_of.iter().any(|one| has.contains(*one)));
        let naming = naming.count();
        assert!(naming >= titles, "{any_of:?}: {naming}");
    }
}

/// The store drops what is there twice.
#[test]
fn credits_list_each_person_once() {
    for one in catalogue::extras().unwrap() {
        assert_eq!(one.extra.clone().distinct(), one.extra, "{}", one.mal_id);
    }
}

/// Who speaks in one title is in no other, and who speaks in all of a story is in all of it.
#[test]
fn people_are_in_their_titles() {
    let titles: HashMap<MalId, Anime> = catalogue::titles()
        .unwrap()
        .into_iter()
        .map(|title| (title.mal_id, title))
        .collect();
    let credits = credits();
    let with_voice = |name: &str| {
        let of = credits.iter().filter(|(_, (cast, _))| {
            let mut voices = cast.iter().flat_map(|member| &member.voices);
            voices.any(|voice| voice.person.name == name)
        });
        let mut of: Vec<&str> = of.map(|(id, _)| titles[id].title.as_str()).collect();
        of.sort_unstable();
        of
    };
    assert_eq!(
        with_voice("Imai, Asami"),
        ["Steins;Gate"],
        "who is in one title"
    );
    let eren = with_voice("Kaji, Yuuki");
    let parts = eren.iter().filter(|title| title.starts_with("Shingeki"));
    assert_eq!(parts.count(), 6, "{eren:?}");
}
