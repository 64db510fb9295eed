//! Client of a Jikan-compatible service (Jikan v4, Tenrai).

mod body;
mod extras;
mod record;

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    anime::MalId,
    clock::Clock,
    extras::{Extra, ExtraKind, ExtraPage, FullRecord, RecordId, TitleExtra},
    mirror::{self, CachedAnswer, ListPage, MirrorList, MirrorProvider},
    provenance::JIKAN,
    provider::{
        AnswerStore, ExtraProvider, Fetched, ProviderError, SourceTitle, TitleIds, TitleProvider,
    },
};
use reqwest::Url;

pub use body::{parse_list, parse_one, parse_page};
pub use extras::{parse_character, parse_extra, parse_person, parse_record};
pub use record::RecordError;

use crate::{
    config::{ConnectError, ProviderConfig, address},
    request::{Answer, CachedFetch, Fetch, Request},
};

/// A client of a Jikan-compatible service.
pub struct Jikan {
    base: Url,
    cached: Arc<dyn CachedFetch>,
    /// The requests below the cache, which keep no answers.
    fetch: Arc<dyn Fetch>,
    clock: Arc<dyn Clock>,
}

impl Jikan {
    /// Connects to the service that `config` names; answers are cached in `answers`.
    pub fn connect(
        config: &ProviderConfig,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let chain = config.chain("jikan", answers, Arc::clone(&clock))?;
        Ok(Self {
            base: config.base()?,
            cached: chain.cached,
            fetch: chain.fetch,
            clock,
        })
    }

    async fn list(
        &self,
        path: &str,
        query: &[(&str, &str)],
        cacheable: bool,
    ) -> Result<Fetched<Vec<SourceTitle>>, ProviderError> {
        let request = Request {
            url: address(&self.base, path, query),
            check: |body| parse_list(body).map(drop),
            cacheable,
        };
        let Fetched { value, as_of } = self.cached.get(&request).await?;
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
        let request = self.record(id, true);
        match self.cached.get(&request).await {
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

    async fn whole_record(
        &self,
        id: RecordId,
    ) -> Result<Fetched<Option<FullRecord>>, ProviderError> {
        let path = match id {
            RecordId::Person(id) => format!("/people/{id}/full"),
            RecordId::Character(id) => format!("/characters/{id}/full"),
        };
        let request = Request {
            url: address(&self.base, &path, &[]),
            check: body::check_part,
            cacheable: false,
        };
        let value = match self.fetch.fetch(&request, None).await {
            Ok(Answer::Modified { body, .. }) => Some(body::parse_whole(id, &body)?),
            Ok(Answer::NotModified) => return Err(not_modified_without_cache()),
            Err(ProviderError::NotFound) => None,
            Err(error) => return Err(error),
        };
        Ok(Fetched {
            value,
            as_of: self.clock.now(),
        })
    }
}

#[async_trait]
impl ExtraProvider for Jikan {
    fn source(&self) -> &'static str {
        JIKAN
    }

    fn kinds(&self) -> &'static [ExtraKind] {
        ExtraKind::ALL
    }

    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError> {
        let id = title.mal_id;
        let path = format!("/anime/{id}/{}", kind.as_str());
        let number = page.to_string();
        let later = [("page", number.as_str())];
        let query: &[_] = if page > 1 { &later } else { &[] };
        let request = Request {
            url: address(&self.base, &path, query),
            check: body::check_part,
            cacheable: false,
        };
        let (extra, pages) = match self.fetch.fetch(&request, None).await {
            Ok(Answer::Modified { body, .. }) => body::parse_part(kind, &body)?,
            Ok(Answer::NotModified) => return Err(not_modified_without_cache()),
            Err(ProviderError::NotFound) if page == 1 => (Extra::none(kind), 1),
            Err(error) => return Err(error),
        };
        let extra = TitleExtra { mal_id: id, extra };
        Ok(Fetched {
            value: ExtraPage {
                is_blank: extra.extra.items() == 0,
                extra,
                pages,
            },
            as_of: self.clock.now(),
        })
    }
}

#[async_trait]
impl MirrorProvider for Jikan {
    async fn page(
        &self,
        list: MirrorList,
        page: u32,
        cached: Option<CachedAnswer>,
    ) -> Result<mirror::Fetch<ListPage>, ProviderError> {
        let filter = match list {
            MirrorList::Airing => "airing",
            MirrorList::Upcoming => "upcoming",
            MirrorList::Popular => "bypopularity",
        };
        let page = page.to_string();
        let query = [("filter", filter), ("page", &page), ("sfw", "true")];
        let request = Request {
            url: address(&self.base, "/top/anime", &query),
            check: |body| parse_page(body).map(drop),
            cacheable: false,
        };
        self.fetch_for_mirror(&request, cached, parse_page).await
    }

    async fn full_record(
        &self,
        id: MalId,
        cached: Option<CachedAnswer>,
    ) -> Result<mirror::Fetch<Option<SourceTitle>>, ProviderError> {
        let request = self.record(id, false);
        let read = |body: &[u8]| parse_one(body).map(Some);
        match self.fetch_for_mirror(&request, cached, read).await {
            Err(ProviderError::NotFound) => Ok(mirror::Fetch::Modified {
                value: None,
                as_of: self.clock.now(),
                etag: None,
            }),
            fetched => fetched,
        }
    }
}

impl Jikan {
    fn record(&self, id: MalId, cacheable: bool) -> Request {
        Request {
            url: address(&self.base, &format!("/anime/{id}/full"), &[]),
            check: |body| parse_one(body).map(drop),
            cacheable,
        }
    }

    async fn fetch_for_mirror<T>(
        &self,
        request: &Request,
        cached: Option<CachedAnswer>,
        read: impl Fn(&[u8]) -> Result<T, ProviderError>,
    ) -> Result<mirror::Fetch<T>, ProviderError> {
        let etag = cached
            .as_ref()
            .and_then(|cached| self.etag_in(&cached.etag));
        match (self.fetch.fetch(request, etag).await?, cached) {
            (Answer::Modified { body, etag }, _) => Ok(mirror::Fetch::Modified {
                value: read(&body)?,
                as_of: self.clock.now(),
                etag: etag.map(|etag| self.etag_of_service(&etag)),
            }),
            (Answer::NotModified, Some(cached)) => Ok(mirror::Fetch::NotModified(cached.metadata)),
            (Answer::NotModified, None) => Err(not_modified_without_cache()),
        }
    }

    /// An `ETag` with the service that gave it: another one may give the same to something else.
    fn etag_of_service(&self, etag: &str) -> String {
        format!("{} {etag}", self.base)
    }

    fn etag_in<'a>(&self, cached: &'a str) -> Option<&'a str> {
        let (base, etag) = cached.split_once(' ')?;
        (base == self.base.as_str()).then_some(etag)
    }
}

fn not_modified_without_cache() -> ProviderError {
    ProviderError::Malformed("\"not modified\" although nothing is held".into())
}
