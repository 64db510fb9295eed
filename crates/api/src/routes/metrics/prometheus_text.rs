//! Figures in the text form that Prometheus reads.

use std::fmt::{Display, Write as _};

use crate::figures::requests::{BUCKETS, Requests, Times};

/// The text so far.
#[derive(Default)]
pub(super) struct PrometheusText(String);

impl PrometheusText {
    /// Says what the figures of this name are.
    pub(super) fn begin(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A figure; labels and their values are texts of ours, which need no escaping.
    pub(super) fn figure(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<_> = labels.iter().map(|(k, v)| format!("{k}=\"{v}\"")).collect();
        let _ = match &labels[..] {
            [] => writeln!(self.0, "{name} {value}"),
            labels => writeln!(self.0, "{name}{{{}}} {value}", labels.join(",")),
        };
    }

    /// A name with the one figure it has.
    pub(super) fn one(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.begin(name, kind, help);
        self.figure(name, &[], value);
    }

    /// The histogram of requests.
    pub(super) fn requests(&mut self, requests: &Requests) {
        let name = "mitai_http_request_duration_seconds";
        let help = "How soon requests were answered, by the route's pattern.";
        self.begin(name, "histogram", help);
        for (route, answers) in requests.answers() {
            for ((method, status), times) in answers {
                let status = status.to_string();
                let labels = [
                    ("method", method),
                    ("route", &*route),
                    ("status", status.as_str()),
                ];
                self.times(name, &labels, &times);
            }
        }
    }

    fn times(&mut self, name: &str, labels: &[(&str, &str)], times: &Times) {
        let mut all = 0;
        let longest = BUCKETS.iter().map(ToString::to_string);
        let longest = longest.chain(["+Inf".into()]);
        for (longest, count) in longest.zip(times.buckets) {
            all += count;
            let labels: Vec<_> = labels.iter().copied().chain([("le", &*longest)]).collect();
            self.figure(&format!("{name}_bucket"), &labels, all);
        }
        self.figure(&format!("{name}_sum"), labels, times.sum.as_secs_f64());
        self.figure(&format!("{name}_count"), labels, all);
    }

    /// All of it.
    pub(super) fn text(self) -> String {
        self.0
    }
}
