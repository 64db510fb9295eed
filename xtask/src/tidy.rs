//! The house rules no other tool holds. Each rule is a function from a file to what is wrong in it.

mod crates;
mod evidence;
mod files;
mod modules;
mod test_files;

use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use crate::{paths, process};

/// A file of the repository that is text.
struct File {
    /// The file's path from the repository's root, with `/`.
    path: String,
    text: String,
}

impl File {
    /// Returns the file's extension, without the dot; empty if it has none.
    fn extension(&self) -> &str {
        self.path
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension)
    }
}

/// Checks every file git tracks, or would track.
pub(crate) fn check() -> Result<()> {
    let files = tracked_files()?;
    let places = files::private_places(paths::root(), env::var_os("HOME").as_deref());
    let mut faults = Vec::new();
    for file in &files {
        faults.extend(files::length(file));
        faults.extend(files::name(file));
        faults.extend(files::skipped_tests(file));
        faults.extend(files::waiting(file));
        faults.extend(files::machine(file, &places));
        faults.extend(files::registry(file));
        faults.extend(crates::documented(file));
        faults.extend(crates::layers(file));
        faults.extend(crates::dependencies_without_reason(file));
    }
    faults.extend(evidence::missing(&files));
    faults.extend(modules::circles(&files));
    faults.extend(test_files::left_out(&files));
    faults.extend(test_files::not_compiled(&files));
    if faults.is_empty() {
        println!("{} files keep the house rules.", files.len());
        return Ok(());
    }
    for fault in &faults {
        println!("{fault}");
    }
    bail!("see the lines above");
}

fn tracked_files() -> Result<Vec<File>> {
    let list = process::answer(
        "git",
        &["ls-files", "--cached", "--others", "--exclude-standard"],
    )
    .context("the house rules are checked on the files git tracks, and git does not answer here")?;
    let read = |path: &str| {
        // A file that is deleted but not committed, or holds no text, has no lines to judge.
        let text = fs::read_to_string(paths::root().join(path)).ok()?;
        Some(File {
            path: path.to_owned(),
            text,
        })
    };
    Ok(list.lines().filter_map(read).collect())
}

#[cfg(test)]
fn file(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
