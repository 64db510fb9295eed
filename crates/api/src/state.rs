//! What handlers share.

use std::sync::Arc;

use app::catalogue::Catalogue;
use domain::catalogue::CatalogueStore;

use crate::{shared::SharedAnswers, web::WebFiles};

/// Everything a running site is made of.
#[derive(Clone)]
pub struct Site {
    /// The catalogue's use cases.
    pub catalogue: Catalogue,
    /// The store, for `/readyz` only.
    pub store: Arc<dyn CatalogueStore>,
    /// Answers kept ready.
    pub shared: Arc<SharedAnswers>,
    /// The web app's files.
    pub web: Arc<dyn WebFiles>,
    /// Address that visitors use, without a slash at the end; canonical links start with it.
    pub public_url: Arc<str>,
}
