//! Reviews: what people write about titles, what readers say of it, and what operators decide.

mod limits;
mod moderation;

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{
    Error, Result,
    account::{User, UserId},
    anime::MalId,
    budget::BudgetStore,
    catalogue::{AnimeKey, AnimeSummary, CatalogueStore},
    clock::Clock,
    extras::TitleRef,
    random::Random,
    review::{
        AllReviewsOrder, AuthoredReview, DELETED_REVIEW_LIFE, Listed, MAX_NOTE_CHARS,
        MAX_REVIEW_CHARS, MIN_REVIEW_CHARS, NewReview, OwnReview, OwnStanding, Report, ReviewId,
        ReviewOrder, ReviewPage, ReviewPosition, ReviewStore, ReviewText, links_wait_until,
    },
};
use jiff::Timestamp;
use markup::Links;

use crate::{normalize, run_to_completion};
use limits::Limits;
pub use moderation::{ReviewFile, ReviewModeration};

/// Reviews of a map of the site's addresses at most; search engines take no more.
const MAX_ON_A_MAP: u32 = 50_000;

/// The use cases of reviews. Cheap to clone.
#[derive(Clone)]
pub struct Reviews {
    store: Arc<dyn ReviewStore>,
    titles: Arc<dyn CatalogueStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    limits: Arc<Limits>,
    counted: Arc<ReviewCounters>,
}

/// The parts that [`Reviews`] is made of.
pub struct ReviewParts {
    /// The store of reviews.
    pub store: Arc<dyn ReviewStore>,
    /// The catalogue, for the cards of reviewed titles.
    pub titles: Arc<dyn CatalogueStore>,
    /// The clock that tells the time.
    pub clock: Arc<dyn Clock>,
    /// The source of reviews' names.
    pub random: Arc<dyn Random>,
    /// The budgets that servers of one store count together; `None` if this server is alone.
    pub budgets: Option<Arc<dyn BudgetStore>>,
}

/// The numbers of what this server has done since it was started.
#[derive(Debug, Default)]
struct ReviewCounters {
    written: AtomicU64,
    reported: AtomicU64,
}

/// The user who writes, votes or reports.
#[derive(Debug, Clone, Copy)]
pub struct Writer<'a> {
    /// The user's account.
    pub uid: &'a UserId,
    /// The IP address that the request comes from.
    pub address: IpAddr,
}

impl Reviews {
    /// Makes the use cases over these parts.
    pub fn new(parts: ReviewParts) -> Self {
        Self {
            limits: Arc::new(Limits::new(Arc::clone(&parts.clock), parts.budgets)),
            store: parts.store,
            titles: parts.titles,
            clock: parts.clock,
            random: parts.random,
            counted: Arc::default(),
        }
    }

    /// Returns the present instant, by which it is decided whether links are live.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns when links in what somebody writes become links; `None` if they are links now.
    pub fn links_wait_until(&self, author: &User) -> Option<Timestamp> {
        links_wait_until(author.created_at, self.now())
    }

    /// Returns a part of a title's reviews.
    ///
    /// # Errors
    /// Fails with [`Error::UnknownTitle`] if the catalogue does not hold the title.
    pub async fn of_title(
        &self,
        key: &AnimeKey,
        order: ReviewOrder,
        after: Option<&ReviewPosition>,
        limit: u32,
    ) -> Result<ReviewPage> {
        self.store.reviews(key, order, after, limit).await
    }

    /// Returns a review that everybody may see, with its title's card.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if no visible review has the id, or the catalogue does not hold its title.
    pub async fn one(&self, id: &ReviewId) -> Result<(AuthoredReview, AnimeSummary)> {
        let review = self.store.review(id).await?;
        let title = self.titles.summaries(&[id.title]).await?.pop();
        Ok((review, title.ok_or(Error::NotFound("This review"))?))
    }

    /// Writes somebody's review of a title, or changes it. One that was deleted comes back.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the text is too short or too long, [`Error::TooManyOf`], [`Error::UnknownTitle`]
    pub async fn write(
        &self,
        writer: Writer<'_>,
        title: MalId,
        text: &ReviewText,
    ) -> Result<OwnReview> {
        let new = NewReview {
            id: ReviewId::random(title, &*self.random),
            text: ReviewText {
                markdown: fit(&text.markdown)?,
                is_spoiler: text.is_spoiler,
            },
        };
        self.limits.write(writer).await?;
        let (reviews, uid) = (self.clone(), writer.uid.clone());
        run_to_completion("writing a review", async move {
            let now = reviews.clock.now();
            let own = reviews.store.put_review(&uid, &new, now).await?;
            reviews.counted.written.fetch_add(1, Ordering::Relaxed);
            Ok(own)
        })
        .await
    }

    /// Deletes somebody's review of a title, which they can have back for a while.
    pub async fn delete(&self, uid: &UserId, title: MalId) -> Result<()> {
        let (reviews, uid) = (self.clone(), uid.clone());
        run_to_completion("deleting a review", async move {
            let now = reviews.clock.now();
            reviews.store.delete_review(&uid, title, now).await
        })
        .await
    }

    /// Says whether a review has helped somebody, and returns how many it has.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::OwnReview`], [`Error::TooManyOf`]
    pub async fn vote(&self, writer: Writer<'_>, id: &ReviewId, is_helpful: bool) -> Result<u32> {
        self.limits.vote(writer).await?;
        let (reviews, uid, id) = (self.clone(), writer.uid.clone(), id.clone());
        run_to_completion("voting on a review", async move {
            let now = reviews.clock.now();
            reviews.store.vote(&uid, &id, is_helpful, now).await
        })
        .await
    }

