//! What the built-in catalogue promises, whatever is edited in it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use domain::{
    anime::{Anime, Status},
    slug::slug,
};

fn titles() -> Vec<Anime> {
    catalogue::titles().unwrap()
}

fn by_popularity() -> Vec<Anime> {
    let mut titles: Vec<_> = titles()
        .into_iter()
        .filter(|t| t.popularity.is_some())
        .collect();
    titles.sort_by_key(|t| (t.popularity, std::cmp::Reverse(t.members), t.mal_id));
    titles
}

#[test]
fn every_title_is_there_once() {
    let titles = titles();
    let ids: HashSet<_> = titles.iter().map(|t| t.mal_id).collect();
    assert!(titles.len() >= 300, "{}", titles.len());
    assert_eq!(ids.len(), titles.len());
}

#[test]
fn ten_pages_of_the_most_popular_can_be_filled() {
    let last = by_popularity()[249].popularity.unwrap();
    assert!(
        last <= 255,
        "the 250th title stands at place {last}: some before it are missing"
    );
}

#[test]
fn no_title_is_adult() {
    let adult: Vec<_> = titles()
        .into_iter()
        .filter(Anime::is_adult)
        .map(|t| t.title)
        .collect();
    assert_eq!(adult, Vec::<String>::new());
}

/// Words that end a sentence. The point of an abbreviation counts too: write the word out.
fn sentences(text: &str) -> usize {
    let ends = |word: &&str| {
        let word = word.trim_end_matches(['"', '\'', '”', '’', ')']);
        word.ends_with(['.', '!', '?'])
    };
    text.split_whitespace().filter(ends).count()
}

#[test]
fn every_synopsis_is_two_to_four_sentences_of_its_own() {
    let mut seen = HashSet::new();
    for title in titles() {
        let synopsis = title.synopsis.unwrap();
        let length = synopsis.chars().count();
        assert!(
            (180..=420).contains(&length),
            "{}: {length} characters",
            title.title
        );
        let sentences = sentences(&synopsis);
        assert!(
            (2..=4).contains(&sentences) && synopsis.ends_with(['.', '!', '?', '”']),
            "{}: {sentences} sentences",
            title.title
        );
        assert!(
            !synopsis.contains("Written by") && !synopsis.contains("Source:"),
            "{}",
            title.title
        );
        assert!(seen.insert(synopsis), "{}", title.title);
    }
}

#[test]
fn footer_s_titles_have_their_addresses() {
    let slugs: HashSet<_> = titles()
        .into_iter()
        .map(|t| {
            let name = t.title_english.as_deref().unwrap_or(&t.title);
            t.slug.clone().unwrap_or_else(|| slug(name, t.mal_id))
        })
        .collect();
    for wanted in [
        "attack-on-titan",
        "demon-slayer",
        "one-piece",
        "jujutsu-kaisen",
    ] {
        assert!(slugs.contains(wanted), "{wanted}");
    }
}

#[test]
fn hero_has_recent_titles_to_choose_from() {
    let recent = |t: &Anime| {
        t.status == Some(Status::Airing)
            || t.aired
                .to
                .is_some_and(|day| day >= jiff::civil::date(2026, 1, 1))
    };
    let count = titles().iter().filter(|t| recent(t)).count();
    assert!(count >= 20, "{count}");
}

#[test]
fn relations_between_built_in_titles_lead_both_ways() {
    let titles = titles();
    let opposite = |kind: &str| match kind {
        "Sequel" => Some("Prequel"),
        "Prequel" => Some("Sequel"),
        _ => None,
    };
    let mut missing = Vec::new();
    for title in &titles {
        for relation in title.relations.iter().flatten() {
            let Some(back) = opposite(&relation.kind) else {
                continue;
            };
            let Some(other) = titles.iter().find(|t| t.mal_id.get() == relation.id) else {
                continue;
            };
            if !other
                .relations
                .iter()
                .flatten()
                .any(|r| r.is(back) && r.id == title.mal_id.get())
            {
                missing.push(format!("{} has no {back} {}", other.title, title.title));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
