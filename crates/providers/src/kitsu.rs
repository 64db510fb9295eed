//! Client of Kitsu.

mod body;

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    clock::Clock,
    provider::{AiringProvider, AiringTitle, AnswerStore, Fetched, ProviderError},
};
use reqwest::Url;

pub use body::parse_airing;

use crate::{
    config::{ConnectError, ProviderConfig, address},
    request::{CachedFetch, Request},
};

/// What is read of a title and of a mapping; the whole of ten titles would be some 50 kB.
const TITLE_FIELDS: &str = "canonicalTitle,titles,abbreviatedTitles,coverImage,synopsis,\
                            averageRating,ageRating,nsfw,mappings";
const MAPPING_FIELDS: &str = "externalSite,externalId";

/// Kitsu.
pub struct Kitsu {
    base: Url,
    cached: Arc<dyn CachedFetch>,
}

impl Kitsu {
    /// The service that `config` names; answers are cached in `answers`.
    pub fn connect(
        config: &ProviderConfig,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        Ok(Self {
            base: config.base()?,
            cached: config.chain("kitsu", answers, clock)?.cached,
        })
    }
}

#[async_trait]
impl AiringProvider for Kitsu {
    async fn airing(&self) -> Result<Fetched<Vec<AiringTitle>>, ProviderError> {
        let query = [
            ("page[limit]", "10"),
            ("sort", "ratingRank"),
            ("filter[status]", "current"),
            ("include", "mappings"),
            ("fields[anime]", TITLE_FIELDS),
            ("fields[mappings]", MAPPING_FIELDS),
        ];
        let request = Request {
            url: address(&self.base, "/anime", &query),
            check: |body| parse_airing(body).map(drop),
            cacheable: true,
        };
        let Fetched { value, as_of } = self.cached.get(&request).await?;
        let value = parse_airing(&value)?;
        Ok(Fetched { value, as_of })
    }
}
