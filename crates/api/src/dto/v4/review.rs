//! Reviews of titles.

use domain::{
    anime_list::{self, Score},
    extras::TitleRef,
    review::{AuthoredReview, ReviewId, Standing},
};
use markup::Links;
use serde::Serialize;

use super::parts::Entry;
use crate::dto::reviews::author_name;

/// A review of a title.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "Jikan's names")]
pub(crate) struct Review {
    user: User,
    mal_id: u32,
    url: String,
    r#type: &'static str,
    reactions: Reactions,
    date: String,
    review: String,
    score: u8,
    tags: [&'static str; 0],
    is_spoiler: bool,
    is_preliminary: bool,
    episodes_watched: u16,
}

/// A review with its title, in the list of the reviews of all titles.
#[derive(Debug, Serialize)]
pub(crate) struct TitledReview<'a> {
    #[serde(flatten)]
    review: Review,
    entry: Entry<'a>,
}

impl<'a> TitledReview<'a> {
    /// Builds the answer from a review of `title`.
    pub(crate) fn new(review: Review, title: &'a TitleRef) -> Self {
        let entry = Entry::from(title);
        Self { review, entry }
    }
}

/// The author of a review.
#[derive(Debug, Serialize)]
struct User {
    url: String,
    username: String,
    images: UserImages,
}

#[derive(Debug, Default, Serialize)]
struct UserImages {
    jpg: Image,
    webp: Image,
}

#[derive(Debug, Default, Serialize)]
struct Image {
    image_url: Option<String>,
}

/// The numbers of readers' reactions. Mitai's readers have but one, that a review has helped: it is `overall`.
#[derive(Debug, Default, Serialize)]
struct Reactions {
    overall: u32,
    nice: u32,
    love_it: u32,
    funny: u32,
    confusing: u32,
    informative: u32,
    well_written: u32,
    creative: u32,
}

impl Review {
    /// Builds the answer from a review on the site at `public_url`, without its spoilers unless `with_spoilers`.
    pub(crate) fn new(reviewed: &AuthoredReview, with_spoilers: bool, public_url: &str) -> Self {
        let AuthoredReview { review, author } = reviewed;
        let text = markup::read(&review.text.markdown, Links::Text);
        let page = author.page.as_ref();
        let standing = review.standing;
        Self {
            user: User {
                url: page
                    .map(|page| format!("{public_url}/user/{page}"))
                    .unwrap_or_default(),
                username: author_name(&author.name),
                images: UserImages::default(),
            },
            mal_id: number(&review.id),
            url: format!("{public_url}/review/{}", review.id),
            r#type: "anime",
            reactions: Reactions {
                overall: review.helpful,
                ..Reactions::default()
            },
            date: review
                .created_at
                .strftime("%Y-%m-%dT%H:%M:%S+00:00")
                .to_string(),
            review: markup::plain(&text, with_spoilers),
            score: standing.and_then(of_ten).unwrap_or_default(),
            tags: [],
            is_spoiler: review.text.is_spoiler,
            is_preliminary: is_preliminary(reviewed),
            episodes_watched: standing.map_or(0, |standing| standing.progress),
        }
    }
}

/// Whether the review was written before its author had completed the title, as far as that is shown.
pub(crate) fn is_preliminary(reviewed: &AuthoredReview) -> bool {
    let standing = reviewed.review.standing.as_ref();
    standing.is_some_and(|standing| standing.status != anime_list::Status::Completed)
}

/// The score from 1 to 10, as the site shows it.
fn of_ten(standing: Standing) -> Option<u8> {
    standing.score.map(Score::out_of_ten)
}

/// A number that never changes for a review, for programs that tell reviews apart by it.
fn number(id: &ReviewId) -> u32 {
    let name = id.name.bytes().map(u32::from);
    let number = name.fold(id.title.get(), |number, byte| {
        number.wrapping_mul(31).wrapping_add(byte)
    });
    // Jikan's numbers have 31 bits
    number >> 1
}
