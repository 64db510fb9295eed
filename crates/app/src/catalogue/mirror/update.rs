//! The stored facts of an answer.

use domain::{
    anime::{Anime, MalId},
    mirror::{AnswerMetadata, Fetch, ListPage},
    provider::SourceTitle,
};
use jiff::Timestamp;

/// The facts of a provider's answer, or that a former answer still stands.
pub(super) struct MirrorUpdate {
    pub(super) metadata: AnswerMetadata,
    /// The facts of the answer; `None` where the former answer still stands.
    pub(super) facts: Option<NewFacts>,
}

/// The facts of an answer.
pub(super) struct NewFacts {
    pub(super) titles: Vec<Anime>,
    pub(super) adult: Vec<MalId>,
    pub(super) as_of: Timestamp,
    /// The tag by which the provider knows the answer again; `None` if it gave none.
    pub(super) etag: Option<String>,
}

impl MirrorUpdate {
    pub(super) fn page(answer: Fetch<ListPage>) -> Self {
        Self::of(answer, |page| {
            let metadata = AnswerMetadata {
                pages: page.pages,
                more: page.more,
                ..AnswerMetadata::default()
            };
            (page.titles, metadata)
        })
    }

    pub(super) fn record(answer: Fetch<Option<SourceTitle>>) -> Self {
        Self::of(answer, |record| {
            let metadata = AnswerMetadata {
                status: record.as_ref().and_then(SourceTitle::status),
                ..AnswerMetadata::default()
            };
            (record.into_iter().collect(), metadata)
        })
    }

    /// Takes an answer; `apart` splits its value into the titles and the metadata.
    fn of<T>(
        answer: Fetch<T>,
        apart: impl FnOnce(T) -> (Vec<SourceTitle>, AnswerMetadata),
    ) -> Self {
        let (value, as_of, etag) = match answer {
            Fetch::Modified { value, as_of, etag } => (value, as_of, etag),
            Fetch::NotModified(metadata) => {
                return Self {
                    metadata,
                    facts: None,
                };
            }
        };
        let (titles, mut metadata) = apart(value);
        let (titles, adult) = SourceTitle::partition(titles);
        let shown = titles.iter().map(|title| title.mal_id);
        metadata.titles = shown.chain(adult.iter().copied()).collect();
        let facts = NewFacts {
            titles,
            adult,
            as_of,
            etag,
        };
        Self {
            metadata,
            facts: Some(facts),
        }
    }
}
