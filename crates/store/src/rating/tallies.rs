//! The numbers of titles as rows.

use std::collections::BTreeMap;

use domain::{
    Result,
    anime::MalId,
    rating::{Histogram, StoredVote, Tally, TitleTally, Vote},
};
use jiff::civil::Date;

use super::{
    totals::Totals,
    votes::{Key, VoteChange},
};
use crate::{
    anime::{from_json, optional_date},
    in_list::{id_values, padded},
    insert::Insert,
    library::to_json,
    tx::Tx,
    value::{Row, Statement, Value},
};

/// The largest number of titles whose tallies one query reads.
const BATCH: usize = 512;

/// The tally of a title, and the day of the title's first score that is not private.
#[derive(Debug, Clone, Default)]
pub(super) struct StoredTally {
    pub(super) tally: TitleTally,
    pub(super) first_on: Option<Date>,
    /// The counted scores when the tally was read.
    pub(super) before: Histogram,
}

impl StoredTally {
    /// Removes all votes from the tally but what is shown of private ones.
    pub(super) fn empty(&mut self) {
        self.tally.public = Tally::default();
        self.tally.private = Tally::default();
        self.first_on = None;
        self.before = Histogram::default();
    }
}

/// The tallies of titles that are being counted.
#[derive(Debug, Default)]
pub(super) struct Tallies(pub(super) BTreeMap<MalId, StoredTally>);

impl Tallies {
    /// Reads the tallies of these titles; empty ones where there are none yet.
    pub(super) async fn of(
        tx: &mut Tx,
        titles: impl Iterator<Item = MalId> + Send,
    ) -> Result<Self> {
        let mut tallies = Self::default();
        for id in titles {
            tallies.0.entry(id).or_default();
        }
        let ids: Vec<MalId> = tallies.0.keys().copied().collect();
        let query = |ids| {
            let (places, ids) = padded(id_values(ids));
            let sql = format!(
                "SELECT mal_id, public_votes, private_votes, published_votes, unpublished, \
                 first_on FROM title_tally WHERE mal_id IN ({places})"
            );
            (sql.into(), ids)
        };
        let queries = ids.chunks(BATCH).map(query).collect();
        for mut row in tx.query_all(queries).await?.into_iter().flatten() {
            let id = MalId::new(row.take("mal_id")?);
            tallies.0.insert(id, read(&mut row)?.unwrap_or_default());
        }
        Ok(tallies)
    }

    /// Counts a changed vote.
    pub(super) fn apply(&mut self, change: &VoteChange) {
        let VoteChange { key, before, after } = change;
        let stored = self.0.entry(key.0).or_default();
        stored.tally.replace(before.as_ref(), after.as_ref());
        // A hold must not depend on a private vote that is not shown
        let is_public = |vote: Vote| vote.score.is_some() && !vote.is_private;
        if let Some(after) = after
            && after.vote.is_some_and(is_public)
        {
            let first = stored.first_on.unwrap_or(after.rated_on);
            stored.first_on = Some(first.min(after.rated_on));
        }
    }

    /// Stops counting a vote whose owner has deleted the account.
    pub(super) fn forget(&mut self, (id, _): &Key, vote: &StoredVote) {
        self.0.entry(*id).or_default().tally.forget(vote);
    }

    /// Updates the totals and returns the statements that write the tallies.
    pub(super) fn write(&self, tx: &Tx, totals: &mut Totals) -> Result<Vec<Statement>> {
        let columns = [
            "mal_id",
            "public_votes",
            "private_votes",
            "published_votes",
            "unpublished",
            "first_on",
        ];
        let mut rows = Vec::with_capacity(self.0.len());
        for (id, stored) in &self.0 {
            totals.replace(&stored.before, &stored.tally.counted(false));
            let tally = &stored.tally;
            let row: Vec<Value> = vec![
                id.get().into(),
                to_json(&tally.public)?.into(),
                to_json(&tally.private)?.into(),
                to_json(&tally.published)?.into(),
                tally.unpublished.into(),
                stored.first_on.map(|it| it.to_string()).into(),
            ];
            rows.push(row);
        }
        let insert = Insert::into("title_tally", &columns).or_update("mal_id");
        Ok(insert.statements(tx, rows))
    }
}

/// Reads a tally from a row; `None` where a join found no tally.
pub(super) fn read(row: &mut Row) -> Result<Option<StoredTally>> {
    let Some(public) = row.take::<Option<String>>("public_votes")? else {
        return Ok(None);
    };
    let tally = TitleTally {
        public: from_json(&public)?,
        private: from_json(&row.take::<String>("private_votes")?)?,
        published: from_json(&row.take::<String>("published_votes")?)?,
        unpublished: row.take("unpublished")?,
    };
    Ok(Some(StoredTally {
        before: tally.counted(false),
        tally,
        first_on: optional_date(row.take("first_on")?)?,
    }))
}
