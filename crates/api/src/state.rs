//! What handlers share.

use std::{ops::Deref, sync::Arc};

use app::{
    account::Accounts,
    catalogue::{Catalogue, browsing::Browsing, selections::Selections},
    library::Libraries,
    live::Live,
};
use domain::{catalogue::CatalogueStore, render::PageRenderer};

use crate::{
    cards::CardPictures, figures::Figures, pictures::Pictures, private::PrivateAnswers,
    proxies::TrustedProxies, shared::SharedAnswers, web::WebFiles,
};

/// A running site. All of a request's layers and its handler have one of their own, so it is one
/// pointer.
#[derive(Clone)]
pub struct Site(Arc<SiteParts>);

impl From<SiteParts> for Site {
    fn from(parts: SiteParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Site {
    type Target = SiteParts;

    fn deref(&self) -> &SiteParts {
        &self.0
    }
}

/// Everything a running site is made of.
pub struct SiteParts {
    /// The catalogue's use cases.
    pub catalogue: Catalogue,
    /// The whole catalogue by combined filters.
    pub browsing: Browsing,
    /// Lists of whole records.
    pub selections: Selections,
    /// The use cases of accounts.
    pub accounts: Accounts,
    /// The use cases of records.
    pub records: Libraries,
    /// Where changes are listened to.
    pub live: Live,
    /// The store, for `/readyz` only.
    pub store: Arc<dyn CatalogueStore>,
    /// What `/metrics` tells besides.
    pub figures: Figures,
    /// Answers for everybody, kept ready.
    pub shared: Arc<SharedAnswers>,
    /// Answers for one user, kept ready.
    pub private: Arc<PrivateAnswers>,
    /// Pictures of shared pages, kept ready.
    pub cards: CardPictures,
    /// Where pages get their pictures from.
    pub pictures: Pictures,
    /// The web app's files.
    pub web: Arc<dyn WebFiles>,
    /// What renders the web app's pages.
    pub renderer: Arc<dyn PageRenderer>,
    /// The proxies in front of the server.
    pub proxies: TrustedProxies,
    /// Address that visitors use, without a slash at the end; canonical links start with it.
    pub public_url: Arc<str>,
    /// Where the icons at each page's foot lead.
    pub profiles: Vec<Profile>,
}

/// A page about the site on a social network.
pub struct Profile {
    /// The network's name, as the icon has it.
    pub network: &'static str,
    /// The page's address.
    pub url: String,
}
