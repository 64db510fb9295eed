//! The entries that share most with what is looked for.
//!
//! Counted here and not by the engine's own ranking, which cannot leave the length of names aside:
//! of all names that hold what was typed, the popular ones are wanted and not the short ones.

use std::{cmp::Reverse, sync::Arc};

use tantivy::{
    DocAddress, InvertedIndexReader, Searcher, Term, postings::BlockSegmentPostings,
    schema::IndexRecordOption,
};

use crate::table::Table;

/// The largest number of entries that are compared with the query. A title has about three of them.
const CANDIDATES: usize = 600;
/// An entry that holds less than this part of what the best one holds is no candidate.
const MIN_PART: u16 = 4;
/// The largest number of entries counted for all terms together: the rarest terms first, which tell most.
const MAX_COUNTED: u32 = 8_000;
/// The number of the rarest terms that are counted even beyond [`MAX_COUNTED`] entries.
const MIN_TERMS: usize = 4;
/// The steps of a term's weight for each unit of its rarity, which is a natural logarithm.
const STEPS: f64 = 16.0;

/// A term that some names hold.
struct Counted {
    holding: u32,
    /// The term's postings in each segment; `None` where the segment has none.
    postings: Vec<Option<BlockSegmentPostings>>,
}

/// How much of the query the entries of a segment hold.
struct Weights {
    by_entry: Vec<u16>,
    /// The entries that hold any term of the query.
    touched: Vec<u32>,
}

/// At most [`CANDIDATES`] entries that hold the rarest of `terms`; of those that hold the same, the
/// most popular.
pub(crate) fn candidates(
    searcher: &Searcher,
    tables: &[Arc<Table>],
    terms: &[Term],
) -> tantivy::Result<Vec<DocAddress>> {
    let mut segments: Vec<Weights> = tables.iter().map(|table| Weights::new(table)).collect();
    let all: usize = tables.iter().map(|table| table.len()).sum();
    let mut counted = 0;
    for (at, mut term) in rarest_first(searcher, terms)?.into_iter().enumerate() {
        counted += term.holding;
        if counted > MAX_COUNTED && at >= MIN_TERMS {
            break;
        }
        let weight = weight(all, term.holding);
        for (postings, weights) in term.postings.iter_mut().zip(&mut segments) {
            if let Some(postings) = postings {
                weights.add(postings, weight);
            }
        }
    }
    for (segment, weights) in searcher.segment_readers().iter().zip(&mut segments) {
        if let Some(alive) = segment.alive_bitset() {
            weights.touched.retain(|entry| alive.is_alive(*entry));
        }
    }
    let least = least(&segments);
    let mut found = Vec::with_capacity(CANDIDATES);
    for (segment, (table, weights)) in (0..).zip(tables.iter().zip(&segments)) {
        let entries = weights.all().filter(|(_, weight)| *weight >= least);
        found.extend(entries.map(|(entry, weight)| {
            let address = DocAddress::new(segment, entry);
            (Reverse(weight), table.popularity(entry), address)
        }));
    }
    if found.len() > CANDIDATES {
        found.select_nth_unstable(CANDIDATES);
        found.truncate(CANDIDATES);
    }
    Ok(found.into_iter().map(|(.., address)| address).collect())
}

/// The smallest weight of a candidate.
fn least(segments: &[Weights]) -> u16 {
    let mut weights = Vec::new();
    for segment in segments {
        weights.extend(segment.all().map(|(_, weight)| weight));
    }
    let best = weights.iter().max().copied().unwrap_or_default();
    let of_part = best / MIN_PART;
    if weights.len() <= CANDIDATES {
        return of_part;
    }
    let (_, of_last, _) = weights.select_nth_unstable_by_key(CANDIDATES - 1, |w| Reverse(*w));
    of_part.max(*of_last)
}

fn rarest_first(searcher: &Searcher, terms: &[Term]) -> tantivy::Result<Vec<Counted>> {
    let mut indexes: Vec<Arc<InvertedIndexReader>> = Vec::new();
    if let Some(term) = terms.first() {
        for segment in searcher.segment_readers() {
            indexes.push(segment.inverted_index(term.field())?);
        }
    }
    let mut found = Vec::with_capacity(terms.len());
    for term in terms {
        let mut postings = Vec::with_capacity(indexes.len());
        for index in &indexes {
            postings.push(index.read_block_postings(term, IndexRecordOption::Basic)?);
        }
        let holding = postings
            .iter()
            .flatten()
            .map(BlockSegmentPostings::doc_freq)
            .sum();
        if holding > 0 {
            found.push(Counted { holding, postings });
        }
    }
    found.sort_by_key(|term| term.holding);
    Ok(found)
}

impl Weights {
    fn new(table: &Table) -> Self {
        Self {
            by_entry: vec![0; table.len()],
            touched: Vec::new(),
        }
    }

    fn add(&mut self, postings: &mut BlockSegmentPostings, weight: u16) {
        let mut left = postings.doc_freq() as usize;
        while left > 0 {
            for entry in postings.docs() {
                let Some(sum) = self.by_entry.get_mut(*entry as usize) else {
                    continue;
                };
                if *sum == 0 {
                    self.touched.push(*entry);
                }
                *sum = sum.saturating_add(weight);
            }
            left = left.saturating_sub(postings.docs().len().max(1));
            postings.advance();
        }
    }

    /// The entries that hold any term of the query, with their weights.
    fn all(&self) -> impl ExactSizeIterator<Item = (u32, u16)> {
        let touched = self.touched.iter();
        touched.map(|entry| (*entry, self.by_entry[*entry as usize]))
    }
}

/// The inverse document frequency of a term that `holding` of `all` entries hold.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small positive number, rounded"
)]
fn weight(all: usize, holding: u32) -> u16 {
    let rarity = (1.0 + all as f64 / f64::from(holding.max(1))).ln();
    (rarity * STEPS) as u16
}
