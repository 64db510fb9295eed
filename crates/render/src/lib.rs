//! Renders the web app's pages to HTML in the process. The web build bundles the app for a JavaScript engine
//! without a browser; QuickJS runs that bundle.
//!
//! **Invariant:** a render has limits of time and memory. A render that exceeds one fails, and the next one
//! gets a new engine.

mod engine;
mod renderer;

pub use engine::{APP, Bundle, Limits, RenderError};
pub use renderer::Renderer;
