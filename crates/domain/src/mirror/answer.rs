//! Answers that need not be sent again.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::MirrorList;
use crate::anime::{Anime, MalId, Status};

/// A request to a mirrored provider, by what it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MirrorRequest {
    /// A page of a list, counted from 1.
    Page(MirrorList, u32),
    /// The whole record of a title.
    FullRecord(MalId),
}

impl fmt::Display for MirrorRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(list, page) => write!(f, "{} {page}", list.as_str()),
            Self::FullRecord(id) => write!(f, "whole {id}"),
        }
    }
}

impl MirrorRequest {
    /// Digest of `facts`, as far as the answer tells of them: while it is the same, nobody has changed
    /// what the answer said. Another version may read more from an answer, so its digest is another.
    pub fn digest(self, facts: Vec<Option<Anime>>) -> Result<String, serde_json::Error> {
        self.digest_of(env!("CARGO_PKG_VERSION"), facts)
    }

    fn digest_of(
        self,
        version: &str,
        facts: Vec<Option<Anime>>,
    ) -> Result<String, serde_json::Error> {
        let stated = match self {
            Self::Page(..) => |anime: Option<Anime>| anime.map(as_in_lists),
            Self::FullRecord(_) => |anime| anime,
        };
        let facts: Vec<Option<Anime>> = facts.into_iter().map(stated).collect();
        let facts = serde_json::to_vec(&(version, facts))?;
        Ok(hex::encode(Sha256::digest(facts)))
    }
}

/// Returns a title without the facts that whole records alone have.
fn as_in_lists(anime: Anime) -> Anime {
    Anime {
        relations: None,
        openings: Vec::new(),
        endings: Vec::new(),
        external: Vec::new(),
        streaming: Vec::new(),
        ..anime
    }
}

/// A provider's answer to a conditional request.
#[derive(Debug, Clone, PartialEq)]
pub enum Fetch<T> {
    /// A new answer.
    Modified {
        /// The content of the answer.
        value: T,
        /// When the provider gave the answer.
        as_of: Timestamp,
        /// The answer's `ETag`; `None` if it has none.
        etag: Option<String>,
    },
    /// The cached answer still stands, with this metadata.
    NotModified(AnswerMetadata),
}

/// What is kept of an answer besides the facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerMetadata {
    /// Ids of the titles in the answer, those for adults too.
    pub titles: Vec<MalId>,
    /// Number of pages of the answered list; `None` if the provider does not tell.
    pub pages: Option<u32>,
    /// Whether another page of the list follows.
    pub more: bool,
    /// Airing status of the title whose whole record the answer is.
    pub status: Option<Status>,
}

/// A known answer, which the provider need not send again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedAnswer {
    /// The answer's `ETag`.
    pub etag: String,
    /// The answer's metadata.
    pub metadata: AnswerMetadata,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anime::{Relation, RelationTarget};

    const PAGE: MirrorRequest = MirrorRequest::Page(MirrorList::Airing, 1);
    const WHOLE: MirrorRequest = MirrorRequest::FullRecord(MalId::new(1));

    fn anime() -> Anime {
        Anime::named(MalId::new(1), "One")
    }

    fn related() -> Anime {
        let relation = Relation {
            kind: "Sequel".into(),
            target: RelationTarget::Anime,
            id: 2,
            name: "Two".into(),
        };
        Anime {
            relations: Some(vec![relation]),
            ..anime()
        }
    }

    fn digest(request: MirrorRequest, version: &str, facts: &[Option<Anime>]) -> String {
        request.digest_of(version, facts.to_vec()).unwrap()
    }

    #[test]
    fn digest_changes_with_each_stated_fact() {
        let scored = Anime {
            score: Some(8.0),
            ..anime()
        };
        for request in [PAGE, WHOLE] {
            let [one, other, none] = [Some(anime()), Some(scored.clone()), None];
            let digests = [one, other, none].map(|facts| digest(request, "1", &[facts]));
            assert_ne!(digests[0], digests[1]);
            assert_ne!(digests[0], digests[2]);
        }
        let [one, other] = [anime(), related()].map(|anime| digest(WHOLE, "1", &[Some(anime)]));
        assert_ne!(one, other);
    }

    #[test]
    fn digest_ignores_facts_that_a_list_omits() {
        let [one, other] = [anime(), related()].map(|anime| digest(PAGE, "1", &[Some(anime)]));
        assert_eq!(one, other);
    }

    #[test]
    fn digest_changes_with_the_parser_version() {
        let facts = [Some(anime())];
        assert_ne!(digest(WHOLE, "1", &facts), digest(WHOLE, "2", &facts));
    }
}
