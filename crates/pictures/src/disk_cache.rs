//! Files on disk, within a limit.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{self, File},
    io::{self, Write as _},
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::picture::{Format, Size, Tag};

/// One of the files that are cached of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// The file as it was fetched.
    Original,
    /// The picture in a size and a format, made from the original.
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

/// The end of the name of a file that is being written.
const TEMPORARY_SUFFIX: &str = ".part";
/// The age from which on a temporary file is a leftover; a younger one may be another server's at work.
const LEFTOVER_AGE: Duration = Duration::from_hours(1);

/// Pictures in a folder that is the server's own. All parts of a picture are evicted together, the least
/// recently used picture first; after a restart, that is the one written first.
///
/// Another server may use the same folder: files that it removes are found missing, and its temporary
/// files are left alone. Each server counts the files that it found at its start and those it wrote.
///
/// **Invariant:** the files that are counted have at most `most_bytes` together.
pub(crate) struct DiskCache {
    folder: PathBuf,
    pub(crate) most_bytes: u64,
    index: Mutex<Index>,
}

#[derive(Default)]
struct Index {
    entries: HashMap<Tag, Entry>,
    /// The pictures by their last use, the least recent first; the key is [`Entry::used`].
    order: BTreeMap<u64, Tag>,
    uses: u64,
    bytes: u64,
    written: u64,
}

#[derive(Default)]
struct Entry {
    parts: HashMap<Part, u64>,
    used: u64,
}

impl Index {
    fn contains(&self, tag: Tag, part: Part) -> bool {
        let entry = self.entries.get(&tag);
        entry.is_some_and(|entry| entry.parts.contains_key(&part))
    }

    fn list(&mut self, tag: Tag, part: Part, bytes: u64) {
        let entry = self.entries.entry(tag).or_default();
        self.bytes += bytes;
        self.bytes -= entry.parts.insert(part, bytes).unwrap_or_default();
        self.touch(tag);
    }

    /// Makes a picture the most recently used one.
    fn touch(&mut self, tag: Tag) {
        if let Some(entry) = self.entries.get_mut(&tag) {
            self.uses += 1;
            self.order.remove(&entry.used);
            entry.used = self.uses;
            self.order.insert(self.uses, tag);
        }
    }

    fn remove(&mut self, tag: Tag) -> Vec<Part> {
        let Some(entry) = self.entries.remove(&tag) else {
            return Vec::new();
        };
        self.order.remove(&entry.used);
        self.bytes -= entry.parts.values().sum::<u64>();
        entry.parts.into_keys().collect()
    }
}

