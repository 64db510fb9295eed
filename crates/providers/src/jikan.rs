//! Client of a Jikan-compatible service (Jikan v4, Tenrai).

mod body;
mod record;

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    anime::MalId,
    clock::Clock,
    mirror::{ListPage, MirrorList, MirrorProvider},
    provider::{AnswerStore, Fetched, Given, ProviderError, TitleProvider},
};
use reqwest::Url;

pub use body::{parse_list, parse_one, parse_page};
pub use record::{RecordError, parse_record};

use crate::{
    ask::{Ask, Question},
    config::{ConnectError, ProviderConfig, address},
};

/// A Jikan-compatible service.
pub struct Jikan {
    base: Url,
    ask: Arc<dyn Ask>,
    clock: Arc<dyn Clock>,
}

impl Jikan {
    /// The service that `config` names; answers are kept in `answers`.
    pub fn connect(
        config: &ProviderConfig,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        Ok(Self {
            base: config.base()?,
            ask: config.chain("jikan", answers, Arc::clone(&clock))?,
            clock,
        })
    }

    async fn list(
        &self,
        path: &str,
        query: &[(&str, &str)],
        keep: bool,
    ) -> Result<Fetched<Vec<Given>>, ProviderError> {
        let question = Question {
            url: address(&self.base, path, query),
            check: |body| parse_list(body).map(drop),
            keep,
        };
        let Fetched { value, as_of } = self.ask.ask(&question).await?;
        let value = parse_list(&value)?;
        Ok(Fetched { value, as_of })
    }
}

#[async_trait]
impl TitleProvider for Jikan {
    async fn popular(&self, page: u32) -> Result<Fetched<Vec<Given>>, ProviderError> {
        let page = page.to_string();
        let query = [
            ("filter", "bypopularity"),
            ("page", page.as_str()),
            ("sfw", "true"),
        ];
        self.list("/top/anime", &query, true).await
    }

    async fn search(&self, text: &str) -> Result<Fetched<Vec<Given>>, ProviderError> {
        self.list("/anime", &[("q", text), ("sfw", "true")], false)
            .await
    }

    async fn full(&self, id: MalId) -> Result<Fetched<Option<Given>>, ProviderError> {
        self.record(id, true).await
    }
}

/// What is asked for here is not kept: the store has its facts already, and would hold all of the
/// provider's answers once more.
#[async_trait]
impl MirrorProvider for Jikan {
    async fn page(&self, list: MirrorList, page: u32) -> Result<Fetched<ListPage>, ProviderError> {
        let filter = match list {
            MirrorList::Airing => "airing",
            MirrorList::Upcoming => "upcoming",
            MirrorList::Popular => "bypopularity",
        };
        let page = page.to_string();
        let query = [("filter", filter), ("page", &page), ("sfw", "true")];
        let question = Question {
            url: address(&self.base, "/top/anime", &query),
            check: |body| parse_page(body).map(drop),
            keep: false,
        };
        let Fetched { value, as_of } = self.ask.ask(&question).await?;
        let value = parse_page(&value)?;
        Ok(Fetched { value, as_of })
    }

    async fn whole(&self, id: MalId) -> Result<Fetched<Option<Given>>, ProviderError> {
        self.record(id, false).await
    }
}

impl Jikan {
    async fn record(&self, id: MalId, keep: bool) -> Result<Fetched<Option<Given>>, ProviderError> {
        let question = Question {
            url: address(&self.base, &format!("/anime/{id}/full"), &[]),
            check: |body| parse_one(body).map(drop),
            keep,
        };
        match self.ask.ask(&question).await {
            Ok(Fetched { value, as_of }) => Ok(Fetched {
                value: Some(parse_one(&value)?),
                as_of,
            }),
            Err(ProviderError::NotFound) => Ok(Fetched {
                value: None,
                as_of: self.clock.now(),
            }),
            Err(error) => Err(error),
        }
    }
}
