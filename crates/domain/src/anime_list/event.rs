//! Changes of entries, which stay.

use std::{collections::BTreeSet, fmt, str::FromStr};

use jiff::Timestamp;

use super::{Field, FieldChange, ListEntry, RequestedEdit, diff};
use crate::anime::MalId;

/// A client's id of one operation, so that sending it twice does it once:
/// 8 to 64 of `A-Z a-z 0-9 _ -`.
///
/// What stands before the last hyphen names the client's outbox: an outbox has seen its own operations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpId(String);

/// Error: a text is no [`OpId`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("op_id has 8 to 64 letters, digits, hyphens and underscores.")]
pub struct NoOpId;

impl OpId {
    /// Returns the id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name of the outbox that the operation comes from; `None` if the id names none.
    pub fn outbox(&self) -> Option<&str> {
        self.0.rsplit_once('-').map(|(outbox, _)| outbox)
    }
}

impl FromStr for OpId {
    type Err = NoOpId;

    fn from_str(text: &str) -> Result<Self, NoOpId> {
        let is_one = (8..=64).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        is_one.then(|| Self(text.to_owned())).ok_or(NoOpId)
    }
}

/// Why an entry changed.
///
/// As text it is `hand`, `undo:VERSION`, `restore:INSTANT`, `import:NUMBER`, `migrated` or `sync`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A user edited the entry.
    Hand,
    /// A user undid the change of this version.
    Undo(u64),
    /// A user restored the list as it was at this instant.
    Restore(Timestamp),
    /// An import, by its number.
    Import(String),
    /// The entry was on the watchlist before changes were kept.
    Migrated,
    /// The list of another service, which is kept in step, changed the entry.
    Sync,
}

impl Cause {
    /// Prefix of the text of a [`Restore`](Self::Restore).
    pub const RESTORE: &str = "restore:";
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand => f.write_str("hand"),
            Self::Undo(version) => write!(f, "undo:{version}"),
            Self::Restore(at) => write!(f, "{}{at}", Self::RESTORE),
            Self::Import(name) => write!(f, "import:{name}"),
            Self::Migrated => f.write_str("migrated"),
            Self::Sync => f.write_str("sync"),
        }
    }
}

/// Error: a text names no [`Cause`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no cause of a change")]
pub struct NoCause;

impl FromStr for Cause {
    type Err = NoCause;

    fn from_str(text: &str) -> Result<Self, NoCause> {
        Ok(match text.split_once(':') {
            None if text == "hand" => Self::Hand,
            None if text == "migrated" => Self::Migrated,
            None if text == "sync" => Self::Sync,
            Some(("undo", version)) => Self::Undo(version.parse().map_err(|_| NoCause)?),
            Some(("restore", at)) => Self::Restore(at.parse().map_err(|_| NoCause)?),
            Some(("import", name)) => Self::Import(name.to_owned()),
            _ => return Err(NoCause),
        })
    }
}

/// One change of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEvent {
    /// The library's version after the change; no other change has it.
    pub version: u64,
    /// The title's id.
    pub mal_id: MalId,
    /// When the change was written, by the clock of the server that did. The order is that of versions, whatever clocks
    /// say.
    pub at: Timestamp,
    /// When the user made the change, if that was before it was written.
    pub made_at: Option<Timestamp>,
    /// The `User-Agent` header with which the session was opened that made the change, perhaps shortened.
    pub device: Option<String>,
    /// Why the entry changed.
    pub cause: Cause,
    /// The client's id of the operation.
    pub op_id: Option<OpId>,
    /// The library's version that the client had seen, where others had changed the entry since.
    pub base_version: Option<u64>,
    /// The edit that the user asked for; `None` for a change that is no edit.
    pub requested: Option<RequestedEdit>,
    /// The entry before the change; `None` where the title was not on the list.
    pub before: Option<ListEntry>,
    /// The entry after the change; `None` where the title was taken off.
    pub after: Option<ListEntry>,
    /// The fields set by a rule, not by hand.
    pub by_rule: BTreeSet<Field>,
}

