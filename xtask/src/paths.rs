//! Where things are in the repository.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

pub(crate) fn web() -> PathBuf {
    root().join("web")
}

pub(crate) fn e2e() -> PathBuf {
    root().join("e2e")
}

pub(crate) fn sign_in_provider() -> PathBuf {
    root().join("sign-in-provider")
}

pub(crate) fn clients() -> PathBuf {
    root().join("clients")
}

pub(crate) fn bench() -> PathBuf {
    root().join("bench")
}

/// Returns Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Returns the folder of the programs of a debug build.
pub(crate) fn programs() -> PathBuf {
    target().join("debug")
}

/// Returns the folder of the programs of a release build.
pub(crate) fn release_programs() -> PathBuf {
    target().join("release")
}
