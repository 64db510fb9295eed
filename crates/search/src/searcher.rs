//! An index as it was at one instant, and what is found in it.

use std::{
    collections::{HashMap, HashSet, hash_map},
    path::Path,
    sync::Arc,
};

use domain::{anime::MalId, search::IndexState};
use tantivy::{DocAddress, Index, ReloadPolicy, Searcher, SegmentReader, Term, index::SegmentId};

use crate::{
    candidates::candidates,
    fold::literal,
    grade::{Grade, ParsedQuery},
    grams, kana, order,
    schema::{Fields, UNKNOWN, damaged, schema},
    table::{IndexedName, Table},
};

pub(crate) struct IndexSearcher {
    searcher: Searcher,
    /// The tables of the searcher's segments, in their order.
    tables: Vec<Arc<Table>>,
    indexed: IndexState,
}

/// A title that was found.
pub(crate) struct Hit {
    pub(crate) mal_id: MalId,
    /// The entry of the name that matches best.
    address: DocAddress,
    grade: Grade,
    popularity: Option<u32>,
    members: u32,
    /// Whether the query's reading matches the name, and not the query as typed.
    read: bool,
}

impl Hit {
    /// Whether the match forgives a difference between query and name.
    pub(crate) fn is_forgiven(&self) -> bool {
        self.grade > Grade::Holds
    }

    fn order(&self) -> (Grade, u64) {
        order::by_match(self.grade, self.read, self.popularity)
    }
}

impl IndexSearcher {
    /// Reads an index, whose files it checks for damage first.
    pub(crate) fn checked(folder: &Path, fields: &Fields) -> tantivy::Result<Self> {
        if !Index::open_in_dir(folder)?.validate_checksum()?.is_empty() {
            return Err(damaged("a file of the index is damaged"));
        }
        Self::read(folder, fields, None)
    }

    /// Reads an index; what was read `before` of the same segments is not read again.
    pub(crate) fn read(
        folder: &Path,
        fields: &Fields,
        before: Option<&Self>,
    ) -> tantivy::Result<Self> {
        let index = Index::open_in_dir(folder)?;
        if index.schema() != schema().0 {
            return Err(damaged("the index has other fields"));
        }
        let revision = index.load_metas()?.payload;
        let revision = revision.and_then(|revision| revision.parse().ok());
        let reader = index.reader_builder();
        let reader = reader.reload_policy(ReloadPolicy::Manual).try_into()?;
        let searcher = reader.searcher();
        let mut tables = Vec::new();
        for segment in searcher.segment_readers() {
            let known = before.and_then(|before| before.table(segment.segment_id()));
            tables.push(match known {
                Some(table) => table,
                None => Arc::new(Table::read(segment, fields)?),
            });
        }
        let segments = searcher.segment_readers().iter().zip(&tables);
        let titles: HashSet<u32> = segments
            .flat_map(|(segment, table)| titles(segment, table))
            .collect();
        Ok(Self {
            indexed: IndexState {
                revision: revision.ok_or_else(|| damaged("the index has no revision"))?,
                titles: u32::try_from(titles.len()).unwrap_or(u32::MAX),
            },
            searcher,
            tables,
        })
    }

    fn table(&self, segment: SegmentId) -> Option<Arc<Table>> {
        let mut segments = self.searcher.segment_readers().iter();
        let at = segments.position(|known| known.segment_id() == segment)?;
        self.tables.get(at).cloned()
    }

    pub(crate) fn indexed(&self) -> IndexState {
        self.indexed
    }

    /// The titles that match `text` as it is typed or as it is read, the best first.
    pub(crate) fn find(&self, text: &str, fields: &Fields) -> tantivy::Result<Vec<Hit>> {
        let mut best = HashMap::new();
        self.look_for(text, false, fields, &mut best)?;
        if let Some(reading) = kana::reading(text) {
            self.look_for(&reading, true, fields, &mut best)?;
        }
        Ok(ordered(best.into_values().collect()))
    }

    /// Puts the titles that match `text` into `best`, each by its name that matches best.
    fn look_for(
        &self,
        text: &str,
        read: bool,
        fields: &Fields,
        best: &mut HashMap<MalId, Hit>,
    ) -> tantivy::Result<()> {
        let Some(query) = ParsedQuery::new(text) else {
            return Ok(());
        };
        let literal_query = literal(text);
        let terms = grams::of_query(query.forms());
        let terms: Vec<Term> = terms.iter().map(|term| fields.term(term)).collect();
        for address in candidates(&self.searcher, &self.tables, &terms)? {
            let Some((known, mut grade)) = self.graded(address, &query) else {
                continue;
            };
            if !read && grade == Grade::Equal && literal(known.name) == literal_query {
                grade = Grade::Literal;
            }
            let found = Hit {
                mal_id: MalId::new(known.mal_id),
                address,
                grade,
                popularity: (known.popularity != UNKNOWN).then_some(known.popularity),
                members: known.members,
                read,
            };
            match best.entry(found.mal_id) {
                hash_map::Entry::Vacant(free) => {
                    free.insert(found);
                }
                hash_map::Entry::Occupied(mut held) => {
                    // Of names that match equally well, always the same one
                    if (found.order(), address) < (held.get().order(), held.get().address) {
                        held.insert(found);
                    }
                }
            }
        }
        Ok(())
    }

    fn graded(&self, address: DocAddress, query: &ParsedQuery) -> Option<(IndexedName<'_>, Grade)> {
        let known = self.known(address)?;
        let grade = query.grade(known.form)?;
        Some((known, grade))
    }

    fn known(&self, address: DocAddress) -> Option<IndexedName<'_>> {
        let table = self.tables.get(address.segment_ord as usize)?;
        table.get(address.doc_id)
    }

    /// The name of a hit that matches best, as it is written.
    pub(crate) fn name(&self, found: &Hit) -> Option<&str> {
        Some(self.known(found.address)?.name)
    }
}

/// Sorts hits. Those that are only alike are left out where another one matches, and where a name was typed without
/// an error those that forgive one are.
fn ordered(mut found: Vec<Hit>) -> Vec<Hit> {
    match found.iter().map(|title| title.grade).min() {
        Some(best) if best.is_whole() => found.retain(|title| title.grade <= Grade::Holds),
        Some(best) if best.is_match() => found.retain(|title| title.grade.is_match()),
        _ => {}
    }
    found.sort_unstable_by_key(|title| {
        let members = Some(title.members);
        (
            title.order(),
            order::popularity_key(title.popularity, members, title.mal_id),
        )
    });
    found
}

/// The titles of a segment's entries that are not deleted.
fn titles(segment: &SegmentReader, table: &Table) -> HashSet<u32> {
    let alive = segment.alive_bitset();
    let is_alive = |entry| alive.is_none_or(|alive| alive.is_alive(entry));
    table.titles(is_alive).collect()
}