impl ListEvent {
    /// Returns the changed fields with their values.
    pub fn changes(&self) -> Vec<FieldChange> {
        diff(self.before.as_ref(), self.after.as_ref())
    }

    /// Returns the changed fields. An addition is compared with a planned entry, and omits equal fields.
    pub(super) fn changes_of_hands_and_rules(&self) -> Vec<FieldChange> {
        let Some(after) = self.after.as_ref().filter(|_| self.before.is_none()) else {
            return self.changes();
        };
        diff(Some(&ListEntry::planned(after.added_at)), Some(after))
    }

    /// Returns the name of the outbox that the change comes from; `None` if its client named none.
    pub fn outbox(&self) -> Option<&str> {
        self.op_id.as_ref()?.outbox()
    }
}

/// The common data of the changes of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// When the changes are written.
    pub at: Timestamp,
    /// When the user made the changes, if the client says so.
    pub made_at: Option<Timestamp>,
    /// The client that makes the changes.
    pub device: Option<String>,
    /// Why the entries change.
    pub cause: Cause,
    /// The client's id of the operation.
    pub op_id: Option<OpId>,
    /// The library's version that the client had seen; `None` for one that has seen all.
    pub base_version: Option<u64>,
    /// Version of the oldest change that the operation undoes; `None` if it undoes none.
    pub takes_back: Option<u64>,
}

impl Operation {
    /// Returns a user's operation at this instant, of an unnamed client that has seen all.
    pub const fn by_hand(at: Timestamp) -> Self {
        Self {
            at,
            made_at: None,
            device: None,
            cause: Cause::Hand,
            op_id: None,
            base_version: None,
            takes_back: None,
        }
    }

    /// Returns the version after which an entry's changes matter to the operation; `None` if none do.
    pub fn looks_back_to(&self) -> Option<u64> {
        let before = |version: u64| version.saturating_sub(1);
        self.takes_back.map(before).or(self.base_version)
    }

    /// Returns the event of an entry's change by this operation, without fields set by rules.
    pub fn event(
        &self,
        version: u64,
        mal_id: MalId,
        (before, after): (Option<ListEntry>, Option<ListEntry>),
    ) -> ListEvent {
        ListEvent {
            version,
            mal_id,
            at: self.at,
            made_at: self.made_at.filter(|made_at| *made_at < self.at),
            device: self.device.clone(),
            cause: self.cause.clone(),
            op_id: self.op_id.clone(),
            base_version: None,
            requested: None,
            before,
            after,
            by_rule: BTreeSet::new(),
        }
    }

    /// Returns whether the client knows a change because it made it itself.
    pub fn made(&self, event: &ListEvent) -> bool {
        let own = self.op_id.as_ref().and_then(OpId::outbox);
        own.is_some() && own == event.outbox()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_parses_only_its_own_text() {
        for cause in [
            Cause::Hand,
            Cause::Undo(7),
            Cause::Restore(Timestamp::UNIX_EPOCH),
            Cause::Import("7".into()),
            Cause::Migrated,
            Cause::Sync,
        ] {
            assert_eq!(cause.to_string().parse(), Ok(cause));
        }
        for text in ["", "hands", "undo", "undo:x", "restore:today", "hand:1"] {
            assert_eq!(text.parse::<Cause>(), Err(NoCause), "{text}");
        }
    }

    #[test]
    fn op_id_is_short_ascii_and_names_its_outbox() {
        for text in [
            "",
            "1234567",
            "12345678 ",
            "12345678/",
            &"a".repeat(65),
            "ääääääää",
        ] {
            assert_eq!(text.parse::<OpId>(), Err(NoOpId), "{text}");
        }
        let outbox = |text: &str| text.parse::<OpId>().unwrap().outbox().map(str::to_owned);
        assert_eq!(outbox("a_box-1-22"), Some("a_box-1".into()));
        assert_eq!(outbox("without_one"), None);
    }
}
