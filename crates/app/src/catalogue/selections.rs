//! Lists of whole records, chosen and ordered by facts, as programs ask for them.

use std::sync::Arc;

use domain::{
    Result,
    anime::{BroadcastSlot, MalId, Season, Status},
    catalogue::{CatalogueStore, PAGE_SIZE, POPULAR_PAGES},
    clock::Clock,
    random::Random,
    selection::{ListedAnime, Order, Selection, TagCount},
    slice::Slice,
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{
    Catalogue, SearchText,
    browsing::{AirFilter, Browsing},
    companies::Companies,
    random_candidates::random_candidates,
    recent_ids::RecentIds,
};

/// Seasons that are looked at for one that has titles: a year and today's.
const SEASONS_BACK: usize = 5;

/// The measure by which the best titles are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Top {
    /// The score, among all titles.
    #[default]
    Ranked,
    /// The score, among the titles that air.
    Airing,
    /// The number of members, among the titles that are to come.
    Upcoming,
    /// The number of members, among all titles.
    Popular,
    /// The number of people whose favourite the title is.
    Favorite,
}

/// The orders of search results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SearchOrder {
    /// An order that the store has.
    Stored(Order),
    /// The order by the title's last day.
    End,
}

/// The form of publication whose titles have a slot in the week.
const SERIES: &str = "TV";

/// The use cases of lists of whole records.
#[derive(Clone)]
pub struct Selections {
    catalogue: Catalogue,
    browsing: Browsing,
    companies: Companies,
    store: Arc<dyn CatalogueStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    recent: RecentIds,
}

