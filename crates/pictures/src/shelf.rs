//! Files on disk, within a limit.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::picture::{Format, Size, Tag};

/// A file that is kept of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// As the source gave it.
    Original,
    /// Made from that.
    Made(Size, Format),
}

impl Part {
    fn name(self, tag: Tag) -> String {
        match self {
            Self::Original => format!("{tag}.original"),
            Self::Made(size, format) => {
                format!("{tag}.{}.{}", size.pixels().0, extension(format))
            }
        }
    }

    fn parse(name: &str) -> Option<(Tag, Self)> {
        let (tag, part) = name.split_once('.')?;
        let tag = Tag::parse(tag)?;
        if part == "original" {
            return Some((tag, Self::Original));
        }
        let (width, end) = part.split_once('.')?;
        let size = Size::of_width(width.parse().ok()?)?;
        let formats = [Format::WebP, Format::Avif];
        let format = formats.into_iter().find(|known| extension(*known) == end)?;
        Some((tag, Self::Made(size, format)))
    }
}

fn extension(format: Format) -> &'static str {
    match format {
        Format::WebP => "webp",
        Format::Avif => "avif",
    }
}

/// End of the name of a file that is being written.
const UNFINISHED: &str = ".part";

/// Pictures in a folder that is the server's own. All parts of a picture come and go together; the
/// one that was used least recently goes first. After a restart, that is the one written first.
///
/// **Invariant:** the files that have their names have at most `most_bytes` together.
pub(crate) struct Shelf {
    folder: PathBuf,
    pub(crate) most_bytes: u64,
    index: Mutex<Index>,
}

#[derive(Default)]
struct Index {
    kept: HashMap<Tag, Kept>,
    /// By last use.
    order: BTreeMap<u64, Tag>,
    uses: u64,
    bytes: u64,
    written: u64,
}

#[derive(Default)]
struct Kept {
    parts: HashMap<Part, u64>,
    used: u64,
}

impl Index {
    fn list(&mut self, tag: Tag, part: Part, bytes: u64) {
        let kept = self.kept.entry(tag).or_default();
        self.bytes += bytes;
        self.bytes -= kept.parts.insert(part, bytes).unwrap_or_default();
        self.touch(tag);
    }

    /// Makes it the one used last.
    fn touch(&mut self, tag: Tag) {
        if let Some(kept) = self.kept.get_mut(&tag) {
            self.uses += 1;
            self.order.remove(&kept.used);
            kept.used = self.uses;
            self.order.insert(self.uses, tag);
        }
    }

    fn remove(&mut self, tag: Tag) -> Vec<Part> {
        let Some(kept) = self.kept.remove(&tag) else {
            return Vec::new();
        };
        self.order.remove(&kept.used);
        self.bytes -= kept.parts.values().sum::<u64>();
        kept.parts.into_keys().collect()
    }
}

