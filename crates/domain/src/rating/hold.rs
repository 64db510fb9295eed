//! Bursts of votes that wait for somebody to look at them.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::Side;
use crate::anime::MalId;

/// What was decided about a hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldState {
    /// Undecided: its votes do not count, and neither do those that come at that end of the scale in the next
    /// [`BURST_DAYS`](super::BURST_DAYS).
    Open,
    /// The hold's votes count.
    Released,
    /// The hold's votes never count, whatever their owners make of them. Those of others do.
    Dropped,
}

impl HoldState {
    /// Returns the state's name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Released => "released",
            Self::Dropped => "dropped",
        }
    }
}

/// A burst of extreme votes on a title. They count only once an operator has released them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// The hold's number.
    pub id: u32,
    /// The title's id.
    pub mal_id: MalId,
    /// The title's name; `None` if the catalogue does not hold it any more.
    pub title: Option<String>,
    /// The end of the scale at which the votes are.
    pub side: Side,
    /// Day of the first vote that the hold may have.
    pub since: Date,
    /// Day of the last vote that the hold may have.
    pub until: Date,
    /// Number of votes that the hold has now.
    pub votes: u32,
    /// When the burst was found.
    pub found_at: Timestamp,
    /// Decisions about the hold, first to last.
    pub decisions: Vec<HoldDecision>,
}

impl Hold {
    /// Returns the hold's present state.
    pub fn state(&self) -> HoldState {
        self.decisions.last().map_or(HoldState::Open, |it| it.state)
    }
}

/// A decision about a hold, which is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldDecision {
    /// The state that was decided.
    pub state: HoldState,
    /// When it was decided.
    pub at: Timestamp,
    /// How many scored votes it held or released. Decisions of older versions lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<u32>,
}
