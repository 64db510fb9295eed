//! What is logged, and how.

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

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
            .with_writer(std::io::stderr);
        match self.log_format {
            Format::Text => logs.init(),
            Format::Json => logs.json().with_span_list(false).flatten_event(true).init(),
        }
    }
}
