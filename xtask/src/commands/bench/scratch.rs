//! Data folders that last as long as a measurement.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::paths;

/// A folder for a measurement; dropping it removes it.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Makes an empty folder on the disk that programs are built on, because a temporary folder may be memory.
    pub(super) fn new(name: &str) -> Result<Self> {
        let path = paths::target().join("xtask/bench").join(name);
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        Ok(Self(path))
    }

    /// Makes a folder with copies of another folder's files.
    pub(super) fn copy(name: &str, of: &Path) -> Result<Self> {
        let scratch = Self::new(name)?;
        for file in fs::read_dir(of)? {
            let file = file?;
            fs::copy(file.path(), scratch.path().join(file.file_name()))?;
        }
        Ok(scratch)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that is left behind is removed by the next measurement.
        let _ = fs::remove_dir_all(&self.0);
    }
}
