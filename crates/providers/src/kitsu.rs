//! Client of Kitsu.

mod body;
mod document;
mod extras;
mod gaps;

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    clock::Clock,
    extras::{Extra, ExtraKind, ExtraPage, TitleExtra},
    provenance::KITSU,
    provider::{
        AiringProvider, AiringTitle, AnswerStore, ExtraProvider, FallbackProvider, Fetched,
        ProviderError, RecordGaps, TitleIds,
    },
};
use reqwest::Url;

pub use body::parse_airing;
pub use extras::{KitsuPage, parse_cast, parse_episodes, parse_number};
pub use gaps::parse_gaps;

use crate::{
    config::{ConnectError, ProviderConfig, address},
    request::{Answer, CachedFetch, Fetch, Request},
};
use document::{Document, PAGE};
use extras::SITE;

/// What is read of a title and of a mapping; the whole of ten titles would be some 50 kB.
const TITLE_FIELDS: &str = "canonicalTitle,titles,abbreviatedTitles,coverImage,synopsis,\
                            averageRating,ageRating,nsfw,mappings";
const MAPPING_FIELDS: &str = "externalSite,externalId";

/// What is read of castings and those in them: characters come with long descriptions.
const CASTING_FIELDS: &str = "featured,language,character,person";
const CHARACTER_FIELDS: &str = "canonicalName,name,malId,image";
const PERSON_FIELDS: &str = "name,malId,image";
const EPISODE_FIELDS: &str = "titles,canonicalTitle,number,airdate";

/// The fields that are read of a title whose record has gaps.
const GAP_FIELDS: &str = "nsfw,ageRating,categories,streamingLinks";

/// The largest number of pages of episodes that are asked for. Few titles have more than 500 episodes, and each page
/// is a request that others wait for.
const EPISODE_PAGES: u32 = 25;
/// The largest number of pages of castings that are asked for, the featured ones first.
const CASTING_PAGES: u32 = 5;

/// A client of Kitsu.
pub struct Kitsu {
    base: Url,
    cached: Arc<dyn CachedFetch>,
    /// The requests below the cache, which keep no answers.
    fetch: Arc<dyn Fetch>,
    clock: Arc<dyn Clock>,
}

impl Kitsu {
    /// Connects to the service that `config` names; answers are cached in `answers`.
    pub fn connect(
        config: &ProviderConfig,
        answers: Arc<dyn AnswerStore>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let chain = config.chain("kitsu", answers, Arc::clone(&clock))?;
        Ok(Self {
            base: config.base()?,
            cached: chain.cached,
            fetch: chain.fetch,
            clock,
        })
    }

    /// Kitsu's number of a title, where it has one. All extras of a title are asked for by it, so the answer is kept.
    async fn number(&self, title: TitleIds) -> Result<Option<u32>, ProviderError> {
        if title.kitsu.is_some() {
            return Ok(title.kitsu);
        }
        let id = title.mal_id.to_string();
        let query = [
            ("filter[externalSite]", SITE),
            ("filter[externalId]", &id),
            ("include", "item"),
            ("fields[mappings]", "externalSite,externalId,item"),
            ("fields[anime]", "canonicalTitle"),
        ];
        let request = Request {
            url: address(&self.base, "/mappings", &query),
            check: Document::check,
            cacheable: true,
        };
        parse_number(&self.cached.get(&request).await?.value, title.mal_id)
    }

    fn episodes(&self, number: u32, offset: &str) -> String {
        let limit = PAGE.to_string();
        let query = [
            ("page[limit]", limit.as_str()),
            ("page[offset]", offset),
            ("sort", "number"),
            ("fields[episodes]", EPISODE_FIELDS),
        ];
        address(&self.base, &format!("/anime/{number}/episodes"), &query)
    }

