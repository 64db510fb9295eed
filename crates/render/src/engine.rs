//! One JavaScript engine with the web app's bundle.

use std::{
    cell::Cell,
    fmt,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::render::{PageRequest, RenderedPage};
use rquickjs::{
    CatchResultExt as _, CaughtError, Context, Ctx, Function, Module, Object, Runtime, Value,
    loader,
};

/// The size of the engine's stack in bytes; the thread's own must be larger.
const STACK: usize = 1024 * 1024;

/// The name of the bundle's module.
pub const APP: &str = "app";

/// The objects of a browser or of Node that the bundle finds: enough for its modules to load. Timers never fire,
/// because a render is one call.
const HOST: &str = include_str!("host.js");

/// React's mark before the fallback of a part that failed. Finding it here takes a hundredth of what the engine takes.
const FAILED_PART: &str = "<!--$!-->";

/// The limits of a render.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest time for a render, and for loading the bundle.
    pub time: Duration,
    /// The largest memory of an engine, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(2),
            memory: 64 * 1024 * 1024,
        }
    }
}

/// The web app: a module that sets the global function `render(path, query, data)`, which returns an object of `head`
/// and `body`.
#[derive(Debug, Clone)]
pub enum Bundle {
    /// The bundle as text, which each engine parses.
    Source(Arc<str>),
    /// The bundle as bytecode, by the name [`APP`], which is loaded in a tenth of the time. Only the version of
    /// QuickJS that wrote it reads it.
    Bytecode(&'static [(&'static str, &'static [u8])]),
}

/// Why a page was not rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError(String);

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenderError {}

impl RenderError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// An engine that has loaded the bundle. It stays on its thread.
pub(crate) struct Engine {
    runtime: Runtime,
    context: Context,
    deadline: Rc<Cell<Instant>>,
    limits: Limits,
}

impl Engine {
    pub(crate) fn load(bundle: &Bundle, limits: Limits) -> Result<Self, RenderError> {
        let runtime = Runtime::new().map_err(|error| RenderError::new(error.to_string()))?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(STACK);
        let deadline = Rc::new(Cell::new(Instant::now() + limits.time));
        let until = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() >= until.get())));
        let context =
            Context::full(&runtime).map_err(|error| RenderError::new(error.to_string()))?;
        let engine = Self {
            runtime,
            context,
            deadline,
            limits,
        };
        if let Bundle::Bytecode(modules) = bundle {
            let modules = loader::bundle::Bundle(*modules);
            engine.runtime.set_loader(modules, modules);
        }
        engine.within_limits(|ctx| {
            ctx.eval::<(), _>(HOST)?;
            let loaded = match bundle {
                Bundle::Source(source) => Module::evaluate(ctx.clone(), APP, &**source)?,
                Bundle::Bytecode(_) => Module::import(ctx, APP)?,
            };
            loaded.finish::<Value<'_>>().map(drop)
        })?;
        Ok(engine)
    }

    /// Renders a page by the bundle's function `render`.
    pub(crate) fn render(&self, page: &PageRequest) -> Result<RenderedPage, RenderError> {
        let page = self.within_limits(|ctx| {
            let render: Function<'_> = ctx.globals().get("render")?;
            let rendered: Object<'_> =
                render.call((page.path.as_str(), page.query.as_str(), page.data.as_str()))?;
            Ok(RenderedPage {
                head: rendered.get("head")?,
                body: rendered.get("body")?,
            })
        })?;
        if page.body.contains(FAILED_PART) {
            return Err(RenderError::new("a part of the page failed"));
        }
        Ok(page)
    }

    /// Runs `work` and the promises that it leaves, within the limits.
    fn within_limits<T>(
        &self,
        work: impl FnOnce(&Ctx<'_>) -> rquickjs::Result<T>,
    ) -> Result<T, RenderError> {
        self.deadline.set(Instant::now() + self.limits.time);
        let done = self.context.with(|ctx| {
            work(&ctx)
                .catch(&ctx)
                .map_err(|error| RenderError::new(message(&error)))
        })?;
        while self.runtime.is_job_pending() {
            if Instant::now() >= self.deadline.get() {
                return Err(RenderError::new("the time is over"));
            }
            self.runtime
                .execute_pending_job()
                .map_err(|_| RenderError::new("a promise failed"))?;
        }
        Ok(done)
    }
}

/// The text of an exception, with the place where it was thrown.
fn message(error: &CaughtError<'_>) -> String {
    error.to_string()
}
