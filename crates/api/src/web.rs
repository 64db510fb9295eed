//! The web app's built files, wherever they are stored.

use std::borrow::Cow;

/// Built files by their path in the build, for instance `assets/index-4f2c.js`.
pub trait WebFiles: Send + Sync {
    /// The bytes of the file of that path.
    fn file(&self, path: &str) -> Option<Cow<'static, [u8]>>;
}
