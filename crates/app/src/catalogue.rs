//! Browsing the catalogue.
//!
//! **Invariant:** no use case here waits for a provider. A view queues a wish for the background, and
//! the answer is always what the store holds now.

pub mod browsing;
pub mod companies;
pub mod extras;
pub mod import;
mod ingest;
pub mod mirror;
mod paged_extra;
mod random_candidates;
mod recent_ids;
pub mod refresh;
pub mod search_index;
pub mod selections;

use std::sync::Arc;

use domain::{
    Error, Result,
    anime::{Anime, MalId, Synopsis},
    catalogue::{
        AnimeKey, AnimeSummary, CatalogueStore, FullAnime, PAGE_SIZE, POPULAR_PAGES, TitleAddress,
    },
    extras::TitleExtra,
    fold::fold,
    hero::{HERO_SLIDES, HeroSlide},
    provenance::Provenance,
    provider::{AnswerStore, HERO_KEY},
    search::TitleSearch,
    selection::ListedAnime,
    slice::Slice,
};
use refresh::{Wish, Wishes};

/// Longest text that is searched for, in characters; what is longer is cut.
pub const MAX_SEARCH_CHARS: usize = 100;

/// Titles that a search narrowed by facts looks at; what matches worse is not found.
pub const MAX_MATCHES: u32 = 500;
/// The largest number of suggestions to a user who is typing.
const SUGGESTIONS: usize = 8;
const PER_PAGE: usize = PAGE_SIZE as usize;

/// A text to search for: trimmed, and cut to [`MAX_SEARCH_CHARS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText(String);

impl SearchText {
    /// Normalises the text of a search.
    pub fn new(text: &str) -> Self {
        Self(text.trim().chars().take(MAX_SEARCH_CHARS).collect())
    }

    /// Returns the normalised text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A title that somebody who is typing may look for.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The card of the suggested title.
    pub title: AnimeSummary,
    /// The name of the title that matches best.
    pub name: String,
    /// Whether the match forgives an error, as [`NameMatch`](domain::search::NameMatch) says.
    pub is_forgiven: bool,
}

/// A page of a list of titles.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The titles on the page.
    pub items: Vec<AnimeSummary>,
    /// The page's number, counted from 1.
    pub page: u32,
    /// The number of pages of the list, at least 1.
    pub total_pages: u32,
    /// The number of titles in the whole list.
    pub total: u32,
    /// The source of the newest facts on the page; `None` on an empty page.
    pub provenance: Option<Provenance>,
}

/// The hero's slides.
#[derive(Debug, Clone, PartialEq)]
pub struct Hero {
    /// The slides, at most [`HERO_SLIDES`].
    pub slides: Vec<HeroSlide>,
    /// The source of the slides; `None` if there are no slides.
    pub provenance: Option<Provenance>,
}

/// The catalogue's use cases.
#[derive(Clone)]
pub struct Catalogue {
    store: Arc<dyn CatalogueStore>,
    answers: Arc<dyn AnswerStore>,
    names: Arc<dyn TitleSearch>,
    wishes: Wishes,
}

impl Catalogue {
    /// Use cases over a store and the index of its names, which [`search_index`] keeps up to date;
    /// `wishes` receives what visitors look at.
    pub fn new(
        store: Arc<dyn CatalogueStore>,
        answers: Arc<dyn AnswerStore>,
        names: Arc<dyn TitleSearch>,
        wishes: Wishes,
    ) -> Self {
        Self {
            store,
            answers,
            names,
            wishes,
        }
    }

    /// Page `page` of the titles by popularity.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless `page` is from 1 to [`POPULAR_PAGES`].
    pub async fn popular(&self, page: u32) -> Result<Page> {
        check_page(page)?;
        self.wish_for_popular(page);
        Ok(paged(self.store.popular(page).await?, page))
    }

    /// Wishes for a page of the list by popularity, in the background.
    fn wish_for_popular(&self, page: u32) {
        self.wishes.add(Wish::Popular(page));
    }

