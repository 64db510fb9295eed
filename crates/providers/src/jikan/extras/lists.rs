//! Episodes, pictures, recommendations, statistics and news.

use domain::{
    anime::{Images, MalId},
    extras::{Episode, NewsLink, Recommendation, ViewerCounts},
};
use serde_json::Value;

use crate::{
    fields::Fields,
    jikan::record::{images, picture},
};

pub(super) fn episodes(items: &[Value]) -> Vec<Episode> {
    let items = items.iter().map(Fields::of);
    let episodes = items.filter_map(|item| {
        Some(Episode {
            // Jikan's `mal_id` of an episode is its number among the title's
            number: item.number("mal_id").filter(|number| *number > 0)?,
            title: item.text("title"),
            title_japanese: item.text("title_japanese"),
            title_romaji: item.text("title_romanji"),
            aired: item.day("aired"),
            score: item.above_zero("score"),
            is_filler: item.is_true("filler"),
            is_recap: item.is_true("recap"),
            url: item.url("url"),
            forum_url: item.url("forum_url"),
        })
    });
    episodes.collect()
}

/// Jikan answers the formats of each picture; its document has them under `images`.
pub(super) fn pictures(items: &[Value]) -> Vec<Images> {
    let items = items.iter().map(Fields::of);
    let pictures = items.map(|item| match item.get("images") {
        Some(formats) => images(Fields::of(formats)),
        None => images(item),
    });
    pictures
        .filter(|picture| *picture != Images::default())
        .collect()
}

pub(super) fn recommendations(items: &[Value]) -> Vec<Recommendation> {
    let items = items.iter().map(Fields::of);
    let recommendations = items.filter_map(|item| {
        let id = item.object("entry").number("mal_id");
        Some(Recommendation {
            mal_id: MalId::new(id.filter(|id| *id > 0)?),
            votes: item.number("votes").unwrap_or(1),
        })
    });
    recommendations.collect()
}

pub(super) fn statistics(data: &Value) -> Option<ViewerCounts> {
    if !data.is_object() {
        return None;
    }
    let of = Fields::of(data);
    let count = |name| of.number(name).unwrap_or(0);
    let mut counts = ViewerCounts {
        watching: count("watching"),
        completed: count("completed"),
        on_hold: count("on_hold"),
        dropped: count("dropped"),
        plan_to_watch: count("plan_to_watch"),
        total: count("total"),
        scores: [0; 10],
    };
    for item in of.list("scores").iter().map(Fields::of) {
        let place = item.number("score").and_then(|score| score.checked_sub(1));
        let place = place.and_then(|place| usize::try_from(place).ok());
        if let Some(votes) = place.and_then(|place| counts.scores.get_mut(place)) {
            *votes = item.number("votes").unwrap_or(0);
        }
    }
    Some(counts)
}

pub(super) fn news(items: &[Value]) -> Vec<NewsLink> {
    let items = items.iter().map(Fields::of);
    let news = items.filter_map(|item| {
        Some(NewsLink {
            id: item.number("mal_id").filter(|id| *id > 0)?,
            title: item.text("title")?,
            url: item.url("url")?,
            at: item.str("date").and_then(|date| date.parse().ok()),
            author: item.text("author_username"),
            author_url: item.url("author_url"),
            forum_url: item.url("forum_url"),
            image_url: picture(item.object("images").object("jpg"), "image_url"),
            comments: item.number("comments"),
        })
    });
    news.collect()
}
