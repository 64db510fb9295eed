//! Links to news about titles.

use app::catalogue::extras::StatedPart;
use domain::extras::NewsLink;
use serde::Serialize;
use utoipa::ToSchema;

use super::extras::{part_of, web_address};
use crate::pictures::Pictures;

part_of! {
    /// A page of links to news about a title, in the order of their source.
    NewsPart: NewsLink => NewsBody
}

/// A link to a news article about a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewsBody {
    title: String,
    /// Address of the article; `null` where the source has no web address for it.
    #[schema(required)]
    url: Option<String>,
    /// When the article was written (RFC 3339); `null` where that is not known.
    #[schema(required)]
    at: Option<String>,
}

impl NewsBody {
    fn new(news: NewsLink, _: &Pictures) -> Self {
        Self {
            title: news.title,
            url: web_address(Some(news.url)),
            at: news.at.map(|at| at.to_string()),
        }
    }
}
