//! What a title's page says to search engines: JSON-LD by schema.org.

use domain::rating::Estimate;
use serde_json::{Map, Value, json};

use super::facts::Facts;

/// A work's type in schema.org's words, and in those of Open Graph.
pub(crate) struct WorkType {
    schema: &'static str,
    pub(crate) open_graph: &'static str,
    /// The property in schema.org's words that names the work's studio.
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
pub(crate) fn of_title(
    title: &Facts<'_>,
    own: Option<Estimate>,
    (url, image): (&str, &str),
) -> String {
    let work = WorkType::of(title.r#type.as_deref());
    let mut data = Map::new();
    let mut set = setter(&mut data);
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
    set("aggregateRating", json!(own.map(rating)));
    drop(set);
    element(data)
}

/// The script element that describes a review.
pub(crate) fn of_review(review: &ReviewFacts<'_>) -> String {
    let work = WorkType::of(review.kind);
    let mut data = Map::new();
    let mut set = setter(&mut data);
    set("@context", json!("https://schema.org"));
    set("@type", json!("Review"));
    set("@id", json!(review.url));
    set("url", json!(review.url));
    set(
        "itemReviewed",
        json!({
            "@type": work.schema, "name": review.title, "url": review.title_url,
            "image": review.image,
        }),
    );
    set(
        "author",
        json!({ "@type": "Person", "name": review.author }),
    );
    set("datePublished", json!(review.created_at));
    set("dateModified", json!(review.edited_at));
    set("reviewBody", json!(review.text));
    let rating = review.score.map(|score| {
        json!({
            "@type": "Rating", "ratingValue": f64::from(score) / 10.0,
            "bestRating": 10, "worstRating": 0.1,
        })
    });
    set("reviewRating", json!(rating));
    drop(set);
    element(data)
}

/// The facts of a review that its page's linked data state.
pub(crate) struct ReviewFacts<'a> {
    pub(crate) url: &'a str,
    pub(crate) title: &'a str,
    pub(crate) title_url: &'a str,
    /// The title's form of publication, such as `TV`.
    pub(crate) kind: Option<&'a str>,
    pub(crate) image: &'a str,
    pub(crate) author: &'a str,
    pub(crate) created_at: String,
    pub(crate) edited_at: Option<String>,
    /// The review's text, as far as everybody may read it unasked.
    pub(crate) text: Option<&'a str>,
    /// The author's score, from 1 to 100; `None` where readers do not see one.
    pub(crate) score: Option<u8>,
}

/// Builds a setter of properties, which leaves unknown ones out.
fn setter(data: &mut Map<String, Value>) -> impl FnMut(&str, Value) {
    |name, value| {
        let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if !is_empty {
            data.insert(name.into(), value);
        }
    }
}

fn element(data: Map<String, Value>) -> String {
    let json = Value::Object(data).to_string();
    // Nothing in it can end the element
    let json = json.replace('<', "\\u003c");
    format!("<script type=\"application/ld+json\">{json}</script>\n")
}

/// The rating of Mitai's own users. A source's score is not ours to tell search engines.
fn rating(own: Estimate) -> Value {
    json!({
        "@type": "AggregateRating",
        "ratingValue": (own.mean * 100.0).round() / 100.0,
        "ratingCount": own.raters,
        "bestRating": 10,
        "worstRating": 0.1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(details: &str, own: Option<Estimate>) -> (String, Value) {
        let facts: Facts<'_> = serde_json::from_str(details).unwrap();
        let url = "https://mitai.example/anime/x";
        read(of_title(&facts, own, (url, "https://p.example/x")))
    }

    fn read(element: String) -> (String, Value) {
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
                "title_synonyms":["X","Z"],"type":"TV","year":2013,"episodes":25,"score":9.9,
                "scored_by":99,"rating":"R","synopsis":"Walls.","genres":["Action"],
                "studios":["Wit"],"large_image_url":null}"#,
            Some(Estimate {
                mean: 8.504,
                low: 8.0,
                high: 9.0,
                raters: 12,
            }),
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
                    "bestRating": 10, "worstRating": 0.1,
                },
            })
        );
    }

    #[test]
    fn linked_data_leaves_unknown_facts_out() {
        let (_, data) = described(
            r#"{"mal_id":1,"slug":"x","title":"X","type":"Music","score":7.0,"scored_by":9}"#,
            None,
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
            None,
        );
        assert_eq!(element.matches('<').count(), 2, "{element}");
        assert_eq!(data["name"], "</script><script>alert(1)</script><!--");
    }

    #[test]
    fn review_is_described_and_cannot_close_the_script_element() {
        let review = ReviewFacts {
            url: "https://mitai.example/review/1-x",
            title: "X",
            title_url: "https://mitai.example/anime/x",
            kind: Some("Movie"),
            image: "https://p.example/x",
            author: "</script><b>",
            created_at: "2026-11-01T12:00:00Z".into(),
            edited_at: None,
            text: Some("<!-- Good"),
            score: Some(85),
        };
        let (element, data) = read(of_review(&review));
        assert_eq!(element.matches('<').count(), 2, "{element}");
        assert_eq!(
            data,
            json!({
                "@context": "https://schema.org",
                "@type": "Review",
                "@id": "https://mitai.example/review/1-x",
                "url": "https://mitai.example/review/1-x",
                "itemReviewed": {
                    "@type": "Movie", "name": "X", "url": "https://mitai.example/anime/x",
                    "image": "https://p.example/x",
                },
                "author": { "@type": "Person", "name": "</script><b>" },
                "datePublished": "2026-11-01T12:00:00Z",
                "reviewBody": "<!-- Good",
                "reviewRating": {
                    "@type": "Rating", "ratingValue": 8.5, "bestRating": 10, "worstRating": 0.1,
                },
            })
        );
    }
}
