//! Security headers of answers, in one table.
//!
//! | | pages | other answers | pictures, `/v4` | sign-in |
//! | --- | --- | --- | --- | --- |
//! | `Content-Security-Policy` | what [`page_headers`] writes | nothing; the worker asks this host | nothing | nothing; the result its own files |
//! | `Cross-Origin-Opener-Policy` | `same-origin-allow-popups` | `same-origin` | `same-origin` | none |
//! | `Cross-Origin-Resource-Policy` | `same-origin` | `same-origin` | `cross-origin` | `same-origin` |
//! | `Referrer-Policy` | `same-origin` | `same-origin` | `same-origin` | the result `no-referrer` |
//!
//! All of them carry `nosniff`, a `Permissions-Policy` that asks for nothing, and, where visitors come
//! by HTTPS, `Strict-Transport-Security`.
//!
//! **Invariant:** no policy allows `unsafe-inline`: what stands in a page itself is named by its digest.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{Error, Result};
use sha2::{Digest as _, Sha256};

use crate::pictures::Pictures;

/// A header, with a value that is always the same.
pub(crate) type StaticHeader = (HeaderName, &'static str);

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// Headers of every answer, unless its route sets them itself.
const EVERYWHERE: [StaticHeader; 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (
        PERMISSIONS,
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), \
         screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
    ),
];

/// The host that plays videos without cookies, once a visitor has pressed a button that says so.
const VIDEOS: &str = "https://www.youtube-nocookie.com";

/// The header of HSTS, for a year and for this host alone: other hosts of its domain may not be ours.
const HSTS: StaticHeader = (header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");

/// Headers of the page with the result of a sign-in. It needs its own files only.
pub(crate) const SIGN_IN_RESULT: [StaticHeader; 2] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// The policy of the service worker, which fetches what it caches.
pub(crate) const WORKER_POLICY: StaticHeader = (
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'",
);

/// Kinds of addresses, which differ in their headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The addresses of our pages, their files and their requests.
    Own,
    /// The addresses that pages of every site may use.
    Open,
    /// The way to the identity provider and back, in a window that must not lose its opener: with a
    /// policy about openers on any answer on the way it would.
    SignIn,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Own, Self::Open, Self::SignIn];

    /// The kind of an address with this path.
    pub(crate) fn of(path: &str) -> Self {
        let below = |folder: &str| {
            let rest = path.strip_prefix(folder);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if below("/v4") || below("/art") || below("/img") {
            Self::Open
        } else if below("/api/v1/auth/google") {
            Self::SignIn
        } else {
            Self::Own
        }
    }

    fn specific_headers(self) -> Vec<StaticHeader> {
        match self {
            Self::Own => vec![(OPENER, "same-origin"), (RESOURCE, "same-origin")],
            Self::Open => vec![(OPENER, "same-origin"), (RESOURCE, "cross-origin")],
            Self::SignIn => vec![(RESOURCE, "same-origin")],
        }
    }
}

/// The headers of each kind of address.
#[derive(Clone)]
pub(crate) struct Protection(Arc<[HeaderMap; Kind::ALL.len()]>);

impl Protection {
    /// The headers of a site at the address `public_url`.
    pub(crate) fn new(public_url: &str) -> Self {
        let https = public_url.starts_with("https://").then_some(HSTS);
        let headers = Kind::ALL.map(|kind| {
            let headers_of = EVERYWHERE.into_iter().chain(kind.specific_headers());
            headers_of
                .chain(https.clone())
                .map(|(name, value)| (name, HeaderValue::from_static(value)))
                .collect()
        });
        Self(Arc::new(headers))
    }

    /// Adds the headers that an answer does not have itself.
    pub(crate) fn add(&self, kind: Kind, headers: &mut HeaderMap) {
        headers.reserve(self.of(kind).len());
        for (name, value) in self.of(kind) {
            headers.entry(name).or_insert_with(|| value.clone());
        }
    }

    fn of(&self, kind: Kind) -> &HeaderMap {
        &self.0[kind as usize]
    }
}