    /// Page `page` of the titles that `text` may mean, the best first; while there is no index,
    /// of those one of whose names holds it.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless `page` is from 1 to [`POPULAR_PAGES`].
    pub async fn search(&self, text: &SearchText, page: u32) -> Result<Page> {
        check_page(page)?;
        let text = text.as_str();
        let folded = fold(text);
        if folded.is_empty() {
            return Ok(paged(
                Slice {
                    items: Vec::new(),
                    total: 0,
                },
                page,
            ));
        }
        let found = match self.names.search(text, PER_PAGE, offset(page))? {
            Some(found) => Slice {
                items: in_order(&*self.store, &found.items).await?,
                total: found.total,
            },
            None => self.store.search(&folded, page).await?,
        };
        if page == 1 {
            self.wishes.add(Wish::Search(text.to_owned()));
        }
        Ok(paged(found, page))
    }

    /// The titles that `text` may mean, as with [`search`](Self::search), the best first, at most
    /// [`MAX_MATCHES`].
    pub async fn matches(&self, text: &SearchText) -> Result<Vec<MalId>> {
        let text = text.as_str();
        let folded = fold(text);
        if folded.is_empty() {
            return Ok(Vec::new());
        }
        let found = match self.names.search(text, MAX_MATCHES as usize, 0)? {
            Some(found) => found.items,
            None => self.store.matches(&folded, MAX_MATCHES).await?,
        };
        self.wishes.add(Wish::Search(text.to_owned()));
        Ok(found)
    }

    /// Returns suggestions for the typed `text`, the best first.
    pub async fn suggest(&self, text: &SearchText) -> Result<Vec<Suggestion>> {
        let matches = self.names.suggest(text.as_str(), SUGGESTIONS)?;
        let ids: Vec<MalId> = matches.iter().map(|found| found.mal_id).collect();
        let mut held = self.store.summaries(&ids).await?;
        let suggested = matches.into_iter().filter_map(|found| {
            let at = held.iter().position(|title| title.mal_id == found.mal_id)?;
            Some(Suggestion {
                title: held.swap_remove(at),
                name: found.name,
                is_forgiven: found.is_forgiven,
            })
        });
        Ok(suggested.collect())
    }

    /// The revision of the catalogue that searches answer from; `None` while there is no index.
    pub fn indexed_revision(&self) -> Option<i64> {
        Some(self.names.indexed()?.revision)
    }

    /// Returns a title's full record, and wishes for it.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the catalogue does not hold the title.
    pub async fn title(&self, key: &AnimeKey) -> Result<FullAnime> {
        let record = self.store.find(key).await?;
        match (&record, key) {
            (Some(record), _) => self.wishes.add(Wish::Title(record.anime.mal_id)),
            (None, AnimeKey::Id(id)) => self.wishes.add(Wish::Title(*id)),
            (None, AnimeKey::Slug(_)) => {}
        }
        record.ok_or(Error::NotFound("This title"))
    }

    /// Returns a title's own record, without what is beside it and without wishing for anything.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the catalogue does not hold the title.
    pub async fn listed(&self, id: MalId) -> Result<ListedAnime> {
        let found = self.store.listed(&[id]).await?;
        found
            .into_iter()
            .next()
            .ok_or(Error::NotFound("This title"))
    }

    /// Which blocks of addresses there are; see [`CatalogueStore::address_blocks`].
    pub async fn address_blocks(&self) -> Result<Vec<u32>> {
        self.store.address_blocks().await
    }

    /// Returns the addresses of a block's titles, by id.
    pub async fn addresses(&self, block: u32) -> Result<Vec<TitleAddress>> {
        self.store.addresses(block).await
    }

    /// Returns the facts on one title's card, without queueing a wish.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the catalogue does not hold the title.
    pub async fn summary(&self, id: MalId) -> Result<AnimeSummary> {
        let found = self.store.summaries(&[id]).await?;
        found
            .into_iter()
            .next()
            .ok_or(Error::NotFound("This title"))
    }

