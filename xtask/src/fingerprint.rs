//! Whether files have changed, by what is in them.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// The names of folders whose files are made from other files, or are not Mitai's.
const SKIPPED: [&str; 4] = ["node_modules", "dist", "target", "coverage"];

/// Returns one text for the names and contents of all these files; a folder stands for all that it holds.
pub(crate) fn of(paths: &[PathBuf]) -> Result<String> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file)
            .with_context(|| format!("cannot read {}", file.display()))?
            .hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?.path();
        let name = entry.file_name().unwrap_or_default();
        if !SKIPPED.iter().any(|skipped| name == *skipped) {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

/// A file that remembers the fingerprint of what some work was last done on.
pub(crate) struct Stamp(pub(crate) PathBuf);

impl Stamp {
    pub(crate) fn matches(&self, fingerprint: &str) -> bool {
        fs::read_to_string(&self.0).is_ok_and(|known| known == fingerprint)
    }

    /// To be called before the work begins, so that work broken off is done again.
    pub(crate) fn clear(&self) {
        let _ = fs::remove_file(&self.0);
    }

    pub(crate) fn set(&self, fingerprint: &str) -> Result<()> {
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.0, fingerprint)
            .with_context(|| format!("cannot write {}", self.0.display()))
    }
}
