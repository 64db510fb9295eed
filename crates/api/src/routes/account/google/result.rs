//! The result of a sign-in: a page for the window that waits for it, or a redirect.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use domain::{Error, Result};

use super::{Context, Mode, code};
use crate::{error::ApiError, protection::SIGN_IN_RESULT, text::escaped};

/// The answer to somebody who is signed in now.
pub(super) fn signed_in(context: &Context) -> Result<Response> {
    let destination = context.destination();
    match context.mode {
        Mode::Redirect => see_other(destination),
        Mode::Popup => Ok(Page {
            code: None,
            everywhere: true,
            title: "You are signed in",
            text: "You can close this window.",
            link: ("Go on to Mitai", destination),
        }
        .respond()),
    }
}

/// The answer to somebody whose sign-in failed. `context` is given if it is certain who asks.
pub(super) fn failed(context: Option<&Context>, error: &Error) -> Result<Response> {
    let code = code(error);
    // The conversion logs failures that are not the user's doing
    let problem = ApiError::from(error);
    let everywhere = context.is_some();
    let unknown = Context::default();
    let retry_address = context.unwrap_or(&unknown).retry_address(code);
    match context {
        Some(Context {
            mode: Mode::Redirect,
            ..
        }) => see_other(&retry_address),
        _ => Ok(Page {
            code: Some(code),
            everywhere,
            title: "You are not signed in",
            text: problem.detail(),
            link: ("Back to Mitai", &retry_address),
        }
        .respond()),
    }
}

/// An address as the value of a header.
pub(super) fn address(url: &str) -> Result<HeaderValue> {
    HeaderValue::from_str(url).map_err(|e| Error::internal("writing an address", e))
}

fn see_other(url: &str) -> Result<Response> {
    // A header holds ASCII: other characters are those of an address that was typed
    let url: String = url.chars().map(percent_encoded).collect();
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address(&url)?)]).into_response())
}

fn percent_encoded(c: char) -> String {
    if c.is_ascii() {
        return c.to_string();
    }
    form_urlencoded::byte_serialize(c.encode_utf8(&mut [0; 4]).as_bytes()).collect()
}

struct Page<'a> {
    code: Option<&'static str>,
    /// Whether pages that did not open this window are notified, too.
    everywhere: bool,
    title: &'static str,
    text: &'a str,
    link: (&'static str, &'a str),
}

impl Page<'_> {
    fn respond(&self) -> Response {
        let (label, href) = self.link;
        let page = format!(
            r#"<!doctype html>
<html lang="en" data-ok="{ok}" data-code="{code}" data-everywhere="{everywhere}">
<head>
<meta charset="utf-8">
<title>{title} - Mitai</title>
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light">
<link rel="stylesheet" href="/api/v1/auth/google/result.css">
<script src="/api/v1/auth/google/result.js" defer></script>
</head>
<body><main>
<h1>{title}</h1>
<p>{text}</p>
<p><a href="{href}">{label}</a></p>
</main></body>
</html>
"#,
            ok = self.code.is_none(),
            code = self.code.unwrap_or_default(),
            everywhere = self.everywhere,
            title = self.title,
            text = escaped(self.text),
            href = escaped(href),
        );
        (SIGN_IN_RESULT, Html(page)).into_response()
    }
}