    /// What airs now and is rated best: as the airing provider said last, else as the catalogue
    /// has it.
    pub async fn hero(&self) -> Result<Hero> {
        self.wishes.add(Wish::Airing);
        if let Some(stored) = self.answers.stored_answer(HERO_KEY).await?
            && let Ok(slides) = serde_json::from_slice::<Vec<HeroSlide>>(&stored.body)
            && !slides.is_empty()
        {
            let provenance = Provenance {
                source: "kitsu".into(),
                as_of: stored.fetched_at,
            };
            let slides = self.joined(slides).await?;
            return Ok(Hero {
                slides,
                provenance: Some(provenance),
            });
        }
        let limit = u32::try_from(HERO_SLIDES).unwrap_or(u32::MAX);
        let airing = self.store.airing(limit).await?;
        Ok(Hero {
            provenance: newest(airing.iter().map(|title| &title.provenance)),
            slides: airing.into_iter().map(slide).collect(),
        })
    }

    /// Stored slides with the addresses and names of their titles, as far as the catalogue holds them; it
    /// wishes for those that it does not.
    async fn joined(&self, mut slides: Vec<HeroSlide>) -> Result<Vec<HeroSlide>> {
        let ids: Vec<MalId> = slides.iter().filter_map(|slide| slide.mal_id).collect();
        let held = self.store.summaries(&ids).await?;
        for slide in &mut slides {
            let Some(id) = slide.mal_id else { continue };
            if let Some(title) = held.iter().find(|title| title.mal_id == id) {
                slide.id = mal_slide(id);
                slide.slug = Some(title.slug.clone());
                slide.title.clone_from(&title.title);
                slide.title_english.clone_from(&title.title_english);
                slide.title_japanese.clone_from(&title.title_japanese);
            } else {
                slide.mal_id = None;
                self.wishes.add(Wish::Title(id));
            }
        }
        Ok(slides)
    }
}

/// Fills a store with the built-in titles and what is known of them beside their records, or brings what it holds up to
/// date. `digest` is that of all of it, for [`CatalogueStore::built_in_digest`].
pub async fn seed(
    store: &dyn CatalogueStore,
    provenance: Provenance,
    digest: &str,
    titles: &[Anime],
    extras: &[TitleExtra],
) -> Result<()> {
    let mut import = store.begin_import(provenance).await?;
    import.put(titles).await?;
    import.put_extras(extras).await?;
    import.set_built_in_digest(digest).await?;
    import.commit().await
}

/// Returns the summaries of the titles that the catalogue holds, in the order of `ids`.
async fn in_order(store: &dyn CatalogueStore, ids: &[MalId]) -> Result<Vec<AnimeSummary>> {
    let mut titles = store.summaries(ids).await?;
    titles.sort_by_key(|title| ids.iter().position(|id| *id == title.mal_id));
    Ok(titles)
}

/// Returns the number of titles before a page; page numbers are small.
fn offset(page: u32) -> usize {
    PER_PAGE * (page.saturating_sub(1) as usize)
}

fn check_page(page: u32) -> Result<()> {
    if (1..=POPULAR_PAGES).contains(&page) {
        Ok(())
    } else {
        Err(Error::Invalid(format!(
            "Please ask for a page from 1 to {POPULAR_PAGES}."
        )))
    }
}

fn paged(slice: Slice<AnimeSummary>, page: u32) -> Page {
    Page {
        provenance: newest(slice.items.iter().map(|title| &title.provenance)),
        items: slice.items,
        page,
        total_pages: slice.total.div_ceil(PAGE_SIZE).clamp(1, POPULAR_PAGES),
        total: slice.total,
    }
}

fn newest<'a>(all: impl Iterator<Item = &'a Provenance>) -> Option<Provenance> {
    all.max_by_key(|provenance| provenance.as_of).cloned()
}

/// The slide of a title of the catalogue. Its picture is drawn: posters are too small for a hero.
fn slide(title: AnimeSummary) -> HeroSlide {
    HeroSlide {
        id: mal_slide(title.mal_id),
        mal_id: Some(title.mal_id),
        slug: Some(title.slug),
        title: title.title,
        title_english: title.title_english,
        title_japanese: title.title_japanese,
        image_url: None,
        description: title.synopsis.map(|text| Synopsis::read(&text).text.into()),
        rating: title.score.map(|score| (score * 100.0).round() / 10.0),
    }
}

fn mal_slide(id: MalId) -> String {
    format!("mal-{id}")
}
