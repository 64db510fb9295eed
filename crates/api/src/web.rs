//! The web app's built files, wherever they are stored.

use std::borrow::Cow;

/// The built files by their path in the build, for instance `assets/index-4f2c.js`.
pub trait WebFiles: Send + Sync {
    /// The bytes of the file at `path`; `None` where there is none.
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>>;
}
