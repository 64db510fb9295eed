//! A user's page as an argument of handlers, for readers who may see it.

use std::sync::Arc;

use app::people::{Viewer, VisiblePage};
use axum::{
    extract::{FromRef as _, FromRequestParts, Path, Query},
    http::request::Parts,
};
use domain::account::UserId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    error::ApiError,
    session::{MaybeSignedIn, SignedIn},
    state::{PeopleState, Site},
};

/// The parameter of a public page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkParams {
    /// The key of the page's link.
    link: Option<String>,
}

/// A public page, as far as the requester may see it. As an argument of a handler it refuses everybody else.
pub(super) struct Visible(pub(super) VisiblePage);

/// A public page, and its signed-in reader. As an argument of a handler it refuses everybody else.
pub(super) struct VisibleSignedIn {
    pub(super) reader: SignedIn,
    pub(super) page: VisiblePage,
}

impl FromRequestParts<Site> for Visible {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, ApiError> {
        let MaybeSignedIn(reader) = MaybeSignedIn::from_request_parts(parts, site).await?;
        let uid = reader.as_ref().map(SignedIn::uid);
        page(parts, site, uid).await.map(Self)
    }
}

impl FromRequestParts<Site> for VisibleSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, ApiError> {
        let reader = SignedIn::from_request_parts(parts, site).await?;
        let page = page(parts, site, Some(reader.uid())).await?;
        Ok(Self { reader, page })
    }
}

async fn page(
    parts: &mut Parts,
    site: &Site,
    uid: Option<&UserId>,
) -> Result<VisiblePage, ApiError> {
    // What is no text is nobody's name
    let name = Path::<String>::from_request_parts(parts, site).await;
    let name = name.map_or_else(|_| String::new(), |Path(name)| name);
    let params = Query::<LinkParams>::from_request_parts(parts, site).await;
    let Query(LinkParams { link }) =
        params.map_err(|_| ApiError::invalid("Please give `link` only once."))?;
    let viewer = Viewer {
        uid,
        key: link.as_deref(),
    };
    let state = Arc::<PeopleState>::from_ref(site);
    Ok(state.people.page(&name, viewer).await?)
}
