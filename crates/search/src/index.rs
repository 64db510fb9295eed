//! The index and its folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use domain::{
    Error, Result,
    anime::MalId,
    search::{IndexState, NameMatch, TitleNames, TitleSearch},
    slice::Slice,
};
use tantivy::{Index, IndexSettings, IndexWriter, TantivyError, directory::MmapDirectory};

use crate::{
    order,
    schema::{Fields, VERSION, schema},
    searcher::IndexSearcher,
};

/// The memory for documents that are being written, in bytes.
const WRITER_MEMORY: usize = 16 << 20;

/// An index in a folder of its own.
///
/// **Invariant:** only one process writes in the folder.
pub struct TitleIndex {
    folder: PathBuf,
    fields: Fields,
    searcher: RwLock<Option<Arc<IndexSearcher>>>,
    /// Held while the index is written.
    writing: Mutex<()>,
}

impl TitleIndex {
    /// Opens the index in `folder`, which need not be there and holds nothing else. One that is
    /// missing, damaged or of another version is none until it is
    /// [rebuilt](TitleSearch::rebuild).
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        let (_, fields) = schema();
        let folder = folder.into();
        let searcher = IndexSearcher::checked(&current(&folder), &fields);
        Self {
            folder,
            fields,
            searcher: RwLock::new(searcher.ok().map(Arc::new)),
            writing: Mutex::default(),
        }
    }

    fn searcher(&self) -> Option<Arc<IndexSearcher>> {
        let searcher = self.searcher.read().unwrap_or_else(PoisonError::into_inner);
        searcher.clone()
    }

    fn show(&self, searcher: IndexSearcher) {
        *self
            .searcher
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(searcher));
    }

    fn write_anew(&self, mut titles: Vec<TitleNames>, revision: i64) -> tantivy::Result<()> {
        let beside = self.folder.join("new");
        empty(&beside)?;
        let directory = MmapDirectory::open(&beside)?;
        let index = Index::create(directory, schema().0, IndexSettings::default())?;
        titles.sort_by_key(|title| {
            order::popularity_key(title.popularity, title.members, title.mal_id)
        });
        self.write(&index, &titles, revision)?;
        let current = current(&self.folder);
        remove(&current)?;
        fs::rename(&beside, &current)?;
        self.remove_others(&current)?;
        self.show(IndexSearcher::read(&current, &self.fields, None)?);
        Ok(())
    }

    fn write_over(&self, titles: &[TitleNames], revision: i64) -> tantivy::Result<()> {
        let current = current(&self.folder);
        self.write(&Index::open_in_dir(&current)?, titles, revision)?;
        let before = self.searcher();
        self.show(IndexSearcher::read(
            &current,
            &self.fields,
            before.as_deref(),
        )?);
        Ok(())
    }

    /// Replaces what the index has of `titles`.
    fn write(&self, index: &Index, titles: &[TitleNames], revision: i64) -> tantivy::Result<()> {
        let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_MEMORY)?;
        for title in titles {
            writer.delete_term(self.fields.title(title.mal_id));
            for document in self.fields.documents(title) {
                writer.add_document(document)?;
            }
        }
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&revision.to_string());
        commit.commit()?;
        writer.wait_merging_threads()
    }

    /// Removes the folders that earlier versions left.
    fn remove_others(&self, current: &Path) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path != current && path.is_dir() {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

impl TitleSearch for TitleIndex {
    fn search(&self, text: &str, limit: usize, offset: usize) -> Result<Option<Slice<MalId>>> {
        let Some(searcher) = self.searcher() else {
            return Ok(None);
        };
        let found = searcher.find(text, &self.fields).map_err(not_searched)?;
        let part = found.iter().skip(offset).take(limit);
        Ok(Some(Slice {
            items: part.map(|title| title.mal_id).collect(),
            total: u32::try_from(found.len()).unwrap_or(u32::MAX),
        }))
    }

    fn suggest(&self, text: &str, limit: usize) -> Result<Vec<NameMatch>> {
        let Some(searcher) = self.searcher() else {
            return Ok(Vec::new());
        };
        let found = searcher.find(text, &self.fields).map_err(not_searched)?;
        let named = found.iter().take(limit).filter_map(|title| {
            let name = searcher.name(title)?.to_owned();
            Some(NameMatch {
                mal_id: title.mal_id,
                name,
                is_forgiven: title.is_forgiven(),
            })
        });
        Ok(named.collect())
    }

    fn indexed(&self) -> Option<IndexState> {
        Some(self.searcher()?.indexed())
    }

    fn rebuild(&self, titles: Vec<TitleNames>, revision: i64) -> Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_anew(titles, revision).map_err(not_written)
    }

    fn update(&self, titles: &[TitleNames], revision: i64) -> Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_over(titles, revision).map_err(not_written)
    }
}

/// The folder of the index; named by the version, so that an index of another one is not even opened.
fn current(folder: &Path) -> PathBuf {
    folder.join(format!("names-v{VERSION}"))
}

fn empty(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::create_dir_all(folder)
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn not_searched(error: TantivyError) -> Error {
    Error::internal("searching the index", error)
}

fn not_written(error: TantivyError) -> Error {
    Error::internal("writing the search index", error)
}
