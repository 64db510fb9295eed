//! Titles by when they air, which the store has no columns for.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, HashMap, HashSet},
};

use domain::{
    Result,
    anime::{BroadcastSlot, MalId, Season},
};
use jiff::civil::Date;

use super::{Browsing, table::Row};

const SEASONS: [Season; 4] = [Season::Winter, Season::Spring, Season::Summer, Season::Fall];

/// The times at which titles must air. A field that is `None` does not narrow the choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AirFilter {
    /// The latest last day of a title; a title without a last day does not pass.
    pub(crate) ended_until: Option<Date>,
    /// The weekly slot in which a title must be broadcast.
    pub(crate) slot: Option<BroadcastSlot>,
}

impl AirFilter {
    fn lets_through(self, row: &Row) -> bool {
        let ended = |until| row.ended.is_some_and(|day| day <= until);
        self.ended_until.is_none_or(ended) && self.slot.is_none_or(|slot| row.slot == slot)
    }
}

/// A year, and those of its seasons in which titles began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YearSeasons {
    /// The year.
    pub year: u16,
    /// The seasons, from winter to fall.
    pub seasons: Vec<Season>,
}

impl Browsing {
    /// Returns those of `ids` that `filter` lets through, in their order.
    pub(crate) async fn airing(
        &self,
        mut ids: Vec<MalId>,
        filter: AirFilter,
    ) -> Result<Vec<MalId>> {
        let table = self.table().await?;
        let rows = table.rows.iter().filter(|row| filter.lets_through(row));
        let let_through: HashSet<MalId> = rows.map(|row| row.mal_id).collect();
        ids.retain(|id| let_through.contains(id));
        Ok(ids)
    }

    /// `ids` by the last day; those without one come last, equal ones stay in their order.
    pub(crate) async fn by_last_day(
        &self,
        ids: Vec<MalId>,
        descending: bool,
    ) -> Result<Vec<MalId>> {
        let table = self.table().await?;
        let rows = table.rows.iter();
        let days: HashMap<MalId, Date> = rows
            .filter_map(|row| Some((row.mal_id, row.ended?)))
            .collect();
        let dated = ids.into_iter().map(|id| (days.get(&id), id));
        let mut dated: Vec<(Option<&Date>, MalId)> = dated.collect();
        dated.sort_by(|(one, _), (other, _)| match (one, other) {
            (Some(one), Some(other)) if descending => other.cmp(one),
            (Some(one), Some(other)) => one.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        });
        Ok(dated.into_iter().map(|(_, id)| id).collect())
    }

    /// Returns the seasons in which titles began, the last year first.
    ///
    /// # Errors
    /// Fails if nothing was read from the store yet and it does not answer.
    pub async fn seasons(&self) -> Result<Vec<YearSeasons>> {
        let table = self.table().await?;
        let mut years: BTreeMap<Reverse<u16>, HashSet<Season>> = BTreeMap::new();
        for row in &table.rows {
            if let (Some(year), Some(season)) = (row.year, row.season) {
                years.entry(Reverse(year)).or_default().insert(season);
            }
        }
        let years = years.into_iter().map(|(Reverse(year), begun)| YearSeasons {
            year,
            seasons: SEASONS.into_iter().filter(|s| begun.contains(s)).collect(),
        });
        Ok(years.collect())
    }
}
