//! The index and its folder.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use domain::{
    Error, Result,
    anime::MalId,
    catalogue::Slice,
    search::{NameMatch, NamedTitle, TitleSearch},
};
use tantivy::{
    DocAddress, Index, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyDocument,
    Term, directory::MmapDirectory, schema::Value as _,
};

use crate::{
    candidates::candidates,
    fold::literal,
    grade::{Grade, Wanted},
    grams,
    schema::{Fields, VERSION, schema},
    table::Table,
};

/// Memory for what is being written, in bytes: enough for a whole catalogue, so that it is written
/// at once.
const WRITER_MEMORY: usize = 64 << 20;

/// An index in a folder of its own.
pub struct TitleIndex {
    folder: PathBuf,
    fields: Fields,
    opened: RwLock<Option<Arc<Opened>>>,
    /// Held while the index is written.
    writing: Mutex<()>,
}

/// An index as it was at one instant.
struct Opened {
    searcher: Searcher,
    /// One for each segment of the searcher.
    tables: Vec<Table>,
}

/// A title that was found.
struct Found {
    grade: Grade,
    popularity: u32,
    members: u32,
    mal_id: u32,
    /// The name that matches best.
    address: DocAddress,
}

impl TitleIndex {
    /// Opens the index in `folder`, which need not be there. One that is missing, damaged or of
    /// another version is none until it is [rebuilt](TitleSearch::rebuild).
    pub fn open(folder: &Path) -> Self {
        let (_, fields) = schema();
        let folder = folder.join(format!("names-v{VERSION}"));
        let opened = Opened::read(&folder, &fields).ok().map(Arc::new);
        Self {
            folder,
            fields,
            opened: RwLock::new(opened),
            writing: Mutex::default(),
        }
    }

    fn opened(&self) -> Option<Arc<Opened>> {
        let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
        opened.clone()
    }

    fn write(&self, mut titles: Vec<NamedTitle>) -> tantivy::Result<()> {
        let beside = self.folder.with_extension("new");
        remove(&beside)?;
        fs::create_dir_all(&beside)?;
        let index = Index::create(
            MmapDirectory::open(&beside)?,
            schema().0,
            IndexSettings::default(),
        )?;
        // Of entries that are as good the engine finds those first that were written first
        titles.sort_by_key(|title| {
            let popularity = title.popularity.unwrap_or(u32::MAX);
            (popularity, std::cmp::Reverse(title.members), title.mal_id)
        });
        let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_MEMORY)?;
        for title in &titles {
            for document in self.fields.documents(title) {
                writer.add_document(document)?;
            }
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        remove(&self.folder)?;
        fs::rename(&beside, &self.folder)?;
        let opened = Opened::read(&self.folder, &self.fields)?;
        *self.opened.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(opened));
        Ok(())
    }
}

impl TitleSearch for TitleIndex {
    fn search(&self, text: &str, limit: usize, offset: usize) -> Result<Option<Slice<MalId>>> {
        let Some(opened) = self.opened() else {
            return Ok(None);
        };
        let found = opened.find(text, &self.fields).map_err(fault)?;
        let part = found.iter().skip(offset).take(limit);
        Ok(Some(Slice {
            items: part.map(|title| MalId::new(title.mal_id)).collect(),
            total: u32::try_from(found.len()).unwrap_or(u32::MAX),
        }))
    }

    fn suggest(&self, text: &str, limit: usize) -> Result<Vec<NameMatch>> {
        let Some(opened) = self.opened() else {
            return Ok(Vec::new());
        };
        let found = opened.find(text, &self.fields).map_err(fault)?;
        let named = found.iter().take(limit).map(|title| {
            let name = opened.name(title.address, &self.fields)?;
            let mal_id = MalId::new(title.mal_id);
            Ok(NameMatch { mal_id, name })
        });
        named.collect::<tantivy::Result<_>>().map_err(fault)
    }

    fn rebuild(&self, titles: Vec<NamedTitle>) -> Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(titles)
            .map_err(|error| Error::internal("writing the search index", error))
    }
}

impl Opened {
    fn read(folder: &Path, fields: &Fields) -> tantivy::Result<Self> {
        let index = Index::open_in_dir(folder)?;
        if index.schema() != schema().0 || !index.validate_checksum()?.is_empty() {
            let damaged = io::Error::new(io::ErrorKind::InvalidData, "the index is damaged");
            return Err(damaged.into());
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let searcher = reader.searcher();
        let segments = searcher.segment_readers().iter();
        let tables = segments
            .map(|segment| Table::read(segment, fields))
            .collect::<tantivy::Result<_>>()?;
        Ok(Self { searcher, tables })
    }

    /// The titles that match, the best first.
    fn find(&self, text: &str, fields: &Fields) -> tantivy::Result<Vec<Found>> {
        let Some(wanted) = Wanted::new(text) else {
            return Ok(Vec::new());
        };
        let typed = literal(text);
        let mut best: HashMap<u32, Found> = HashMap::new();
        let terms = grams::of_query(wanted.forms());
        let terms: Vec<Term> = terms.iter().map(|term| fields.term(term)).collect();
        for address in candidates(&self.searcher, &self.tables, &terms)? {
            let Some(entry) = self.tables.get(address.segment_ord as usize) else {
                continue;
            };
            let Some(entry) = entry.get(address.doc_id) else {
                continue;
            };
            let Some(mut grade) = wanted.grade(entry.form) else {
                continue;
            };
            if grade == Grade::Equal && literal(&self.name(address, fields)?) == typed {
                grade = Grade::Literal;
            }
            let found = Found {
                grade,
                popularity: entry.popularity,
                members: entry.members,
                mal_id: entry.mal_id,
                address,
            };
            let held = best.entry(entry.mal_id);
            held.and_modify(|held| {
                if grade < held.grade {
                    held.grade = grade;
                    held.address = address;
                }
            })
            .or_insert(found);
        }
        let mut found: Vec<Found> = best.into_values().collect();
        if found.iter().any(|title| title.grade.is_match()) {
            found.retain(|title| title.grade.is_match());
        }
        found.sort_unstable_by_key(|title| {
            let members = std::cmp::Reverse(title.members);
            (title.grade, title.popularity, members, title.mal_id)
        });
        Ok(found)
    }

    /// A name as it is written.
    fn name(&self, address: DocAddress, fields: &Fields) -> tantivy::Result<String> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let name = document.get_first(fields.name).and_then(|name| name.as_str());
        Ok(name.unwrap_or_default().to_owned())
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn fault(error: tantivy::TantivyError) -> Error {
    Error::internal("searching the index", error)
}
