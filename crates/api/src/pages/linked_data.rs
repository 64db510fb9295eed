//! What a title's page says to search engines: JSON-LD by schema.org.

use serde_json::{Map, Value, json};

use super::facts::Facts;

/// A work's type in schema.org's words, and in those of Open Graph.
pub(crate) struct WorkType {
    schema: &'static str,
    pub(crate) open_graph: &'static str,
    /// What the studio is to it.
    maker: &'static str,
}

impl WorkType {
    /// The type of a title that is published as `kind`. What is neither film nor series is a work.
    pub(crate) fn of(kind: Option<&str>) -> Self {
        match kind {
            Some("Movie") => Self {
                schema: "Movie",
                open_graph: "video.movie",
                maker: "productionCompany",
            },
            Some("TV" | "ONA" | "OVA") => Self {
                schema: "TVSeries",
                open_graph: "video.tv_show",
                maker: "productionCompany",
            },
            _ => Self {
                schema: "CreativeWork",
                open_graph: "video.other",
                maker: "producer",
            },
        }
    }
}

/// The script element that describes a title; `url` is its page's address and `image` its poster's.
pub(crate) fn of_title(title: &Facts<'_>, url: &str, image: &str) -> String {
    let work = WorkType::of(title.r#type.as_deref());
    let mut data = Map::new();
    let mut set = |name: &str, value: Value| {
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if !is_empty {
            data.insert(name.into(), value);
        }
    };
    set("@context", json!("https://schema.org"));
    set("@type", json!(work.schema));
    set("@id", json!(url));
    set("url", json!(url));
    set("name", json!(title.name()));
    set("alternateName", json!(title.other_names()));
    set("description", json!(title.synopsis));
    set("image", json!(image));
    set(
        "datePublished",
        json!(title.year.map(|year| year.to_string())),
    );
    set("genre", json!(title.genres));
    set("contentRating", json!(title.rating));
    if work.schema == "TVSeries" {
        set("numberOfEpisodes", json!(title.episodes));
    }
    let studios = title.studios.iter();
    let studios: Vec<Value> = studios
        .map(|name| json!({ "@type": "Organization", "name": name }))
        .collect();
    set(work.maker, json!(studios));
    set("aggregateRating", rating(title));
    let json = Value::Object(data).to_string();
    // Nothing in it can end the element
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"application/ld+json\">{json}</script>\n")
}

/// Search engines want to know how many gave a score.
fn rating(title: &Facts<'_>) -> Value {
    match (title.score, title.scored_by) {
        (Some(score), Some(votes)) if votes > 0 => json!({
            "@type": "AggregateRating",
            "ratingValue": score,
            "ratingCount": votes,
            "bestRating": 10,
            "worstRating": 1,
        }),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(details: &str) -> (String, Value) {
        let facts: Facts<'_> = serde_json::from_str(details).unwrap();
        let element = of_title(
            &facts,
            "https://mitai.example/anime/x",
            "https://p.example/x",
        );
        let json = element
            .strip_prefix("<script type=\"application/ld+json\">")
            .and_then(|rest| rest.trim_end().strip_suffix("</script>"))
            .unwrap();
        let data = serde_json::from_str(json).unwrap();
        (element, data)
    }

    #[test]
    fn linked_data_has_every_known_fact() {
        let (_, data) = described(
            r#"{"mal_id":1,"slug":"x","title":"X","title_english":"Y","title_japanese":"進撃",
                "title_synonyms":["X","Z"],"type":"TV","year":2013,"episodes":25,"score":8.5,
                "scored_by":12,"rating":"R","synopsis":"Walls.","genres":["Action"],
                "studios":["Wit"],"large_image_url":null}"#,
        );
        assert_eq!(
            data,
            json!({
                "@context": "https://schema.org",
                "@type": "TVSeries",
                "@id": "https://mitai.example/anime/x",
                "url": "https://mitai.example/anime/x",
                "name": "Y",
                "alternateName": ["X", "進撃", "Z"],
                "description": "Walls.",
                "image": "https://p.example/x",
                "datePublished": "2013",
                "genre": ["Action"],
                "contentRating": "R",
                "numberOfEpisodes": 25,
                "productionCompany": [{ "@type": "Organization", "name": "Wit" }],
                "aggregateRating": {
                    "@type": "AggregateRating", "ratingValue": 8.5, "ratingCount": 12,
                    "bestRating": 10, "worstRating": 1,
                },
            })
        );
    }

    #[test]
    fn linked_data_leaves_unknown_facts_out() {
        let (_, data) = described(
            r#"{"mal_id":1,"slug":"x","title":"X","type":"Music","score":7.0,"scored_by":0}"#,
        );
        let keys: Vec<&String> = data.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["@context", "@id", "@type", "image", "name", "url"]);
        assert_eq!(data["@type"], "CreativeWork");
    }

    #[test]
    fn title_cannot_close_the_script_element() {
        let (element, data) = described(
            r#"{"mal_id":1,"slug":"x","title":"</script><script>alert(1)</script><!--",
                "synopsis":"</SCRIPT >"}"#,
        );
        assert_eq!(element.matches('<').count(), 2, "{element}");
        assert_eq!(data["name"], "</script><script>alert(1)</script><!--");
    }
}
