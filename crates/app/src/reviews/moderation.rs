//! Moderation of reviews by operators, beside a server or without one.

use std::sync::Arc;

use domain::{
    Error, Result,
    clock::Clock,
    review::{
        Cases, MAX_NOTE_CHARS, ModerationDecision, ReviewCase, ReviewId, ReviewStore, StoredReport,
        Verdict,
    },
};

use crate::normalize;

/// The longest name of an operator who decides, in characters.
const MAX_NAME: usize = 100;
/// The number of reviews that are read at once.
const BATCH: u32 = 200;

/// Moderation of reviews by operators.
pub struct ReviewModeration {
    /// The store of reviews.
    pub store: Arc<dyn ReviewStore>,
    /// The clock that tells the time of a decision.
    pub clock: Arc<dyn Clock>,
}

/// All that an operator sees of a review.
pub struct ReviewFile {
    /// The review, with what operators see of its state.
    pub case: ReviewCase,
    /// Readers' reports, first to last.
    pub reports: Vec<StoredReport>,
    /// The operators' decisions, first to last.
    pub decisions: Vec<ModerationDecision>,
}

impl ReviewModeration {
    /// Gives each of these reviews to `show`, by title, and returns how many there are.
    pub async fn list(&self, which: Cases, mut show: impl FnMut(&ReviewCase)) -> Result<u64> {
        let (mut count, mut after) = (0, None);
        loop {
            let cases = self.store.cases(which, after.as_ref(), BATCH).await?;
            cases.iter().for_each(&mut show);
            count += cases.len() as u64;
            match cases.last() {
                Some(last) if cases.len() == BATCH as usize => {
                    after = Some(last.review.id.clone());
                }
                _ => return Ok(count),
            }
        }
    }

    /// Returns a review with its reports and decisions; `None` if there is no such review.
    pub async fn file(&self, id: &ReviewId) -> Result<Option<ReviewFile>> {
        let case = match self.store.case(id).await {
            Err(Error::NotFound(_)) => return Ok(None),
            case => case?,
        };
        Ok(Some(ReviewFile {
            case,
            reports: self.store.reports_of(id).await?,
            decisions: self.store.decisions(id).await?,
        }))
    }

    /// Returns the decisions about a review, first to last, whether the review is there or not.
    pub async fn decisions(&self, id: &ReviewId) -> Result<Vec<ModerationDecision>> {
        self.store.decisions(id).await
    }

    /// Hides a review from all but its author, who reads the reason.
    ///
    /// # Errors
    /// Fails with [`Error::Invalid`] without a reason or for a text too long, with [`Error::NotFound`] for no review.
    pub async fn hide(&self, id: &ReviewId, reason: &str, by: &str) -> Result<ReviewCase> {
        if reason.trim().is_empty() {
            let sentence = "Please give a reason. The author of the review reads it.";
            return Err(Error::Invalid(sentence.into()));
        }
        self.decide(id, Verdict::Hidden, reason, by).await
    }

    /// Makes a review visible to everybody; reports up to now do not count again.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if there is no such review, and with [`Error::Invalid`] for a text too long.
    pub async fn restore(&self, id: &ReviewId, reason: &str, by: &str) -> Result<ReviewCase> {
        self.decide(id, Verdict::Restored, reason, by).await
    }

    async fn decide(
        &self,
        id: &ReviewId,
        verdict: Verdict,
        reason: &str,
        by: &str,
    ) -> Result<ReviewCase> {
        let decision = ModerationDecision {
            verdict,
            reason: normalize::paragraphs("the reason", reason, MAX_NOTE_CHARS)?,
            by: normalize::line("the name", by, MAX_NAME)?,
            at: self.clock.now(),
        };
        self.store.decide_review(id, &decision).await?;
        self.store.case(id).await
    }
}
