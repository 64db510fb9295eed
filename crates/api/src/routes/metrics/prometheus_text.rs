//! Metrics in Prometheus' text format.

use std::fmt::{Display, Write as _};

use crate::metrics::requests::{BUCKETS, Histogram, RequestMetrics};

/// Metrics in Prometheus' text format, as far as they are written.
#[derive(Default)]
pub(super) struct PrometheusText(String);

impl PrometheusText {
    /// Writes the help and the type of a metric.
    pub(super) fn describe(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Writes a sample. Labels and values are texts of ours and need no escaping.
    pub(super) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<_> = labels.iter().map(|(k, v)| format!("{k}=\"{v}\"")).collect();
        let _ = match &labels[..] {
            [] => writeln!(self.0, "{name} {value}"),
            labels => writeln!(self.0, "{name}{{{}}} {value}", labels.join(",")),
        };
    }

    /// Writes a metric that has one sample.
    pub(super) fn metric(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.describe(name, kind, help);
        self.sample(name, &[], value);
    }

    /// Writes the histogram of requests.
    pub(super) fn requests(&mut self, requests: &RequestMetrics) {
        let name = "mitai_http_request_duration_seconds";
        let help = "How soon requests were answered, by the route's pattern.";
        self.describe(name, "histogram", help);
        for (route, answers) in requests.answers() {
            for ((method, status), times) in answers {
                let status = status.to_string();
                let labels = [
                    ("method", method),
                    ("route", &*route),
                    ("status", status.as_str()),
                ];
                self.histogram(name, &labels, &times);
            }
        }
    }

    fn histogram(&mut self, name: &str, labels: &[(&str, &str)], times: &Histogram) {
        let mut all = 0;
        let longest = BUCKETS.iter().map(ToString::to_string);
        let longest = longest.chain(["+Inf".into()]);
        for (longest, count) in longest.zip(times.buckets) {
            all += count;
            let labels: Vec<_> = labels.iter().copied().chain([("le", &*longest)]).collect();
            self.sample(&format!("{name}_bucket"), &labels, all);
        }
        self.sample(&format!("{name}_sum"), labels, times.sum.as_secs_f64());
        self.sample(&format!("{name}_count"), labels, all);
    }

    /// The finished text.
    pub(super) fn into_text(self) -> String {
        self.0
    }
}
