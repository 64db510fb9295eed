//! What a review's page says of it to search engines and to those who share it.
//!
//! **Invariant:** a head contains no text that the author has marked as a spoiler, and no text of a review that is folded
//! or a spoiler as a whole.

use domain::{
    anime_list::Score,
    catalogue::AnimeSummary,
    review::{AuthoredReview, Review},
};
use markup::Links;

use super::{
    head::{Canonical, Head, SharedPicture, first_sentences},
    linked_data::{self, ReviewFacts},
};
use crate::{dto::reviews::author_name, pictures::Pictures};

/// The head of the page of a review; `base` is the site's address.
pub(super) fn head(
    (authored, title): &(AuthoredReview, AnimeSummary),
    base: &str,
    pictures: &Pictures,
) -> Head {
    let review = &authored.review;
    let author = author_name(&authored.author.name);
    let name = title_name(title);
    let text = open_text(review);
    let description = match &text {
        Some(text) => first_sentences(text),
        None if review.is_folded => format!("What {author} thinks of {name}."),
        None => format!(
            "What {author} thinks of {name}. It contains spoilers, so it waits until you want to know."
        ),
    };
    let path = format!("/review/{}", review.id);
    let picture = picture(title, base, pictures);
    let drawn = || format!("{base}/art/poster/{}.svg", title.mal_id);
    let linked_data = linked_data::of_review(&ReviewFacts {
        url: &format!("{base}{path}"),
        title: name,
        title_url: &format!("{base}/anime/{}", title.slug),
        kind: title.kind.as_deref(),
        image: &picture.clone().unwrap_or_else(drawn),
        author: &author,
        created_at: review.created_at.to_string(),
        edited_at: review.edited_at.map(|at| at.to_string()),
        text: text.as_deref(),
        score: score(review),
    });
    let canonical = if review.is_folded {
        Canonical::Nowhere
    } else {
        Canonical::At(path)
    };
    let heading = format!("Review of {name} by {author} · Mitai");
    let card = || SharedPicture::Card(title.mal_id.to_string());
    Head {
        image: picture.map_or_else(card, SharedPicture::Source),
        linked_data,
        ..Head::review(heading, description, canonical)
    }
}

/// The address of the title's poster, if a source has one.
fn picture(title: &AnimeSummary, base: &str, pictures: &Pictures) -> Option<String> {
    let (small, large) = (title.image_url.as_deref(), title.large_image_url.as_deref());
    let address = pictures.large_poster(title.mal_id, small, large)?;
    let base = if address.starts_with('/') { base } else { "" };
    Some(format!("{base}{address}"))
}

fn title_name(title: &AnimeSummary) -> &str {
    let english = title.title_english.as_deref();
    english
        .filter(|name| !name.trim().is_empty())
        .unwrap_or(&title.title)
}

fn score(review: &Review) -> Option<u8> {
    review.standing?.score.map(Score::get)
}

/// The text of a review that everybody may read unasked; `None` where there is none.
fn open_text(review: &Review) -> Option<String> {
    if review.text.is_spoiler || review.is_folded {
        return None;
    }
    let blocks = markup::read(&review.text.markdown, Links::Text);
    let text = markup::plain(&blocks, false);
    let says_something = text.chars().any(char::is_alphanumeric);
    says_something.then_some(text)
}
