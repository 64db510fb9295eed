//! The effects of changed votes: bursts are held, and private votes are published once they are due.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Result,
    anime::MalId,
    rating::{
        BURST_DAYS, ExtremeVotes, Histogram, History, Hold, MIN_BURST, Side, StoredVote,
        TitleTally, is_burst,
    },
};
use jiff::{Span, Timestamp, civil::Date};

use super::{
    holds,
    lists::day,
    tallies::{StoredTally, Tallies},
    totals::Totals,
    votes::{self, Key, VoteChange},
};
use crate::{
    tx::Tx,
    value::{Row, Statement},
};

/// The scores on a title in the last days that count or are about to, by the end of the scale.
type Recent = BTreeMap<Side, ExtremeVotes>;

/// Finds the bursts on these titles, whose votes are written already, and holds them.
pub(super) async fn hold_bursts(
    tx: &mut Tx,
    (tallies, totals): (&mut Tallies, &mut Totals),
    titles: &BTreeSet<MalId>,
    now: Timestamp,
) -> Result<Vec<Hold>> {
    let until = day(now);
    let since = until.saturating_sub(Span::new().days(i64::from(BURST_DAYS) - 1));
    let may_be = |stored: &StoredTally| {
        let counted = stored.tally.counted(true);
        Side::ALL
            .iter()
            .any(|side| counted.extreme(*side) >= MIN_BURST)
    };
    let ids = titles
        .iter()
        .filter(|id| tallies.0.get(id).is_some_and(may_be));
    let ids: Vec<MalId> = ids.copied().collect();
    let mut found = Vec::new();
    for (id, recent) in ids.iter().zip(recent(tx, &ids, since, tallies).await?) {
        for side in Side::ALL {
            let Some(stored) = tallies.0.get(id) else {
                continue;
            };
            let votes = recent.get(&side).copied().unwrap_or_default();
            let history = history(stored, totals, (side, votes), since);
            if is_burst(votes, &history) && holds::may_find(tx, *id, side, since).await? {
                totals.last_hold += 1;
                let hold = holds::found(totals.last_hold, *id, side, (since, until), now);
                hold_votes(tx, &hold, tallies).await?;
                holds::insert(tx, &hold).await?;
                found.push(hold);
            }
        }
    }
    Ok(found)
}

/// What a burst is compared with: the votes on the title before `since`, and those on all other titles.
fn history(
    stored: &StoredTally,
    totals: &Totals,
    (side, recent): (Side, ExtremeVotes),
    since: Date,
) -> History {
    let counted = stored.tally.counted(stored.tally.is_due());
    let title = extreme_votes(&counted, side);
    // Else a burst on a small site would be taken for what is usual there
    let others = totals
        .extreme(side)
        .without(extreme_votes(&stored.before, side));
    let days = stored
        .first_on
        .and_then(|first| (since - first).get_days().try_into().ok());
    History {
        title: title.without(recent),
        days: days.unwrap_or(0),
        others,
    }
}

fn extreme_votes(scores: &Histogram, side: Side) -> ExtremeVotes {
    ExtremeVotes {
        votes: scores.raters(),
        extreme: scores.extreme(side),
    }
}

/// Puts the votes of a burst under its hold, so that they do not count.
pub(super) async fn hold_votes(tx: &mut Tx, hold: &Hold, tallies: &mut Tallies) -> Result<()> {
    let days = (hold.since, hold.until);
    let burst = votes::of_days(tx, hold.mal_id, hold.side, days).await?;
    set_hold(tx, Some(hold.id), burst, tallies).await
}

/// Takes a hold off its votes, so that they count.
pub(super) async fn release_votes(tx: &mut Tx, hold: &Hold, tallies: &mut Tallies) -> Result<()> {
    let burst = votes::of_hold(tx, hold.mal_id, hold.id).await?;
    set_hold(tx, None, burst, tallies).await
}

/// Puts votes under a hold, or, with `None`, under no hold.
async fn set_hold(
    tx: &mut Tx,
    hold: Option<u32>,
    burst: Vec<(Key, StoredVote)>,
    tallies: &mut Tallies,
) -> Result<()> {
    let changes = burst.into_iter().map(|(key, vote)| VoteChange {
        key,
        before: Some(vote),
        after: Some(vote.with_hold(hold)).filter(StoredVote::is_kept),
    });
    let changes: Vec<VoteChange> = changes.collect();
    for change in &changes {
        tallies.apply(change);
    }
    let statements = votes::write(tx, &changes);
    tx.execute_all(statements).await
}

/// Reads the scores on each of the titles since a day.
async fn recent(tx: &mut Tx, ids: &[MalId], since: Date, tallies: &Tallies) -> Result<Vec<Recent>> {
    let sql = "SELECT status, score, is_private, is_unpublished, COUNT(*) AS votes FROM vote \
         WHERE mal_id = $1 AND rated_on >= $2 AND held IS NULL AND score IS NOT NULL \
         GROUP BY status, score, is_private, is_unpublished";
    let query = |id: &MalId| (sql.into(), vec![id.get().into(), since.to_string().into()]);
    let answers = tx.query_all(ids.iter().map(query).collect()).await?;
    let is_due = ids.iter().map(|id| {
        let stored = tallies.0.get(id);
        stored.is_some_and(|stored| stored.tally.is_due())
    });
    let answers = answers.into_iter().zip(is_due);
    answers
        .map(|(rows, is_due)| by_side(rows, is_due))
        .collect()
}

fn by_side(rows: Vec<Row>, is_due: bool) -> Result<Recent> {
    let mut recent = Recent::new();
    for mut row in rows {
        let is_unpublished = row.take::<i64>("is_unpublished")? != 0;
        let times: u32 = row.take("votes")?;
        let Some(vote) = votes::vote(&mut row)? else {
            continue;
        };
        if vote.is_private && is_unpublished && !is_due {
            continue;
        }
        for side in Side::ALL {
            let votes = recent.entry(side).or_default();
            votes.votes += times;
            if vote.score.and_then(Side::of) == Some(side) {
                votes.extreme += times;
            }
        }
    }
    Ok(recent)
}

/// Publishes the private votes of titles where that is due, and returns the statements that store that.
pub(super) fn publish_due(tallies: &mut Tallies) -> Vec<Statement> {
    let due = |(id, stored): (&MalId, &mut StoredTally)| {
        let tally: &mut TitleTally = &mut stored.tally;
        let is_due = tally.is_due();
        if is_due {
            tally.publish();
        }
        is_due.then(|| vec![id.get().into()])
    };
    let due: Vec<_> = tallies.0.iter_mut().filter_map(due).collect();
    if due.is_empty() {
        return Vec::new();
    }
    let gone = "DELETE FROM vote WHERE mal_id = $1 AND is_unpublished = 1 AND status IS NULL \
         AND held IS NULL";
    let rest = "UPDATE vote SET is_unpublished = 0 WHERE mal_id = $1 AND is_unpublished = 1";
    vec![(gone.into(), due.clone()), (rest.into(), due)]
}
