//! The web app inside the binary. A debug build reads it from `web/dist` at run time.

use std::borrow::Cow;

use api::WebFiles;
use rust_embed::RustEmbed;

/// The files of `web/dist`.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
pub(crate) struct Embedded;

impl WebFiles for Embedded {
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        Self::get(path).map(|file| file.data)
    }
}
