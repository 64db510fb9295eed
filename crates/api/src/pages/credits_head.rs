//! The heads of the pages of people and characters.

use std::borrow::Cow;

use serde::Deserialize;

use super::head::{Head, SharedPicture, first_sentences};

/// The largest number of titles that a description names.
const NAMED: usize = 3;

/// The facts that a head states, read from the API's answer.
#[derive(Deserialize)]
struct Facts<'a> {
    id: u32,
    #[serde(borrow)]
    name: Cow<'a, str>,
    about: Option<Cow<'a, str>>,
    image_url: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    roles: Credits<'a>,
    #[serde(borrow, default)]
    staff: Credits<'a>,
    #[serde(borrow, default)]
    appearances: Credits<'a>,
}

#[derive(Deserialize, Default)]
struct Credits<'a> {
    #[serde(borrow)]
    items: Vec<Credit<'a>>,
}

#[derive(Deserialize)]
struct Credit<'a> {
    #[serde(borrow)]
    title: Title<'a>,
}

#[derive(Deserialize)]
struct Title<'a> {
    #[serde(borrow)]
    title: Cow<'a, str>,
    title_english: Option<Cow<'a, str>>,
}

/// The head of a person's page, from the API's answer; `base` is the site's address.
pub(super) fn person(answer: &[u8], base: &str) -> Head {
    head(answer, "person", base)
}

/// The head of a character's page, from the API's answer; `base` is the site's address.
pub(super) fn character(answer: &[u8], base: &str) -> Head {
    head(answer, "character", base)
}

fn head(answer: &[u8], kind: &str, base: &str) -> Head {
    let Ok(facts) = serde_json::from_slice::<Facts<'_>>(answer) else {
        return Head::unavailable();
    };
    let about = facts.about.as_deref().map(str::trim).unwrap_or_default();
    let about = match about {
        "" => match facts.titles().as_slice() {
            [] => format!("{}.", facts.name),
            titles => format!("{} in {}.", facts.name, titles.join(", ")),
        },
        about => first_sentences(about),
    };
    let head = Head::credited(&facts.name, about, format!("/{kind}/{}", facts.id));
    match facts.image_url {
        Some(address) => {
            let base = if address.starts_with('/') { base } else { "" };
            Head {
                image: SharedPicture::Source(format!("{base}{address}")),
                ..head
            }
        }
        None => head,
    }
}

impl Facts<'_> {
    /// The names of the most popular titles in the credits, each once.
    fn titles(&self) -> Vec<&str> {
        let credits = [&self.roles, &self.staff, &self.appearances];
        let mut names = Vec::new();
        for Credit { title } in credits.into_iter().flat_map(|part| &part.items) {
            let name = title.title_english.as_deref().unwrap_or(&title.title);
            if names.len() < NAMED && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::head::Canonical;

    #[test]
    fn description_without_a_biography_names_the_titles() {
        let answer = br#"{"id":7,"name":"A B","about":null,"image_url":"/img/x","other":1,
            "roles":{"items":[{"title":{"title":"X","title_english":"Y"}},{"title":{"title":"Y","title_english":null}}]},
            "staff":{"items":[{"title":{"title":"Z","title_english":null}}]}}"#;
        let head = person(answer, "https://mitai.example");
        assert_eq!(head.title, "A B · Mitai");
        assert_eq!(head.description, "A B in Y, Z.");
        assert_eq!(head.canonical, Canonical::At("/person/7".into()));
        let picture = SharedPicture::Source("https://mitai.example/img/x".into());
        assert_eq!(head.image, picture);
        let bare = br#"{"id":7,"name":"A B","about":null,"image_url":null}"#;
        assert_eq!(character(bare, "").description, "A B.");
    }
}