impl Shelf {
    /// The shelf in `folder`, which is made if it is not there.
    pub(crate) fn open(folder: PathBuf, most_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if name.ends_with(UNFINISHED) {
                fs::remove_file(entry.path())?;
            } else if let Some((tag, part)) = Part::parse(name) {
                let about = entry.metadata()?;
                found.push((about.modified()?, tag, part, about.len()));
            }
        }
        found.sort_by_key(|(written, ..)| *written);
        let mut index = Index::default();
        for (_, tag, part, bytes) in found {
            index.list(tag, part, bytes);
        }
        let shelf = Self {
            folder,
            most_bytes,
            index: Mutex::new(index),
        };
        shelf.make_room(&mut shelf.lock(), 0);
        Ok(shelf)
    }

    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().bytes
    }

    /// The file, if it is kept.
    pub(crate) fn read(&self, tag: Tag, part: Part) -> Option<Vec<u8>> {
        {
            let mut index = self.lock();
            if !index.kept.get(&tag)?.parts.contains_key(&part) {
                return None;
            }
            index.touch(tag);
        }
        fs::read(self.folder.join(part.name(tag))).ok()
    }

    /// Keeps a file, for which those used least recently go. One larger than the limit is not kept.
    pub(crate) fn write(&self, tag: Tag, part: Part, file: &[u8]) -> io::Result<()> {
        let bytes = file.len() as u64;
        if bytes > self.most_bytes {
            return Ok(());
        }
        let unfinished = self.unfinished();
        write_whole(&unfinished, file)?;
        let mut index = self.lock();
        // The picture that grows goes last
        index.touch(tag);
        self.make_room(&mut index, bytes);
        let done = fs::rename(&unfinished, self.folder.join(part.name(tag)));
        if done.is_ok() {
            index.list(tag, part, bytes);
        }
        done
    }

    /// Takes a picture away.
    pub(crate) fn remove(&self, tag: Tag) {
        self.discard(&mut self.lock(), tag);
    }

    fn make_room(&self, index: &mut Index, bytes: u64) {
        while index.bytes + bytes > self.most_bytes {
            let Some((_, tag)) = index.order.first_key_value() else {
                return;
            };
            let tag = *tag;
            self.discard(index, tag);
        }
    }

    /// A file that cannot be removed is found again at the next start.
    fn discard(&self, index: &mut Index, tag: Tag) {
        for part in index.remove(tag) {
            if let Err(error) = fs::remove_file(self.folder.join(part.name(tag))) {
                tracing::warn!(%error, "a kept picture cannot be removed");
            }
        }
    }

    fn unfinished(&self) -> PathBuf {
        let mut index = self.lock();
        index.written += 1;
        self.folder.join(format!("{}{UNFINISHED}", index.written))
    }

    fn lock(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// After a power cut, a file of a name is whole or not there.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Part = Part::Made(Size::Card, Format::WebP);

    fn tag(number: u32) -> Tag {
        Tag::of(&number.to_string())
    }

    fn on_disk(folder: &Path) -> u64 {
        let files = fs::read_dir(folder).unwrap();
        files.map(|f| f.unwrap().metadata().unwrap().len()).sum()
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for part in [Part::Original, CARD, Part::Made(Size::Banner, Format::Avif)] {
            assert_eq!(Part::parse(&part.name(tag(1))), Some((tag(1), part)));
        }
        for other in ["", "mitai.db", "0123456789abcdef.320.gif", "x.original"] {
            assert_eq!(Part::parse(other), None, "{other}");
        }
    }

    #[test]
    fn the_limit_holds_and_the_least_recently_used_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path().into(), 1_000).unwrap();
        for number in 0..4 {
            shelf.write(tag(number), CARD, &[0; 250]).unwrap();
        }
        assert!(shelf.read(tag(0), CARD).is_some());
        shelf.write(tag(4), CARD, &[0; 300]).unwrap();
        assert!(on_disk(folder.path()) <= 1_000);
        let kept = |number| shelf.read(tag(number), CARD).is_some();
        assert_eq!([0, 1, 2, 3, 4].map(kept), [true, false, false, true, true]);
        shelf.write(tag(5), CARD, &[0; 1_001]).unwrap();
        assert_eq!([0, 3, 4, 5].map(kept), [true, true, true, false]);
    }

    #[test]
    fn all_parts_of_a_picture_go_together() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path().into(), 1_000).unwrap();
        shelf.write(tag(1), Part::Original, &[0; 500]).unwrap();
        shelf.write(tag(1), CARD, &[0; 100]).unwrap();
        shelf.write(tag(1), CARD, &[1; 200]).unwrap();
        assert_eq!(on_disk(folder.path()), 700);
        shelf.write(tag(2), CARD, &[0; 400]).unwrap();
        assert_eq!(shelf.read(tag(1), CARD), None);
        assert_eq!(on_disk(folder.path()), 400);
        shelf.remove(tag(2));
        assert_eq!(on_disk(folder.path()), 0);
    }

    #[test]
    fn a_restart_keeps_what_fits_and_clears_what_was_not_finished() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path().into(), 1_000).unwrap();
        shelf.write(tag(1), CARD, &[1; 400]).unwrap();
        fs::write(folder.path().join("7.part"), [0; 900]).unwrap();
        fs::write(folder.path().join("note.txt"), "mine").unwrap();
        drop(shelf);
        let again = Shelf::open(folder.path().into(), 1_000).unwrap();
        assert_eq!(again.read(tag(1), CARD), Some(vec![1; 400]));
        assert!(!folder.path().join("7.part").exists());
        drop(again);
        let smaller = Shelf::open(folder.path().into(), 300).unwrap();
        assert_eq!(smaller.read(tag(1), CARD), None);
        assert_eq!(on_disk(folder.path()), 4);
    }
}
