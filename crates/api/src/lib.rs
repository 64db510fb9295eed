//! The HTTP face of Mitai: routes, their request and answer types, problem+json errors, the
//! OpenAPI document, and the rendered pages with their data in them.
//!
//! **Invariant:** handlers extract, call `app`, and map; no rule of the product stands here.

mod body;
mod cards;
mod cookie;
mod dto;
mod encoded;
mod error;
mod limits;
mod metrics;
mod middleware;
mod openapi;
mod pages;
mod pictures;
mod private;
mod protection;
mod proxies;
mod request_id;
mod router;
mod routes;
mod same_origin;
mod session;
mod shared;
mod state;
mod template;
mod text;
mod upload_slots;
mod web;

pub use cards::CardPictures;
pub use metrics::MetricSources;
pub use openapi::document;
pub use pictures::Pictures;
pub use private::PrivateAnswers;
pub use proxies::{ProxiesError, TrustedProxies};
pub use router::router;
pub use routes::metrics::metrics;
pub use shared::SharedAnswers;
pub use state::{Site, SiteParts, SocialProfile};
pub use web::WebFiles;
