//! Kitsu's answers (JSON:API).

use std::collections::HashMap;

use domain::{
    anime::MalId,
    provider::{AiringTitle, ProviderError},
};
use serde_json::Value;

use super::{
    document::{Document, related_all},
    extras::SITE,
};
use crate::fields::Fields;

/// Reads the titles of an answer, in its order; titles without a cover picture, without a name or for
/// adults are left out.
pub fn parse_airing(json: &[u8]) -> Result<Vec<AiringTitle>, ProviderError> {
    let document = Document::parse(json)?;
    let mal_ids = mal_ids(document.included("mappings"));
    let titles = document.items();
    Ok(titles
        .filter_map(|item| airing_title(item, &mal_ids))
        .collect())
}

fn airing_title(item: Fields<'_>, mal_ids: &HashMap<&str, MalId>) -> Option<AiringTitle> {
    let attributes = item.object("attributes");
    let adult = attributes.get("nsfw").and_then(Value::as_bool) == Some(true)
        || attributes.str("ageRating") == Some("R18");
    if adult {
        return None;
    }
    let cover = attributes.object("coverImage");
    let titles = names(attributes);
    if titles.is_empty() {
        return None;
    }
    Some(AiringTitle {
        provider_id: item.text("id")?,
        mal_id: related_all(item, "mappings").find_map(|id| mal_ids.get(id).copied()),
        titles,
        image_url: cover.url("original").or_else(|| cover.url("large"))?,
        description: attributes.prose("synopsis"),
        rating: percent(attributes),
    })
}

/// Every name of a title, each once; the canonical one first, else the romanised Japanese one.
fn names(attributes: Fields<'_>) -> Vec<String> {
    let titles = attributes.object("titles");
    let translated = ["en_jp", "en", "en_us", "ja_jp"]
        .into_iter()
        .filter_map(|language| titles.text(language));
    let all = attributes
        .text("canonicalTitle")
        .into_iter()
        .chain(translated)
        .chain(attributes.texts("abbreviatedTitles"));
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The average rating as a percentage, which Kitsu writes as a text; `None` outside 0 to 100, or at 0.
fn percent(attributes: Fields<'_>) -> Option<f64> {
    let percent: f64 = attributes.str("averageRating")?.parse().ok()?;
    (percent > 0.0 && percent <= 100.0).then_some(percent)
}

/// The titles' numbers on MyAnimeList, by the ids of the mappings that name them.
fn mal_ids<'a>(mappings: HashMap<&'a str, Fields<'a>>) -> HashMap<&'a str, MalId> {
    let mal_ids = mappings.into_iter().filter_map(|(mapping, attributes)| {
        let maps = attributes.str("externalSite") == Some(SITE);
        let id: u32 = attributes
            .str("externalId")
            .filter(|_| maps)?
            .parse()
            .ok()?;
        (id > 0).then_some((mapping, MalId::new(id)))
    });
    mal_ids.collect()
}
