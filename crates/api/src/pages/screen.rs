//! First screens, which the web build made from its components; they hold marks in the places of what
//! they show.

use serde::Deserialize;

use super::facts::Facts;
use crate::{state::Site, text::escaped};

/// What the browser paints before the web app runs.
#[derive(Debug)]
pub(crate) struct FirstScreen {
    file: &'static str,
    /// Marks, and the texts for them.
    texts: Vec<(&'static str, String)>,
    /// Address of a picture that the browser should ask for before anything else.
    pub(crate) first_picture: Option<String>,
}

/// The layout around an empty page.
const PAGE: FirstScreen = FirstScreen {
    file: "screens/page.html",
    texts: Vec::new(),
    first_picture: None,
};

/// What a title's page says in place of a synopsis, as the app does.
const NO_SYNOPSIS: &str = "No description available.";
/// Longest synopsis that a phone shows whole, in UTF-16 units: `LONG` of the app's `TitlePage.tsx`.
const LONG: usize = 600;

/// What the first screen shows of the hero's first slide.
#[derive(Deserialize)]
struct Slide {
    id: String,
    slug: Option<String>,
    title: String,
    image_url: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Slides {
    items: Vec<Slide>,
}

impl FirstScreen {
    /// The layout around an empty page.
    pub(crate) fn page() -> Self {
        PAGE
    }

    /// The home page with its hero, from the API's answer. The first slide can be shown only if it
    /// leads to a title's page.
    pub(crate) fn home(hero: &[u8]) -> Self {
        let slides = serde_json::from_slice::<Slides>(hero).ok();
        let Some(slide) = slides.and_then(|slides| slides.items.into_iter().next()) else {
            return PAGE;
        };
        let drawn = || format!("/art/banner/{}.svg", slide.id);
        let picture = slide.image_url.clone().unwrap_or_else(drawn);
        let first_picture = Some(picture.clone());
        let Some(slug) = slide.slug else {
            return Self {
                first_picture,
                ..PAGE
            };
        };
        Self {
            file: "screens/home.html",
            texts: vec![
                ("__HERO_SLUG__", slug),
                ("__HERO_IMAGE__", picture),
                ("__HERO_TITLE__", slide.title),
                (
                    "__HERO_DESCRIPTION__",
                    slide.description.unwrap_or_default(),
                ),
            ],
            first_picture,
        }
    }

    /// A title's page down to its synopsis, from the API's answer.
    pub(crate) fn title(details: &[u8]) -> Self {
        let Ok(title) = serde_json::from_slice::<Facts<'_>>(details) else {
            return PAGE;
        };
        let id = title.mal_id;
        let drawn = format!("/art/poster/{id}.svg");
        let synopsis = title.synopsis.as_deref().map(str::trim);
        let synopsis = synopsis
            .filter(|text| !text.is_empty())
            .unwrap_or(NO_SYNOPSIS);
        let file = if synopsis.encode_utf16().count() > LONG {
            "screens/longTitle.html"
        } else {
            "screens/title.html"
        };
        Self {
            file,
            texts: vec![
                ("/art/banner/mal-0.svg", format!("/art/banner/mal-{id}.svg")),
                ("__TITLE_POSTER__", title.poster().unwrap_or(&drawn).into()),
                ("__TITLE_NAME__", title.name().into()),
                (
                    "__TITLE_JAPANESE__",
                    title.japanese().unwrap_or_default().into(),
                ),
                ("__TITLE_SYNOPSIS__", synopsis.into()),
            ],
            first_picture: None,
        }
    }

    /// Its markup.
    pub(crate) fn markup(&self, site: &Site) -> String {
        let Some(file) = site.web.file(self.file) else {
            return String::new();
        };
        let html = String::from_utf8_lossy(&file).into_owned();
        self.texts.iter().fold(html, |html, (mark, text)| {
            html.replace(mark, &escaped(text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, NO_SYNOPSIS};

    #[test]
    fn the_app_and_its_first_screen_agree_on_synopses() {
        let page = include_str!("../../../../web/src/features/title/TitlePage.tsx");
        assert!(page.contains(&format!("const LONG = {LONG};")));
        let format = include_str!("../../../../web/src/lib/format.ts");
        assert!(format.contains(&format!("\"{NO_SYNOPSIS}\"")));
    }
}