/// Headers of a page: its policy, and that it may open a window to sign in.
///
/// `index` is the page before anything is filled in: only scripts of the build run.
/// Pictures come from any source where the site shows them so: by HTTP only to visitors who came so.
pub(crate) fn page_headers(
    index: &str,
    pictures: &Pictures,
    public_url: &str,
) -> Result<[(HeaderName, HeaderValue); 2]> {
    let scripts = digests(index, "<script>", "</script>");
    let styles = digests(index, "<style>", "</style>");
    let images = match pictures {
        Pictures::Direct if public_url.starts_with("https://") => " https:",
        Pictures::Direct => " http: https:",
        Pictures::Cached(_) | Pictures::Drawn => "",
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; \
         img-src 'self' data:{images}; font-src 'self'; connect-src 'self'; frame-src {VIDEOS}; \
         worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy)
        .map_err(|e| Error::internal("writing a page's policy", e))?;
    let opener = HeaderValue::from_static("same-origin-allow-popups");
    Ok([(header::CONTENT_SECURITY_POLICY, policy), (OPENER, opener)])
}

/// The digests of all elements that hold their text themselves, as a policy names them.
fn digests(html: &str, open: &str, close: &str) -> String {
    let mut named = String::new();
    let mut rest = html;
    while let Some((_, from)) = rest.split_once(open)
        && let Some((text, after)) = from.split_once(close)
    {
        let digest = STANDARD.encode(Sha256::digest(text));
        named.extend([" 'sha256-", &digest, "'"]);
        rest = after;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hsts_is_sent_only_over_https() {
        let headers_of = |url| {
            let headers = Protection::new(url);
            let value = headers.of(Kind::Own).get(header::STRICT_TRANSPORT_SECURITY);
            value.map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(
            headers_of("https://mitai.example").as_deref(),
            Some("max-age=31536000")
        );
        assert_eq!(headers_of("http://127.0.0.1:8080"), None);
    }

    #[test]
    fn address_kind_matches_whole_path_segments() {
        for (path, kind) in [
            ("/v4", Kind::Open),
            ("/v4/", Kind::Open),
            ("/v4/anime/1", Kind::Open),
            ("/v42", Kind::Own),
            ("/artist", Kind::Own),
            ("/art/poster/1.svg", Kind::Open),
            ("/img/poster/1-0-120", Kind::Open),
            ("/api/v1/auth/google", Kind::SignIn),
            ("/api/v1/auth/google/callback", Kind::SignIn),
            ("/api/v1/auth/googlex", Kind::Own),
            ("/api/v1/auth/login", Kind::Own),
            ("/", Kind::Own),
        ] {
            assert_eq!(Kind::of(path), kind, "{path}");
        }
    }

    #[test]
    fn page_policy_names_inline_elements_by_digest() {
        let index = "<style>a{}</style><script>x</script><script src=\"/y\"></script>\
            <script>z</script><script type=\"application/json\">{}</script>";
        let [(_, policy), _] =
            page_headers(index, &Pictures::Drawn, "https://mitai.example").unwrap();
        let policy = policy.to_str().unwrap();
        // SHA-256 of `x` and `z` in base64, as another program has it
        let scripts = "script-src 'self' 'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=' \
                       'sha256-WU5RmuSZMSspQzt92Kl/8Gje/LqXVbbV0A6ExSTWewY='; ";
        assert!(policy.contains(scripts), "{policy}");
        assert_eq!(policy.matches("sha256-").count(), 3, "{policy}");
        assert_eq!(policy.matches("https:").count(), 1, "{policy}");
        assert!(
            policy.contains("frame-src https://www.youtube-nocookie.com; "),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn page_policy_allows_other_picture_hosts_in_direct_mode_only() {
        let policy_at = |url| {
            let [(_, policy), _] = page_headers("", &Pictures::Direct, url).unwrap();
            policy.to_str().unwrap().to_owned()
        };
        let by_http = policy_at("http://127.0.0.1:8080");
        assert!(
            by_http.contains("img-src 'self' data: http: https:; "),
            "{by_http}"
        );
        let policy = policy_at("https://mitai.example");
        assert!(policy.contains("img-src 'self' data: https:; "), "{policy}");
    }
}
