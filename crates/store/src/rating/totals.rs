//! The numbers of all titles together.

use domain::{
    Result,
    rating::{ExtremeVotes, Histogram, Side},
};

use crate::{
    tx::Tx,
    value::{Row, Value},
};

/// The numbers of counted scores on all titles, and the id of the last hold.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Totals {
    votes: i64,
    bottom: i64,
    top: i64,
    pub(super) last_hold: u32,
}

impl Totals {
    /// Reads the totals, and keeps all others from counting until the transaction ends.
    pub(super) async fn lock(tx: &mut Tx) -> Result<Self> {
        let sql = "INSERT INTO rating_total (id, votes, bottom, top, last_hold) \
             VALUES (1, 0, 0, 0, 0) ON CONFLICT (id) DO UPDATE SET votes = rating_total.votes \
             RETURNING votes, bottom, top, last_hold";
        let row = tx.query(sql, vec![]).await?.pop();
        row.map_or_else(|| Ok(Self::default()), read)
    }

    /// Replaces the counted scores `before` of a title by those `after`.
    pub(super) fn replace(&mut self, before: &Histogram, after: &Histogram) {
        let change =
            |count: fn(&Histogram) -> u32| i64::from(count(after)) - i64::from(count(before));
        self.votes += change(Histogram::raters);
        self.bottom += change(|it| it.extreme(Side::Bottom));
        self.top += change(|it| it.extreme(Side::Top));
    }

    /// The same totals without any scores.
    pub(super) const fn without_scores(self) -> Self {
        Self {
            votes: 0,
            bottom: 0,
            top: 0,
            ..self
        }
    }

    /// The number of all scores, and of those at one end of the scale.
    pub(super) fn extreme(&self, side: Side) -> ExtremeVotes {
        let count = |count: i64| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
        ExtremeVotes {
            votes: count(self.votes),
            extreme: count(match side {
                Side::Bottom => self.bottom,
                Side::Top => self.top,
            }),
        }
    }

    pub(super) async fn write(&self, tx: &mut Tx) -> Result<()> {
        let sql = "UPDATE rating_total SET votes = $1, bottom = $2, top = $3, last_hold = $4 WHERE id = 1";
        let params: Vec<Value> = vec![
            self.votes.into(),
            self.bottom.into(),
            self.top.into(),
            self.last_hold.into(),
        ];
        tx.execute(sql, params).await
    }
}

fn read(mut row: Row) -> Result<Totals> {
    Ok(Totals {
        votes: row.take("votes")?,
        bottom: row.take("bottom")?,
        top: row.take("top")?,
        last_hold: row.take("last_hold")?,
    })
}
