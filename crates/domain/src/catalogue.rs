//! The catalogue as the use cases see it.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    Result,
    anime::{Anime, MalId, Origins, Season, Status, TagKind, begun_year},
    browse::BrowseFacts,
    extras::{Character, Person, TitleExtra},
    franchise::{FranchiseTitle, RelatedTitle},
    mirror::Mirrored,
    provenance::Provenance,
    search::TitleNames,
    selection::{CompanyCount, ListedAnime, Selection, TagCount},
    slice::Slice,
};

/// Number of titles on a page of a list.
pub const PAGE_SIZE: u32 = 25;
/// The largest number of pages of the list by popularity.
pub const POPULAR_PAGES: u32 = 10;

/// What a title is looked up by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnimeKey {
    /// The title's id on MyAnimeList.
    Id(MalId),
    /// The title's slug, the readable part of its page's address.
    Slug(String),
}

impl AnimeKey {
    /// Reads the last part of a title's address: digits are a number, other letters, digits and
    /// hyphens a slug. `None` for what no title can be called.
    pub fn parse(text: &str) -> Option<Self> {
        let readable = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        if text.is_empty() || !text.bytes().all(readable) {
            return None;
        }
        match text.parse() {
            Ok(0) => None,
            Ok(id) => Some(Self::Id(MalId::new(id))),
            Err(_) => Some(Self::Slug(text.to_ascii_lowercase())),
        }
    }
}

/// The facts on a title's card.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimeSummary {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// Readable address.
    pub slug: String,
    /// Main title.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Japanese title.
    pub title_japanese: Option<String>,
    /// Form of publication, see [`Anime::kind`].
    pub kind: Option<String>,
    /// Season of the first episode.
    pub season: Option<Season>,
    /// The title's year, see [`begun_year`].
    pub year: Option<u16>,
    /// Number of episodes.
    pub episodes: Option<u32>,
    /// The title's airing status.
    pub status: Option<Status>,
    /// Mean score from 1 to 10.
    pub score: Option<f64>,
    /// Number of votes behind the score.
    pub scored_by: Option<u32>,
    /// Rank by number of members; 1 is most popular.
    pub popularity: Option<u32>,
    /// Names of the title's genres, in the source's order.
    pub genres: Vec<String>,
    /// Synopsis of the title.
    pub synopsis: Option<String>,
    /// Address of a poster at the source.
    pub image_url: Option<String>,
    /// Address of a larger poster at the source.
    pub large_image_url: Option<String>,
    /// Number of seasons, see [`Anime::seasons`].
    pub seasons: Option<u32>,
    /// The source that decides about most of the title's facts, and when it spoke last.
    pub provenance: Provenance,
}

/// A title with its address and the titles that it is related to.
#[derive(Debug, Clone, PartialEq)]
pub struct FullAnime {
    /// All facts of the title.
    pub anime: Anime,
    /// Readable address.
    pub slug: String,
    /// The source that decides about most of the title's facts, and when it spoke last.
    pub provenance: Provenance,
    /// The sources of each group of facts.
    pub origins: Origins,
    /// The related titles that the catalogue holds.
    pub related: Vec<RelatedTitle>,
    /// The watch order that the title is part of, itself included; empty where it stands alone.
    pub franchise: Vec<FranchiseTitle>,
}

impl FullAnime {
    /// Returns the facts that the title's card shows.
    pub fn summary(&self) -> AnimeSummary {
        let anime = self.anime.clone();
        AnimeSummary {
            mal_id: anime.mal_id,
            slug: self.slug.clone(),
            genres: anime.tag_names(TagKind::Genre),
            image_url: anime.images.poster().map(str::to_owned),
            large_image_url: anime.images.large_poster().map(str::to_owned),
            seasons: anime.seasons(),
            title: anime.title,
            title_english: anime.title_english,
            title_japanese: anime.title_japanese,
            kind: anime.kind,
            season: anime.season,
            year: begun_year(anime.year, anime.aired.from),
            episodes: anime.episodes,
            status: anime.status,
            score: anime.score,
            scored_by: anime.scored_by,
            popularity: anime.popularity,
            synopsis: anime.synopsis,
            provenance: self.provenance.clone(),
        }
    }
}

/// Ids in a block of addresses. A map of a site's addresses may hold 50,000; a fifth of that is made
/// and sent faster.
pub const ADDRESS_BLOCK: u32 = 10_000;

/// The address of a title's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleAddress {
    /// The title's slug, the readable part of the address.
    pub slug: String,
    /// When the title's facts were given.
    pub as_of: Timestamp,
}

