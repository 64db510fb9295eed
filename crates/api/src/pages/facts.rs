//! Facts of a title for its page's head and linked data.

use std::borrow::Cow;

use serde::Deserialize;

/// The facts of a title that its head and its linked data state, read from the API's answer.
#[derive(Deserialize)]
pub(crate) struct Facts<'a> {
    pub(crate) mal_id: u32,
    #[serde(borrow)]
    pub(crate) slug: Cow<'a, str>,
    title: Cow<'a, str>,
    title_english: Option<Cow<'a, str>>,
    title_japanese: Option<Cow<'a, str>>,
    #[serde(default)]
    title_synonyms: Vec<Cow<'a, str>>,
    #[serde(default)]
    other_titles: Vec<OtherTitle<'a>>,
    pub(crate) r#type: Option<Cow<'a, str>>,
    pub(crate) year: Option<u16>,
    pub(crate) episodes: Option<u32>,
    pub(crate) rating: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(crate) genres: Vec<Cow<'a, str>>,
    #[serde(default)]
    pub(crate) studios: Vec<Cow<'a, str>>,
    pub(crate) synopsis: Option<Cow<'a, str>>,
    pub(crate) large_image_url: Option<Cow<'a, str>>,
}

/// A title's name in one more language.
#[derive(Deserialize)]
struct OtherTitle<'a> {
    #[serde(borrow)]
    title: Cow<'a, str>,
}

impl Facts<'_> {
    /// The name that the page shows: the English title, else the main one.
    pub(crate) fn name(&self) -> &str {
        let english = self.title_english.as_deref();
        english
            .filter(|name| !name.trim().is_empty())
            .unwrap_or(&self.title)
    }

    /// The title's other names, each once.
    pub(crate) fn other_names(&self) -> Vec<&str> {
        let japanese = self.title_japanese.iter();
        let all = [&self.title].into_iter().chain(japanese);
        let mut names: Vec<&str> = Vec::new();
        let others = self.other_titles.iter().map(|other| &other.title);
        for name in all
            .chain(&self.title_synonyms)
            .chain(others)
            .map(|name| &**name)
        {
            if name != self.name() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
