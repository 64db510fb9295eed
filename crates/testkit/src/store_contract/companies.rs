//! Companies.

use anyhow::Result;
use domain::{
    anime::{Anime, Company, CompanyRole},
    catalogue::CatalogueStore,
    selection::CompanyCount,
};

use super::{id, import};
use crate::{TestDb, anime::popular};

/// Each name of a company that has a number is counted by titles, whatever the parts it took in one.
pub async fn companies_are_counted(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    assert_eq!(store.company_counts().await?, []);
    let company = |role, id, name: &str| Company {
        role,
        id,
        name: name.into(),
    };
    let title = |number, companies| Anime {
        companies,
        ..popular(number, "Name", number)
    };
    let titles = [
        title(
            1,
            vec![
                company(CompanyRole::Studio, Some(37), "Studio Deen"),
                company(CompanyRole::Producer, Some(37), "Studio Deen"),
                company(CompanyRole::Producer, Some(4), "Bandai"),
                company(CompanyRole::Producer, None, "Nobody"),
            ],
        ),
        title(2, vec![company(CompanyRole::Licensor, Some(37), "DEEN")]),
        title(
            3,
            vec![company(CompanyRole::Studio, Some(37), "Studio Deen")],
        ),
    ];
    import(&store, "jikan", &titles).await?;
    let counted = store.company_counts().await?;
    let expected = [(4, "Bandai", 1), (37, "DEEN", 1), (37, "Studio Deen", 2)];
    let expected = expected.map(|(id, name, titles)| CompanyCount {
        id,
        name: name.into(),
        titles,
    });
    assert_eq!(counted, expected);
    let missing = store.listed(&[id(9), id(2)]).await?;
    assert_eq!(missing.len(), 1);
    Ok(())
}
