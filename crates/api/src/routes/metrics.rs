//! Figures for whoever watches the server, as Prometheus reads them.
//!
//! **Invariant:** they are for this machine only: a request from elsewhere, or one that a proxy hands
//! on, finds nothing here. A proxy on this machine that adds no header is known only if it is one of
//! those that the operator names.

use std::{fmt::Write as _, net::SocketAddr};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
};
use domain::{
    Error,
    mirror::{ListState, Progress},
};
use jiff::Timestamp;

use crate::{error::ApiError, state::Site};

/// What proxies add to requests that they hand on.
const OF_PROXIES: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/// `GET /metrics`
pub(crate) async fn show(State(site): State<Site>, request: Request) -> Result<Response, ApiError> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let near = peer.is_some_and(|peer| {
        let address = peer.0.ip().to_canonical();
        address.is_loopback() && !site.proxies.trust(address)
    });
    if !near || is_handed_on(request.headers()) {
        return Err(Error::NotFound("This page").into());
    }
    let text = written(&site.mirror.progress().await?);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn is_handed_on(headers: &HeaderMap) -> bool {
    OF_PROXIES.iter().any(|name| headers.contains_key(*name))
}

fn written(progress: &Progress) -> String {
    let mut text = String::new();
    let gauge = |text: &mut String, name: &str, help: &str, values: Vec<(String, i64)>| {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
        for (labels, value) in values {
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    };
    let titles = vec![(String::new(), progress.titles.into())];
    gauge(
        &mut text,
        "mitai_catalogue_titles",
        "Titles in the catalogue.",
        titles,
    );
    let states = [("whole", progress.whole), ("due", progress.due)];
    let states = states.map(|(state, count)| (format!("{{state=\"{state}\"}}"), count.into()));
    gauge(
        &mut text,
        "mitai_mirror_titles",
        "Titles whose whole record was asked for, and those whose is to be asked for now.",
        states.into(),
    );
    for (name, help, value) in LISTS {
        let of_list =
            |list: &ListState| Some((format!("{{list=\"{}\"}}", list.list.as_str()), value(list)?));
        gauge(
            &mut text,
            name,
            help,
            progress.lists.iter().filter_map(of_list).collect(),
        );
    }
    text
}

type OfList = fn(&ListState) -> Option<i64>;

const LISTS: [(&str, &str, OfList); 3] = [
    (
        "mitai_mirror_list_next_page",
        "The page of the provider's list to be asked for next.",
        |list| Some(list.page.into()),
    ),
    (
        "mitai_mirror_list_pages",
        "Pages of the provider's list.",
        |list| list.pages.map(Into::into),
    ),
    (
        "mitai_mirror_list_finished_timestamp_seconds",
        "When the last page of the list was reached.",
        |list| list.finished_at.map(Timestamp::as_second),
    ),
];