impl DiskCache {
    /// Opens the cache in `folder` and makes the folder where it is missing.
    pub(crate) fn open(folder: PathBuf, most_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let Some(about) = unless_gone(entry.metadata())? else {
                continue;
            };
            let written = about.modified()?;
            if name.ends_with(TEMPORARY_SUFFIX) {
                if written.elapsed().is_ok_and(|age| age > LEFTOVER_AGE) {
                    unless_gone(fs::remove_file(entry.path()))?;
                }
            } else if let Some((tag, part)) = Part::parse(name)
                && about.is_file()
            {
                found.push((written, tag, part, about.len()));
            }
        }
        found.sort_by_key(|(written, ..)| *written);
        let mut index = Index::default();
        for (_, tag, part, bytes) in found {
            index.list(tag, part, bytes);
        }
        let disk_cache = Self {
            folder,
            most_bytes,
            index: Mutex::new(index),
        };
        disk_cache.make_room(&mut disk_cache.lock(), 0);
        Ok(disk_cache)
    }

    /// The number of bytes of all files in the index.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().bytes
    }

    /// Whether the index has a picture's file.
    pub(crate) fn contains(&self, tag: Tag, part: Part) -> bool {
        self.lock().contains(tag, part)
    }

    /// Reads a file; `None` if it is not cached. A picture with an unreadable file leaves the index. Its files stay:
    /// the fault may pass, and the next start finds them again.
    pub(crate) fn read(&self, tag: Tag, part: Part) -> Option<Vec<u8>> {
        {
            let mut index = self.lock();
            if !index.contains(tag, part) {
                return None;
            }
            index.touch(tag);
        }
        let file = fs::read(self.folder.join(part.name(tag))).ok();
        if file.is_none() {
            self.lock().remove(tag);
        }
        file
    }

    /// Writes a file and evicts the least recently used pictures for it. A file larger than the limit is not
    /// written.
    ///
    /// # Errors
    /// The disk's; the file is not left behind in part then.
    pub(crate) fn write(&self, tag: Tag, part: Part, file: &[u8]) -> io::Result<()> {
        let bytes = file.len() as u64;
        if bytes > self.most_bytes {
            return Ok(());
        }
        let (path, mut temporary) = self.start()?;
        // After a power cut, a file with its final name is whole or not there
        let written = temporary
            .write_all(file)
            .and_then(|()| temporary.sync_data());
        let done = written.and_then(|()| {
            let mut index = self.lock();
            // The picture that gets the file is evicted last
            index.touch(tag);
            self.make_room(&mut index, bytes);
            fs::rename(&path, self.folder.join(part.name(tag)))?;
            index.list(tag, part, bytes);
            Ok(())
        });
        if done.is_err() {
            // If the removal fails, too, a later start finds the file
            let _ = fs::remove_file(&path);
        }
        done
    }

    /// Removes a picture with all its files.
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

    /// Removes a picture with all its files. A file that cannot be removed is found again at the next start.
    fn discard(&self, index: &mut Index, tag: Tag) {
        for part in index.remove(tag) {
            let removed = fs::remove_file(self.folder.join(part.name(tag)));
            if let Err(error) = unless_gone(removed) {
                tracing::warn!(%error, "a cached picture cannot be removed");
            }
        }
    }

    /// Starts a temporary file of this server's own. Servers in containers may have the same process id.
    fn start(&self) -> io::Result<(PathBuf, File)> {
        loop {
            let number = {
                let mut index = self.lock();
                index.written += 1;
                index.written
            };
            let name = format!("{}-{number}{TEMPORARY_SUFFIX}", process::id());
            let path = self.folder.join(name);
            match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => return Ok((path, file?)),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `None` for a file that another server has removed meanwhile, which is no failure.
fn unless_gone<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, time::SystemTime};

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
    fn file_names_round_trip() {
        for part in [Part::Original, CARD, Part::Made(Size::Banner, Format::Avif)] {
            assert_eq!(Part::parse(&part.name(tag(1))), Some((tag(1), part)));
        }
        for other in ["", "mitai.db", "0123456789abcdef.320.gif", "x.original"] {
            assert_eq!(Part::parse(other), None, "{other}");
        }
    }

    #[test]
    fn least_recently_used_pictures_are_evicted_at_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let disk_cache = DiskCache::open(folder.path().into(), 1_000).unwrap();
        for number in 0..4 {
            disk_cache.write(tag(number), CARD, &[0; 250]).unwrap();
        }
        assert!(disk_cache.read(tag(0), CARD).is_some());
        disk_cache.write(tag(4), CARD, &[0; 300]).unwrap();
        assert!(on_disk(folder.path()) <= 1_000);
        let entry = |number| disk_cache.read(tag(number), CARD).is_some();
        assert_eq!([0, 1, 2, 3, 4].map(entry), [true, false, false, true, true]);
        disk_cache.write(tag(5), CARD, &[0; 1_001]).unwrap();
        assert_eq!([0, 3, 4, 5].map(entry), [true, true, true, false]);
    }

    #[test]
    fn all_files_of_a_picture_are_evicted_together() {
        let folder = tempfile::tempdir().unwrap();
        let disk_cache = DiskCache::open(folder.path().into(), 1_000).unwrap();
        disk_cache.write(tag(1), Part::Original, &[0; 500]).unwrap();
        disk_cache.write(tag(1), CARD, &[0; 100]).unwrap();
        disk_cache.write(tag(1), CARD, &[1; 200]).unwrap();
        assert_eq!(on_disk(folder.path()), 700);
        disk_cache.write(tag(2), CARD, &[0; 400]).unwrap();
        assert_eq!(disk_cache.read(tag(1), CARD), None);
        assert_eq!(on_disk(folder.path()), 400);
        disk_cache.remove(tag(2));
        assert_eq!(on_disk(folder.path()), 0);
    }

    #[test]
    fn temporarily_unreadable_file_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let disk_cache = DiskCache::open(folder.path().into(), 1_000).unwrap();
        disk_cache.write(tag(1), Part::Original, &[0; 500]).unwrap();
        disk_cache.write(tag(1), CARD, &[0; 100]).unwrap();
        let file = folder.path().join(CARD.name(tag(1)));
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert_eq!(disk_cache.read(tag(1), CARD), None);
        let again = DiskCache::open(folder.path().into(), 1_000).unwrap();
        assert!(again.read(tag(1), Part::Original).is_some());
    }

    #[test]
    fn restart_keeps_what_fits_and_removes_leftovers() {
        let folder = tempfile::tempdir().unwrap();
        let disk_cache = DiskCache::open(folder.path().into(), 1_000).unwrap();
        disk_cache.write(tag(1), CARD, &[1; 400]).unwrap();
        let old = folder.path().join("7-1.part");
        fs::write(&old, [0; 900]).unwrap();
        let file = File::options().write(true).open(&old).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        fs::write(folder.path().join("note.txt"), "mine").unwrap();
        drop(disk_cache);
        let again = DiskCache::open(folder.path().into(), 1_000).unwrap();
        assert_eq!(again.read(tag(1), CARD), Some(vec![1; 400]));
        assert!(!old.exists());
        drop(again);
        let smaller = DiskCache::open(folder.path().into(), 300).unwrap();
        assert_eq!(smaller.read(tag(1), CARD), None);
        assert_eq!(on_disk(folder.path()), 4);
    }

    #[test]
    fn write_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let disk_cache = DiskCache::open(folder.path().into(), 1_000).unwrap();
        let name = CARD.name(tag(1));
        // A file cannot take the name of a folder
        fs::create_dir(folder.path().join(&name)).unwrap();
        assert!(disk_cache.write(tag(1), CARD, &[0; 100]).is_err());
        let mut left = fs::read_dir(folder.path()).unwrap();
        assert_eq!(left.next().unwrap().unwrap().file_name(), *name);
        assert!(left.next().is_none());
        assert!(!disk_cache.contains(tag(1), CARD));
    }

    #[test]
    fn two_servers_share_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let one = DiskCache::open(folder.path().into(), 1_000).unwrap();
        one.write(tag(1), CARD, &[1; 100]).unwrap();
        // Both servers have the same process id here, as in two containers
        let (path, _at_work) = one.start().unwrap();
        let other = DiskCache::open(folder.path().into(), 1_000).unwrap();
        assert!(path.exists());
        other.write(tag(2), CARD, &[2; 100]).unwrap();
        assert!(path.exists());
        other.remove(tag(1));
        assert_eq!(one.read(tag(1), CARD), None);
        assert!(!one.contains(tag(1), CARD));
        one.write(tag(1), CARD, &[3; 100]).unwrap();
        assert_eq!(one.read(tag(1), CARD), Some(vec![3; 100]));
        fs::remove_file(folder.path().join(CARD.name(tag(2)))).unwrap();
        other.remove(tag(2));
    }
}
