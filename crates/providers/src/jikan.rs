//! Client of a Jikan-compatible service (Jikan v4, Tenrai).

mod body;
mod record;

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    anime::MalId,
    clock::Clock,
    mirror::{self, CachedAnswer, ListPage, MirrorList, MirrorProvider},
    provider::{AnswerStore, Fetched, ProviderError, SourceTitle, TitleProvider},
};
use reqwest::Url;

pub use body::{parse_list, parse_one, parse_page};
pub use record::{RecordError, parse_record};

use crate::{
    ask::{Answer, Ask, Fetch, Question},
    config::{ConnectError, ProviderConfig, address},
};

/// A Jikan-compatible service.
pub struct Jikan {
    base: Url,
    ask: Arc<dyn Ask>,
    /// The same without a memory.
    fetch: Arc<dyn Fetch>,
    clock: Arc<dyn Clock>,
}

impl Jikan {
    /// The service that `config` names; answers are kept in `answers`.
    pub fn connect(
        config: &ProviderConfig,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let chain = config.chain("jikan", answers, Arc::clone(&clock))?;
        Ok(Self {
            base: config.base()?,
            ask: chain.ask,
            fetch: chain.fetch,
            clock,
        })
    }

    async fn list(
        &self,
        path: &str,
        query: &[(&str, &str)],
        keep: bool,
    ) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
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
    async fn popular(&self, page: u32) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        let page = page.to_string();
        let query = [
            ("filter", "bypopularity"),
            ("page", page.as_str()),
            ("sfw", "true"),
        ];
        self.list("/top/anime", &query, true).await
    }

    async fn search(&self, text: &str) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        self.list("/anime", &[("q", text), ("sfw", "true")], false)
            .await
    }

    async fn full(&self, id: MalId) -> Result<Fetched<Option<SourceTitle>>, ProviderError> {
        let question = self.record(id, true);
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

#[async_trait]
impl MirrorProvider for Jikan {
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        held: Option<CachedAnswer>,
    ) -> Result<mirror::Fetch<ListPage>, ProviderError> {
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
        self.tell(&question, held, parse_page).await
    }

    async fn whole(
        &self,
        id: MalId,
        held: Option<CachedAnswer>,
    ) -> Result<mirror::Fetch<Option<SourceTitle>>, ProviderError> {
        let question = self.record(id, false);
        let read = |body: &[u8]| parse_one(body).map(Some);
        match self.tell(&question, held, read).await {
            Err(ProviderError::NotFound) => Ok(mirror::Fetch::Modified {
                value: None,
                as_of: self.clock.now(),
                etag: None,
            }),
            told => told,
        }
    }
}

impl Jikan {
    fn record(&self, id: MalId, keep: bool) -> Question {
        Question {
            url: address(&self.base, &format!("/anime/{id}/full"), &[]),
            check: |body| parse_one(body).map(drop),
            keep,
        }
    }

    async fn tell<T>(
        &self,
        question: &Question,
        held: Option<CachedAnswer>,
        read: impl Fn(&[u8]) -> Result<T, ProviderError>,
    ) -> Result<mirror::Fetch<T>, ProviderError> {
        let etag = held.as_ref().and_then(|held| self.etag_in(&held.etag));
        match (self.fetch.fetch(question, etag).await?, held) {
            (Answer::New { body, etag }, _) => Ok(mirror::Fetch::Modified {
                value: read(&body)?,
                as_of: self.clock.now(),
                etag: etag.map(|etag| self.mark(&etag)),
            }),
            (Answer::Unchanged, Some(held)) => Ok(mirror::Fetch::NotModified(held.metadata)),
            (Answer::Unchanged, None) => {
                let what = "\"not modified\" although nothing is held";
                Err(ProviderError::Malformed(what.into()))
            }
        }
    }

    /// An `ETag` with the service that gave it: another one may give the same to something else.
    fn mark(&self, etag: &str) -> String {
        format!("{} {etag}", self.base)
    }

    fn etag_in<'a>(&self, held: &'a str) -> Option<&'a str> {
        let (base, etag) = held.split_once(' ')?;
        (base == self.base.as_str()).then_some(etag)
    }
}
