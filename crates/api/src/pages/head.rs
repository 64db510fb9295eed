//! Title, description and Open Graph tags of a page.

use domain::rating::Estimate;

use super::{
    facts::Facts,
    linked_data::{self, WorkType},
    static_pages::StaticPage,
};
use crate::text::shortened;

/// What the product is, in a sentence.
const ABOUT: &str = "Browse trending anime, search by any title, and see scores, seasons, episodes and \
                     what each is about. The catalogue that cannot go dark.";

/// The instruction of a page's head to search engines, on the page's address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Canonical {
    /// The page has this one right address, of path and query.
    At(String),
    /// Search engines are to leave the page out.
    Nowhere,
    /// There is no instruction: what search engines know of the page stays as it is.
    Omitted,
}

/// The picture that shows where a page is shared. No service that shows one takes SVG.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SharedPicture {
    /// The address of a picture at the source.
    Source(String),
    /// The name of a card: a picture that is drawn for sharing alone.
    Card(String),
}

impl SharedPicture {
    /// The path of the card called `name`.
    pub(crate) fn card_path(name: &str) -> String {
        format!("/art/og/{name}.png")
    }
}

/// What a page says of itself to search engines and to those who share it.
#[derive(Debug)]
pub(crate) struct Head {
    /// The document's title.
    pub(crate) title: String,
    /// The page's description, of a sentence or two.
    pub(crate) description: String,
    pub(crate) canonical: Canonical,
    pub(crate) image: SharedPicture,
    /// The page's type in Open Graph's words.
    pub(crate) kind: &'static str,
    /// The script element that gives programs the same and more; empty where there is none.
    pub(crate) linked_data: String,
}

impl Head {
    fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            description: description.into(),
            canonical: Canonical::Nowhere,
            image: SharedPicture::Card("site".into()),
            kind: "website",
            linked_data: String::new(),
        }
    }

    /// The head of page `page` of the gallery.
    pub(crate) fn home(page: u32) -> Self {
        let (title, canonical) = match page {
            1 => ("Trending Anime · Mitai".into(), "/".into()),
            _ => (
                format!("Trending Anime, page {page} · Mitai"),
                format!("/?page={page}"),
            ),
        };
        Self {
            canonical: Canonical::At(canonical),
            ..Self::new(title, ABOUT)
        }
    }

    /// The head of any page, until the app says which it is.
    pub(crate) fn shell() -> Self {
        Self::new("Mitai", ABOUT)
    }

    /// The head of a search's results.
    pub(crate) fn search(text: &str) -> Self {
        Self::new(format!("Search Results for \"{text}\" · Mitai"), ABOUT)
    }

    /// The head of the whole catalogue. However it is filtered, it is one page to search engines: there are more
    /// filters than titles.
    pub(crate) fn browse() -> Self {
        Self {
            canonical: Canonical::At("/browse".into()),
            ..Self::new(
                "Browse Anime · Mitai",
                "Every anime in the catalogue by genre, year, season, type, status, score and \
                 number of episodes, in any combination.",
            )
        }
    }

    /// The head of a title's page, from the API's answer and the score of Mitai's users; `base` is the site's address.
    pub(crate) fn title(details: &[u8], own: Option<Estimate>, base: &str) -> Self {
        let Ok(title) = serde_json::from_slice::<Facts<'_>>(details) else {
            return Self::unknown("Title");
        };
        let heading = match title.year {
            Some(year) => format!("{} ({year}) · Mitai", title.name()),
            None => format!("{} · Mitai", title.name()),
        };
        let image = title.large_image_url.as_deref().map(|address| {
            let base = if address.starts_with('/') { base } else { "" };
            format!("{base}{address}")
        });
        let drawn = || format!("{base}/art/poster/{}.svg", title.mal_id);
        let shown = image.clone().unwrap_or_else(drawn);
        let path = format!("/anime/{}", title.slug);
        let linked_data = linked_data::of_title(&title, own, (&format!("{base}{path}"), &shown));
        let about = title.synopsis.as_deref();
        Self {
            canonical: Canonical::At(path),
            image: image.map_or_else(
                || SharedPicture::Card(title.mal_id.to_string()),
                SharedPicture::Source,
            ),
            kind: WorkType::of(title.r#type.as_deref()).open_graph,
            linked_data,
            ..Self::new(heading, about.map_or(ABOUT.into(), first_sentences))
        }
    }

    /// The head of a review's page.
    pub(crate) fn review(
        title: impl Into<String>,
        description: impl Into<String>,
        canonical: Canonical,
    ) -> Self {
        Self {
            canonical,
            kind: "article",
            ..Self::new(title, description)
        }
    }

    /// The head of a page whose facts cannot be had at the moment.
    pub(crate) fn unavailable() -> Self {
        Self {
            canonical: Canonical::Omitted,
            ..Self::new("Mitai", ABOUT)
        }
    }

    /// The head of a page of something that does not exist, or that nobody may see.
    pub(crate) fn unknown(what: &str) -> Self {
        Self::new(format!("{what} not found · Mitai"), ABOUT)
    }

    /// The head of the page of a person or a character.
    pub(crate) fn credited(name: &str, about: String, path: String) -> Self {
        Self {
            canonical: Canonical::At(path),
            kind: "profile",
            ..Self::new(format!("{name} · Mitai"), about)
        }
    }

    /// The head of the page of the user called `name`; search engines may list it at `path` only.
    pub(crate) fn user(name: &str, bio: &str, path: Option<String>) -> Self {
        let about = if bio.is_empty() {
            format!("What {name} watches: favourite titles and an anime list on Mitai.")
        } else {
            first_sentences(bio)
        };
        Self {
            canonical: path.map_or(Canonical::Nowhere, Canonical::At),
            kind: "profile",
            ..Self::new(format!("{name} · Mitai"), about)
        }
    }

    /// The head of a page without data.
    pub(crate) fn of_static(page: &StaticPage) -> Self {
        Self {
            canonical: if page.public {
                Canonical::At(page.path.into())
            } else {
                Canonical::Nowhere
            },
            ..Self::new(format!("{} · Mitai", page.title), page.description)
        }
    }
}

/// The beginning of a text: at most 200 characters, ending with a sentence where that leaves enough.
pub(crate) fn first_sentences(text: &str) -> String {
    let short = shortened(text, 200);
    if !short.ends_with('…') {
        return short;
    }
    match short.rfind(". ").max(short.rfind(".…")) {
        Some(end) if end > 80 => short[..=end].to_owned(),
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_describes_itself() {
        let head = Head::title(
            br#"{"mal_id":1,"slug":"x","title":"Y","title_english":"X \"Q\"","year":2001,
                 "synopsis":"One.\nTwo.","large_image_url":null,"other":[],"type":"Movie"}"#,
            None,
            "https://mitai.example",
        );
        assert_eq!(head.title, "X \"Q\" (2001) · Mitai");
        assert_eq!(head.description, "One. Two.");
        assert_eq!(head.canonical, Canonical::At("/anime/x".into()));
        assert_eq!(head.image, SharedPicture::Card("1".into()));
        let drawn = "https://mitai.example/art/poster/1.svg";
        assert!(head.linked_data.contains(drawn), "{}", head.linked_data);
        assert_eq!(head.kind, "video.movie");
    }

    #[test]
    fn long_descriptions_end_with_a_sentence() {
        let text = format!("{}. {}", "a".repeat(100), "b".repeat(200));
        assert_eq!(first_sentences(&text), format!("{}.", "a".repeat(100)));
    }
}