    /// The address of a page of castings. Each character has a casting for each language; the Japanese ones take the
    /// fewest requests. Without an order of equal castings a page may repeat what another one leaves out.
    fn castings(&self, number: u32, offset: &str) -> String {
        let (limit, number) = (PAGE.to_string(), number.to_string());
        let query = [
            ("filter[mediaType]", "Anime"),
            ("filter[mediaId]", &number),
            ("filter[isCharacter]", "true"),
            ("filter[language]", "Japanese"),
            ("include", "character,person"),
            ("sort", "-featured,id"),
            ("page[limit]", &limit),
            ("page[offset]", offset),
            ("fields[castings]", CASTING_FIELDS),
            ("fields[characters]", CHARACTER_FIELDS),
            ("fields[people]", PERSON_FIELDS),
        ];
        address(&self.base, "/castings", &query)
    }

    /// Page `page` of an extra of the title with that number; `None` where there is no such title.
    async fn page(
        &self,
        number: u32,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Option<KitsuPage>, ProviderError> {
        let offset = (page.saturating_sub(1) * PAGE).to_string();
        let url = match kind {
            ExtraKind::Characters => self.castings(number, &offset),
            ExtraKind::Episodes => self.episodes(number, &offset),
            _ => return Ok(None),
        };
        let request = Request {
            url,
            check: Document::check,
            cacheable: false,
        };
        let body = match self.fetch.fetch(&request, None).await {
            Ok(Answer::Modified { body, .. }) => body,
            Ok(Answer::NotModified) => return Err(not_modified_without_cache()),
            Err(ProviderError::NotFound) if page == 1 => return Ok(None),
            Err(error) => return Err(error),
        };
        let read = if kind == ExtraKind::Episodes {
            parse_episodes(&body, page)?
        } else {
            parse_cast(&body, page)?
        };
        Ok(Some(read))
    }
}

#[async_trait]
impl ExtraProvider for Kitsu {
    fn source(&self) -> &'static str {
        KITSU
    }

    /// Staff is not among them: nobody's number on MyAnimeList is known there.
    fn kinds(&self) -> &'static [ExtraKind] {
        &[ExtraKind::Characters, ExtraKind::Episodes]
    }

    async fn extra_page(
        &self,
        title: TitleIds,
        kind: ExtraKind,
        page: u32,
    ) -> Result<Fetched<ExtraPage>, ProviderError> {
        let read = match self.number(title).await? {
            Some(number) => self.page(number, kind, page).await?,
            None => None,
        };
        let read = read.unwrap_or(KitsuPage {
            extra: Extra::none(kind),
            pages: 1,
            is_blank: true,
        });
        let most = match kind {
            ExtraKind::Episodes => EPISODE_PAGES,
            _ => CASTING_PAGES,
        };
        let extra = TitleExtra {
            mal_id: title.mal_id,
            extra: read.extra,
        };
        let value = ExtraPage {
            extra,
            pages: read.pages.min(most),
            is_blank: read.is_blank,
        };
        let as_of = self.clock.now();
        Ok(Fetched { value, as_of })
    }
}

#[async_trait]
impl FallbackProvider for Kitsu {
    async fn record_gaps(&self, title: TitleIds) -> Result<Fetched<RecordGaps>, ProviderError> {
        let Some(number) = self.number(title).await? else {
            return Ok(Fetched {
                value: RecordGaps::default(),
                as_of: self.clock.now(),
            });
        };
        let id = number.to_string();
        let query = [
            ("filter[id]", id.as_str()),
            ("include", "categories,streamingLinks.streamer"),
            ("fields[anime]", GAP_FIELDS),
            ("fields[categories]", "title"),
            ("fields[streamingLinks]", "url,streamer"),
            ("fields[streamers]", "siteName"),
        ];
        let request = Request {
            url: address(&self.base, "/anime", &query),
            check: Document::check,
            cacheable: true,
        };
        let Fetched { value, as_of } = self.cached.get(&request).await?;
        let value = parse_gaps(&value, number)?;
        Ok(Fetched { value, as_of })
    }
}

fn not_modified_without_cache() -> ProviderError {
    ProviderError::Malformed("\"not modified\" although nothing is held".into())
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
