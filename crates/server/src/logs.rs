//! What is logged, and how.
//!
//! **Invariant:** no filter lets anything personal or secret into the log.

use std::{env, io::IsTerminal as _};

use clap::{Args, ValueEnum};
use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, filter::FilterFn, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

/// What is logged, and how.
#[derive(Args)]
pub(crate) struct Logs {
    /// What is logged, as a tracing filter: `warn`, `info`, `warn,app=debug`.
    #[arg(
        long,
        env = "MITAI_LOG",
        default_value = "info",
        global = true,
        value_name = "FILTER"
    )]
    log: EnvFilter,
    /// How a line of the log is written.
    #[arg(long, env = "MITAI_LOG_FORMAT", default_value = "text", global = true)]
    log_format: Format,
}

/// How a line of the log is written.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs: an object a line; `span.request_id` names the request.
    Json,
}

impl Logs {
    /// Begins to log, to the standard error.
    pub(crate) fn begin(self) {
        let logs = tracing_subscriber::fmt()
            .with_env_filter(self.log)
            .with_ansi(std::io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none())
            .with_writer(std::io::stderr)
            // The logger would report a closed pipe with a panic
            .log_internal_errors(false);
        let harmless = FilterFn::new(is_harmless);
        match self.log_format {
            Format::Text => logs.finish().with(harmless).init(),
            Format::Json => {
                let logs = logs.json().with_span_list(false).flatten_event(true);
                logs.finish().with(harmless).init();
            }
        }
    }
}

/// PostgreSQL's client would repeat what each statement is given: addresses, names, digests. Among what it
/// has to inform of is at each start that tables are there already.
fn is_harmless(line: &Metadata<'_>) -> bool {
    !line.target().starts_with("tokio_postgres") || *line.level() <= Level::WARN
}
