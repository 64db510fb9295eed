//! The entries that share most with what is looked for.
//!
//! Counted here and not by the engine's own ranking, which cannot leave the length of names aside:
//! of all names that hold what was typed, the popular ones are wanted and not the short ones.

use tantivy::{
    DocAddress, InvertedIndexReader, Searcher, Term,
    postings::BlockSegmentPostings,
    schema::IndexRecordOption,
};

use crate::table::Table;

/// Entries that are compared with what is looked for. A title has about three of them.
const CANDIDATES: usize = 600;
/// The weight of a term is its rarity in parts of so many to a natural logarithm.
const STEPS: f64 = 16.0;

/// An entry and the weight of the terms that it holds.
#[derive(Clone, Copy)]
struct Candidate {
    weight: u16,
    popularity: u32,
    address: DocAddress,
}

/// At most [`CANDIDATES`] entries that hold the rarest of `terms`; of those that hold the same, the
/// most popular.
pub(crate) fn candidates(
    searcher: &Searcher,
    tables: &[Table],
    terms: &[Term],
) -> tantivy::Result<Vec<DocAddress>> {
    let indexes = searcher
        .segment_readers()
        .iter()
        .map(|segment| segment.inverted_index(terms[0].field()))
        .collect::<tantivy::Result<Vec<_>>>()?;
    let mut weights: Vec<Vec<u16>> = tables.iter().map(|table| vec![0; table.len()]).collect();
    for term in terms {
        add(&indexes, term, &mut weights)?;
    }
    let mut found = Vec::new();
    for (segment, (table, weights)) in (0..).zip(tables.iter().zip(&weights)) {
        let alive = searcher.segment_reader(segment).alive_bitset();
        for (doc_id, weight) in (0..).zip(weights) {
            if *weight > 0 && alive.is_none_or(|alive| alive.is_alive(doc_id)) {
                found.push(Candidate {
                    weight: *weight,
                    popularity: table.popularity(doc_id),
                    address: DocAddress::new(segment, doc_id),
                });
            }
        }
    }
    if found.len() > CANDIDATES {
        found.select_nth_unstable_by_key(CANDIDATES, |candidate| {
            (std::cmp::Reverse(candidate.weight), candidate.popularity)
        });
        found.truncate(CANDIDATES);
    }
    Ok(found.into_iter().map(|candidate| candidate.address).collect())
}

/// Adds the weight of `term` to the entries that hold it.
fn add(
    indexes: &[std::sync::Arc<InvertedIndexReader>],
    term: &Term,
    weights: &mut [Vec<u16>],
) -> tantivy::Result<()> {
    let mut postings: Vec<Option<BlockSegmentPostings>> = Vec::with_capacity(indexes.len());
    for index in indexes {
        postings.push(index.read_block_postings(term, IndexRecordOption::Basic)?);
    }
    let all: usize = weights.iter().map(Vec::len).sum();
    let holding: u32 = postings.iter().flatten().map(BlockSegmentPostings::doc_freq).sum();
    let weight = weight(all, holding);
    for (postings, weights) in postings.iter_mut().zip(weights) {
        let Some(postings) = postings else { continue };
        let mut left = postings.doc_freq() as usize;
        while left > 0 {
            for doc_id in postings.docs() {
                if let Some(sum) = weights.get_mut(*doc_id as usize) {
                    *sum = sum.saturating_add(weight);
                }
            }
            left = left.saturating_sub(postings.docs().len().max(1));
            postings.advance();
        }
    }
    Ok(())
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
