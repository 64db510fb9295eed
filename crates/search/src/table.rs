//! The part of an index segment that is in memory, to grade names without reading a disk.

use std::ops::Range;

use tantivy::{SegmentReader, TantivyDocument};

use crate::schema::{Entry, Fields, UNKNOWN, damaged};

/// The part of an entry that is in memory.
pub(crate) struct IndexedName<'a> {
    pub(crate) mal_id: u32,
    pub(crate) popularity: u32,
    pub(crate) members: u32,
    pub(crate) form: &'a str,
    /// The name as it is written.
    pub(crate) name: &'a str,
}

/// The names of a segment, by the number of their document.
pub(crate) struct Table {
    rows: Vec<Row>,
    forms: String,
    names: String,
}

struct Row {
    mal_id: u32,
    popularity: u32,
    members: u32,
    /// The end of the form in `forms`; the form begins where the one before ends.
    end: u32,
    /// The place of the name in `names`; the forms of a name share it.
    name: Range<u32>,
}

impl Table {
    pub(crate) fn read(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let mut table = Self {
            rows: Vec::with_capacity(segment.max_doc() as usize),
            forms: String::new(),
            names: String::new(),
        };
        // Deleted documents are read too, so that the numbers agree
        for document in segment.get_store_reader(1)?.iter::<TantivyDocument>(None) {
            table.push(&document?, fields).ok_or_else(not_whole)?;
        }
        if table.rows.len() == segment.max_doc() as usize {
            table.forms.shrink_to_fit();
            table.names.shrink_to_fit();
            Ok(table)
        } else {
            Err(not_whole())
        }
    }

    fn push(&mut self, document: &TantivyDocument, fields: &Fields) -> Option<()> {
        let entry = Entry::of(document, fields)?;
        self.forms.push_str(entry.form);
        let name = self.place(entry.name)?;
        self.rows.push(Row {
            mal_id: entry.mal_id,
            popularity: entry.popularity,
            members: entry.members,
            end: u32::try_from(self.forms.len()).ok()?,
            name,
        });
        Some(())
    }

    /// The place of `name` in `names`, which is added unless the row before has it.
    fn place(&mut self, name: &str) -> Option<Range<u32>> {
        if let Some(before) = self.rows.last()
            && self.name(before) == Some(name)
        {
            return Some(before.name.clone());
        }
        let start = u32::try_from(self.names.len()).ok()?;
        self.names.push_str(name);
        Some(start..u32::try_from(self.names.len()).ok()?)
    }

    fn name(&self, row: &Row) -> Option<&str> {
        self.names
            .get(row.name.start as usize..row.name.end as usize)
    }

    /// The titles of the entries that `is_alive` lets through, some more than once.
    pub(crate) fn titles(&self, is_alive: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        let rows = (0..).zip(&self.rows);
        let alive = rows.filter(move |(entry, _)| is_alive(*entry));
        alive.map(|(_, row)| row.mal_id)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The place by popularity of a document's title; [`UNKNOWN`](crate::schema::UNKNOWN) without a document.
    pub(crate) fn popularity(&self, document: u32) -> u32 {
        let row = self.rows.get(document as usize);
        row.map_or(UNKNOWN, |row| row.popularity)
    }

    pub(crate) fn get(&self, document: u32) -> Option<IndexedName<'_>> {
        let at = document as usize;
        let row = self.rows.get(at)?;
        let start = match at.checked_sub(1) {
            Some(before) => self.rows.get(before)?.end as usize,
            None => 0,
        };
        Some(IndexedName {
            mal_id: row.mal_id,
            popularity: row.popularity,
            members: row.members,
            form: self.forms.get(start..row.end as usize)?,
            name: self.name(row)?,
        })
    }
}

fn not_whole() -> tantivy::TantivyError {
    damaged("an entry of the index is not whole")
}
