//! What Kitsu knows of titles' records: categories and streaming links.
//!
//! An answer of `anime?filter[id]=…&include=categories` is among the captures. `streamingLinks.streamer` is included in the
//! same way: the server's `app/resources/anime_resource.rb`, `streaming_link_resource.rb` and `streamer_resource.rb`
//! (`hummingbird-me/kitsu-server`), the documentation ("Streaming Links", "Streamers") and the Android client
//! `Drumber/Kitsune` (`NetworkStreamingLink.kt`) state it.
//!
//! Categories are Kitsu's own words. Those that are in MyAnimeList's lists, word for word, are taken.

use std::collections::HashMap;

use domain::{anime::Link, provider::ProviderError, provider::RecordGaps};

use super::document::{Document, related, related_all};
use crate::{fields::Fields, tags};

/// The largest number of streaming links that are taken; a title has some ten.
const MAX_LINKS: usize = 50;

/// Reads what fills a record's gaps, of the title with this number at Kitsu; nothing if it is not there, or for adults.
pub fn parse_gaps(json: &[u8], number: u32) -> Result<RecordGaps, ProviderError> {
    let document = Document::parse(json)?;
    let id = number.to_string();
    let Some(item) = document.items().find(|item| item.str("id") == Some(&id)) else {
        return Ok(RecordGaps::default());
    };
    let categories = document.included("categories");
    let words = related_all(item, "categories").filter_map(|id| categories.get(id)?.text("title"));
    let words: Vec<String> = words.collect();
    let attributes = item.object("attributes");
    let is_adult = attributes.is_true("nsfw")
        || attributes.str("ageRating") == Some("R18")
        || words.iter().any(|word| tags::is_adult(word));
    if is_adult {
        return Ok(RecordGaps::default());
    }
    Ok(RecordGaps {
        tags: tags::known(&words),
        streaming: streaming(&document, item),
    })
}

fn streaming(document: &Document, title: Fields<'_>) -> Vec<Link> {
    let streamers = document.included("streamers");
    let all = document.resources("streamingLinks");
    let by_id: HashMap<&str, Fields<'_>> = all
        .filter_map(|resource| Some((resource.str("id")?, resource)))
        .collect();
    let mut links: Vec<Link> = Vec::new();
    for id in related_all(title, "streamingLinks").take(MAX_LINKS) {
        let link = by_id.get(id).and_then(|link| {
            let streamer = streamers.get(related(*link, "streamer")?)?;
            Some(Link {
                name: streamer.text("siteName")?,
                url: link.object("attributes").url("url")?,
            })
        });
        // One site may have the title in several languages
        links.extend(link.filter(|link| !links.contains(link)));
    }
    links
}