impl Selections {
    /// Use cases over a store; `catalogue` searches it, and `browsing` knows when titles air.
    pub fn new(
        catalogue: Catalogue,
        browsing: Browsing,
        store: Arc<dyn CatalogueStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Self {
        Self {
            catalogue,
            browsing,
            companies: Companies::new(Arc::clone(&store)),
            store,
            clock,
            random,
            recent: RecentIds::default(),
        }
    }

    /// The best titles of `selection`, whose order is `top`'s; those without a place are left out.
    pub async fn top(&self, top: Top, selection: Selection) -> Result<Slice<ListedAnime>> {
        let (order, status) = match top {
            Top::Ranked => (Order::Rank, selection.status),
            Top::Airing => (Order::Rank, Some(Status::Airing)),
            Top::Upcoming => (Order::Popularity, Some(Status::Upcoming)),
            Top::Popular => (Order::Popularity, selection.status),
            Top::Favorite => (Order::Favorites, selection.status),
        };
        if top == Top::Popular {
            self.wish_for_popular(&selection);
        }
        let selection = Selection {
            order,
            status,
            descending: top == Top::Favorite,
            known_only: true,
            ..selection
        };
        self.store.select(&selection).await
    }

    /// Wishes for the part of the list by popularity: a provider's page is as long as a page here.
    fn wish_for_popular(&self, selection: &Selection) {
        let page = selection.skip / PAGE_SIZE + 1;
        if page <= POPULAR_PAGES {
            self.catalogue.wish_for_popular(page);
        }
    }

    /// The titles of `selection`; of those one of whose names holds `text`, where one is given, and whose last day is
    /// `ended_until` or an earlier one. Best matches come first where `order` names no other order.
    pub async fn search(
        &self,
        text: Option<&SearchText>,
        order: Option<SearchOrder>,
        ended_until: Option<Date>,
        selection: Selection,
    ) -> Result<Slice<ListedAnime>> {
        let among = match text {
            Some(text) => Some(self.catalogue.matches(text).await?),
            None => None,
        };
        let by_end = order == Some(SearchOrder::End);
        let order = match (order, &among) {
            (Some(SearchOrder::Stored(order)), _) => order,
            (None, Some(_)) => Order::Relevance,
            (Some(SearchOrder::End), _) | (None, None) => Order::Id,
        };
        let largest_first = selection.descending;
        let selection = Selection {
            among,
            order,
            descending: largest_first && !by_end,
            ..selection
        };
        if ended_until.is_none() && !by_end {
            return self.store.select(&selection).await;
        }
        let filter = AirFilter {
            ended_until,
            slot: None,
        };
        let by_end = by_end.then_some(largest_first);
        self.airing(&selection, filter, by_end).await
    }

    /// Of the titles of `selection` that `filter` lets through the part that it wants, in its order or by the last day,
    /// the latest first or not.
    async fn airing(
        &self,
        selection: &Selection,
        filter: AirFilter,
        latest_first: Option<bool>,
    ) -> Result<Slice<ListedAnime>> {
        let all = Selection {
            skip: 0,
            size: 0,
            ..selection.clone()
        };
        let revision = self.store.revision().await?;
        let name = format!("{all:?} {filter:?} {latest_first:?}");
        let make = async || {
            let ids = self.store.select_ids(&all).await?;
            let ids = self.browsing.airing(ids, filter).await?;
            match latest_first {
                Some(latest_first) => self.browsing.by_last_day(ids, latest_first).await,
                None => Ok(ids),
            }
        };
        let ids = self.recent.get(revision, name, make).await?;
        self.part(&ids, selection).await
    }

    /// Returns the wanted part of `ids`, as whole records.
    async fn part(&self, ids: &[MalId], selection: &Selection) -> Result<Slice<ListedAnime>> {
        let part = ids.iter().skip(selection.skip as usize);
        let part: Vec<MalId> = part.take(selection.size as usize).copied().collect();
        Ok(Slice {
            items: self.store.listed(&part).await?,
            total: u32::try_from(ids.len()).unwrap_or(u32::MAX),
        })
    }

    /// The series of `selection` that air now, at `slot` where one is given, those on the fewest lists first.
    pub async fn scheduled(
        &self,
        slot: Option<BroadcastSlot>,
        selection: Selection,
    ) -> Result<Slice<ListedAnime>> {
        let selection = Selection {
            kind: Some(SERIES),
            status: Some(Status::Airing),
            order: Order::Members,
            ..selection
        };
        if slot.is_none() {
            return self.store.select(&selection).await;
        }
        let filter = AirFilter {
            slot,
            ended_until: None,
        };
        self.airing(&selection, filter, None).await
    }

    /// Returns the titles of `selection` that are to come, the most popular first.
    pub async fn upcoming(&self, selection: Selection) -> Result<Slice<ListedAnime>> {
        let selection = Selection {
            status: Some(Status::Upcoming),
            order: Order::Popularity,
            ..selection
        };
        self.store.select(&selection).await
    }

    /// The titles of `selection` that began in a season, the most popular first.
    pub async fn season(
        &self,
        year: u16,
        season: Season,
        selection: Selection,
    ) -> Result<Slice<ListedAnime>> {
        let selection = Selection {
            begun_in: Some((year, season)),
            order: Order::Popularity,
            ..selection
        };
        self.store.select(&selection).await
    }

    /// Returns the present instant.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the year and the season of today in Japan.
    pub fn season_now(&self) -> (u16, Season) {
        let today: Date = self.clock.now().to_zoned_datetime(TOKYO).date();
        let year = u16::try_from(today.year()).unwrap_or_default();
        (year, Season::of_month(today.month()))
    }

    /// Titles of today's season, like [`Self::season`]. Where the catalogue has none of it, because
    /// nothing has filled it since, the newest season of the last year that has some.
    pub async fn current_season(&self, selection: Selection) -> Result<Slice<ListedAnime>> {
        let (mut year, mut season) = self.season_now();
        for _ in 0..SEASONS_BACK {
            let any = Selection {
                size: 1,
                ..Selection::default()
            };
            if self.season(year, season, any).await?.total > 0 {
                return self.season(year, season, selection).await;
            }
            (year, season) = season.before(year);
        }
        let (year, season) = self.season_now();
        self.season(year, season, selection).await
    }

    /// Every numbered genre, theme and demographic, by kind and name, each once: where sources
    /// differ, as most titles have it.
    pub async fn tags(&self) -> Result<Vec<TagCount>> {
        let mut all = self.store.tag_counts().await?;
        all.sort_by(|a, b| (a.id, b.titles).cmp(&(b.id, a.titles)));
        all.dedup_by(|less, more| {
            let same = less.id == more.id;
            if same {
                more.titles += less.titles;
            }
            same
        });
        all.sort_by(|a, b| (a.kind as u8, &a.name).cmp(&(b.kind as u8, &b.name)));
        Ok(all)
    }

    /// Returns the use cases of the companies that took part in titles.
    pub const fn companies(&self) -> &Companies {
        &self.companies
    }

    /// Returns a random title; `None` if the catalogue is empty.
    pub async fn random(&self) -> Result<Option<ListedAnime>> {
        let candidates = random_candidates(&*self.random);
        self.store.random_title(&candidates).await
    }
}

/// The time zone of anime seasons: Japan's, which has no summer time.
const TOKYO: TimeZone = TimeZone::fixed(jiff::tz::offset(9));
