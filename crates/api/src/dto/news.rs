//! News, as links.

use app::catalogue::extras::StatedPart;
use domain::extras::NewsLink;
use serde::Serialize;
use utoipa::ToSchema;

use super::extras::{part_of, web_address};
use crate::pictures::Pictures;

part_of! {
    /// A page of news of a title, as their source has them.
    NewsPart: NewsLink => NewsBody
}

/// Where news of a title were published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewsBody {
    title: String,
    /// Where they are; `null` where that is no address of the web.
    #[schema(required)]
    url: Option<String>,
    /// When they were written (RFC 3339).
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