    /// Keeps somebody's report of a review.
    ///
    /// # Errors
    /// [`Error::Invalid`] if its note is too long, [`Error::NotFound`], [`Error::OwnReview`], [`Error::TooManyOf`]
    pub async fn report(&self, writer: Writer<'_>, id: &ReviewId, report: &Report) -> Result<()> {
        let report = Report {
            reason: report.reason,
            note: normalize::paragraphs("your note", &report.note, MAX_NOTE_CHARS)?,
        };
        self.limits.report(writer).await?;
        let (reviews, uid, id) = (self.clone(), writer.uid.clone(), id.clone());
        run_to_completion("reporting a review", async move {
            let now = reviews.clock.now();
            reviews.store.report(&uid, &id, &report, now).await?;
            reviews.counted.reported.fetch_add(1, Ordering::Relaxed);
            Ok(())
        })
        .await
    }

    /// Returns a user's own state in the reviews of a title.
    ///
    /// # Errors
    /// Fails with [`Error::UnknownTitle`] if the catalogue does not hold the title.
    pub async fn own_standing(&self, uid: &UserId, title: MalId) -> Result<OwnStanding> {
        self.store.own_standing(uid, title).await
    }

    /// At most `limit` of somebody's own reviews, newest first, with the cards of the titles that the catalogue holds.
    pub async fn own(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<(OwnReview, Option<AnimeSummary>)>> {
        let reviews = self.store.own_reviews(uid, before, limit).await?;
        self.titled(reviews, |own| own.review.title()).await
    }

    /// At most `limit` of somebody's reviews that others may see, newest first, with their titles' cards.
    pub async fn seen_of(
        &self,
        uid: &UserId,
        before: Option<(Timestamp, MalId)>,
        limit: u32,
    ) -> Result<Vec<(AuthoredReview, AnimeSummary)>> {
        let reviews = self.store.reviews_by(uid, before, limit).await?;
        let titled = self.titled(reviews, |seen| seen.review.title()).await?;
        let held = titled.into_iter();
        let held = held.filter_map(|(review, title)| Some((review, title?)));
        Ok(held.collect())
    }

    /// At most `limit` reviews of all titles that others may see, with what they are of.
    pub async fn of_all_titles(
        &self,
        order: AllReviewsOrder,
        limit: u32,
    ) -> Result<Vec<(AuthoredReview, TitleRef)>> {
        self.store.all_reviews(order, limit).await
    }

    /// Returns reviews with their titles' cards, as far as the catalogue holds them.
    async fn titled<R>(
        &self,
        reviews: Vec<R>,
        title: impl Fn(&R) -> MalId,
    ) -> Result<Vec<(R, Option<AnimeSummary>)>> {
        let ids: Vec<MalId> = reviews.iter().map(&title).collect();
        let mut titles = self.titles.summaries(&ids).await?;
        let with_titles = reviews.into_iter().map(|review| {
            let id = title(&review);
            let place = titles.iter().position(|title| title.mal_id == id);
            (review, place.map(|place| titles.swap_remove(place)))
        });
        Ok(with_titles.collect())
    }

    /// Deletes the reviews whose authors deleted them [`DELETED_REVIEW_LIFE`] ago or earlier.
    pub async fn sweep(&self) -> Result<()> {
        let before = self.clock.now() - DELETED_REVIEW_LIFE;
        self.store.sweep_reviews(before).await
    }

    /// Reviews that were written or changed through this server, and reports that were made, since it was started.
    pub fn written_and_reported(&self) -> (u64, u64) {
        let ReviewCounters { written, reported } = &*self.counted;
        (
            written.load(Ordering::Relaxed),
            reported.load(Ordering::Relaxed),
        )
    }

    /// Returns the number of folded reviews, which wait for an operator.
    pub async fn folded(&self) -> Result<u32> {
        self.store.folded_reviews().await
    }

    /// Which blocks of titles have reviews; see [`ReviewStore::review_blocks`].
    pub async fn address_blocks(&self) -> Result<Vec<u32>> {
        self.store.review_blocks().await
    }

    /// Returns the reviews of a block of titles that search engines may list.
    pub async fn addresses(&self, block: u32) -> Result<Vec<Listed>> {
        self.store.reviews_of_block(block, MAX_ON_A_MAP).await
    }
}

/// Returns the number of characters that people read of a cleaned text: marks and addresses of links are none.
pub fn read_length(text: &str) -> usize {
    let read = markup::plain(&markup::read(text, Links::Text), true);
    markup::cleaned_line(&read).chars().count()
}

/// Returns a text cleaned: what is kept counts, not what was typed.
///
/// # Errors
/// Fails with [`Error::Invalid`] if the cleaned text is too long.
pub fn cleaned(markdown: &str) -> Result<String> {
    let text = markup::cleaned(markdown);
    if text.chars().count() > MAX_REVIEW_CHARS {
        let (thousands, rest) = (MAX_REVIEW_CHARS / 1_000, MAX_REVIEW_CHARS % 1_000);
        return Err(Error::Invalid(format!(
            "Please keep your review to at most {thousands},{rest:03} characters."
        )));
    }
    Ok(text)
}

/// Returns a text cleaned.
///
/// # Errors
/// Fails with [`Error::Invalid`] if the cleaned text is too long, or people read too little of it.
fn fit(markdown: &str) -> Result<String> {
    let text = cleaned(markdown)?;
    if read_length(&text) < MIN_REVIEW_CHARS {
        return Err(Error::Invalid(format!(
            "Please write at least {MIN_REVIEW_CHARS} characters. Marks and addresses of links do not count."
        )));
    }
    Ok(text)
}