/// The store's part of the catalogue. Every method is a constant number of queries.
///
/// **Invariant:** adult titles are never stored, so no query needs to leave them out.
#[async_trait]
pub trait CatalogueStore: Send + Sync {
    /// Page `page` (from 1) of the titles by popularity: popularity, then members, then id. The
    /// whole list is [`PAGE_SIZE`] times [`POPULAR_PAGES`] long at most.
    async fn popular(&self, page: u32) -> Result<Slice<AnimeSummary>>;
    /// Page `page` (from 1) of the titles one of whose names holds the folded text `folded`: whole
    /// names first, then beginnings, then the rest; within these by popularity, then id.
    async fn search(&self, folded: &str, page: u32) -> Result<Slice<AnimeSummary>>;
    /// Ids of at most `limit` titles one of whose names holds the folded text `folded`, in the order
    /// of [`search`](Self::search).
    async fn matches(&self, folded: &str, limit: u32) -> Result<Vec<MalId>>;
    /// Returns the part of the titles that `selection` wants, with all their facts.
    async fn select(&self, selection: &Selection) -> Result<Slice<ListedAnime>>;
    /// Ids of all titles that `selection` wants, in its order, whichever part it wants.
    async fn select_ids(&self, selection: &Selection) -> Result<Vec<MalId>>;
    /// The titles of `ids` that the catalogue holds, whole, in that order.
    async fn listed(&self, ids: &[MalId]) -> Result<Vec<ListedAnime>>;
    /// Every numbered genre, theme and demographic, by kind and name.
    async fn tag_counts(&self) -> Result<Vec<TagCount>>;
    /// Every numbered company, by number; once for each name that titles have it under.
    async fn company_counts(&self) -> Result<Vec<CompanyCount>>;
    /// A random title. Each of `candidates`, at most 512 random numbers, names an id; the first id that a
    /// title has decides. The cost does not grow with the catalogue. `None` if it is empty.
    async fn random_title(&self, candidates: &[u32]) -> Result<Option<ListedAnime>>;
    /// Returns one title; `None` if the catalogue does not hold it.
    async fn find(&self, key: &AnimeKey) -> Result<Option<FullAnime>>;
    /// The best ranked titles with a synopsis that air now, then those that began last, at most
    /// `limit`.
    async fn airing(&self, limit: u32) -> Result<Vec<AnimeSummary>>;
    /// The summaries of `ids` that the catalogue holds, in no order.
    async fn summaries(&self, ids: &[MalId]) -> Result<Vec<AnimeSummary>>;
    /// Ids of titles one of whose names folds to one of `folded`; the most popular of each name.
    async fn find_by_names(&self, folded: &[String]) -> Result<Vec<(String, MalId)>>;
    /// The names of titles that were added or changed after the catalogue had
    /// `revision`: those with ids above `after`, in their order, at most `limit`.
    async fn changed_names(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<TitleNames>>;
    /// Numbers of the blocks of [`ADDRESS_BLOCK`] ids that hold titles, ascending: id over block
    /// size, rounded down.
    async fn address_blocks(&self) -> Result<Vec<u32>>;
    /// Returns the addresses of a block's titles, by id.
    async fn addresses(&self, block: u32) -> Result<Vec<TitleAddress>>;
    /// The browsing facts of titles that were added or changed after the catalogue had
    /// `revision`: those with ids above `after`, in their order, at most `limit`.
    async fn changed_facts(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<BrowseFacts>>;
    /// Returns the number of titles in the catalogue.
    async fn count(&self) -> Result<u32>;
    /// A number that rises whenever a title is added, changed or removed, or what is known beside it.
    async fn revision(&self) -> Result<i64>;
    /// The digest of the built-in catalogue that was imported last, as
    /// [`CatalogueImport::set_built_in_digest`] kept it.
    async fn built_in_digest(&self) -> Result<Option<String>>;
    /// Starts an import: one transaction, of which nothing is seen before
    /// [`CatalogueImport::commit`] and nothing stays if it is dropped.
    async fn begin_import(&self, provenance: Provenance) -> Result<Box<dyn CatalogueImport>>;
}

/// A running import.
#[async_trait]
pub trait CatalogueImport: Send {
    /// Writes a batch and returns the outcome of each title, in order.
    ///
    /// A title as its source last gave it is [`Outcome::Equal`] and costs no write. Otherwise it
    /// is laid over what is stored, group by group: where its source does not
    /// [decide](Provenance::decides_over), it only fills gaps. A title keeps the slug it once got; a
    /// new one whose slug is taken gets its id behind it.
    async fn put(&mut self, batch: &[Anime]) -> Result<Vec<Outcome>>;
    /// Writes extras of titles and returns the outcome of each, in order.
    ///
    /// Equal statements, and those of a source that does not [decide](crate::extras::KnownExtra::yields_to), change nothing and are
    /// [`Outcome::Equal`]. Anything else is replaced as a whole. That of a title that is not stored is
    /// [`Outcome::Unknown`].
    async fn put_extras(&mut self, batch: &[TitleExtra]) -> Result<Vec<Outcome>>;
    /// Lays whole records of people over what is [known](crate::extras::KnownRecord::updated_by) of them. Somebody who is in
    /// no title that is stored is [`Outcome::Unknown`].
    async fn put_people(&mut self, batch: &[Person]) -> Result<Vec<Outcome>>;
    /// Lays whole records of characters over what is known of them, as [`put_people`](Self::put_people) does of people.
    async fn put_characters(&mut self, batch: &[Character]) -> Result<Vec<Outcome>>;
    /// Takes away those titles of `ids` that are stored, because the source calls them adult, and
    /// tells how many. Where a source of higher [rank](Provenance::rank) knows the age rating or the
    /// genres, that one is believed. Of the others it is remembered, stored or not: only a source of
    /// no lesser rank that speaks no earlier may [`put`](Self::put) them back. With a title its extras go, and the people
    /// and characters that are in no other.
    async fn remove(&mut self, ids: &[MalId]) -> Result<u64>;
    /// Stores the progress of mirroring together with what was written.
    async fn mirrored(&mut self, mirrored: Mirrored) -> Result<()>;
    /// Stores the digest of the built-in catalogue that was written.
    async fn set_built_in_digest(&mut self, digest: &str) -> Result<()>;
    /// Makes everything visible at once and raises the revision if anything changed.
    async fn commit(self: Box<Self>) -> Result<()>;
}

/// The outcome of importing a title, an extra or a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The title, extra or record was not stored before.
    Added,
    /// The title, extra or record was stored before and differs now.
    Changed,
    /// The title, extra or record was stored before and stays as it was.
    Equal,
    /// The title stays out: a source that knows more, or spoke later, called it adult.
    Adult,
    /// The extra or record stays out: it belongs to no title that the catalogue holds.
    Unknown,
}
