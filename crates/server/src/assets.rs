//! The web app inside the binary. A debug build reads it from `web/dist` at run time.

use std::{borrow::Cow, io};

use api::WebFiles;
use render::Bundle;
use rust_embed::RustEmbed;

/// The files of `web/dist`.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
pub(crate) struct Embedded;

/// Returns the bundle of a debug build: the text that is there at run time, which is refused if it is no UTF-8.
#[cfg(not(bytecode))]
pub(crate) fn bundle() -> io::Result<Bundle> {
    let bundle = Embedded.file("server/app.js").unwrap_or_default();
    let text = String::from_utf8(bundle.into_owned());
    let text = text.map_err(io::Error::other)?;
    Ok(Bundle::Source(text.into()))
}

/// Returns the bundle that renders the pages: the bytecode that the build script compiled.
#[cfg(bytecode)]
pub(crate) fn bundle() -> io::Result<Bundle> {
    static MODULES: [(&str, &[u8]); 1] = [(
        render::APP,
        include_bytes!(concat!(env!("OUT_DIR"), "/app.bytecode")),
    )];
    Ok(Bundle::Bytecode(&MODULES))
}

impl WebFiles for Embedded {
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        Self::get(path).map(|file| file.data)
    }
}
