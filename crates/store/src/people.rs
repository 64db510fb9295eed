//! Pages of people. Their names lead to them by [lookup] rows.

use std::sync::Arc;

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::ListedTitle,
    library::LibraryState,
    people::{FoundPage, PageEdit, PageName, PeopleStore, UserPage},
};

use crate::{
    Store,
    account::{lock_account, lookup},
    anime::from_json,
    change_id,
    enum_text::from_enum_text,
    in_list::{id_values, padded},
    insert::Insert,
    library::{self, TitleScope, last_change, position_columns, revision},
    tx::Tx,
    value::{Row, Value},
};

/// The columns that [`page`] reads, of `user_page p`.
macro_rules! page_columns {
    () => {
        "p.name, p.former, p.audience, p.list_audience, p.link_key, p.favorites"
    };
}

const BY_UID: &str = concat!(
    "SELECT ",
    page_columns!(),
    " FROM user_page p WHERE p.uid = $1"
);
const COLUMNS: &[&str] = &[
    "uid",
    "name",
    "name_folded",
    "former",
    "former_folded",
    "audience",
    "list_audience",
    "link_key",
    "favorites",
];

#[async_trait]
impl PeopleStore for Store {
    async fn page_of(&self, uid: &UserId) -> Result<Option<UserPage>> {
        let row = self.query(BY_UID, vec![uid.as_str().into()]).await?.pop();
        row.map(|mut row| page(&mut row)).transpose()
    }

    async fn page_by_name(&self, name: &PageName) -> Result<Option<FoundPage>> {
        const SQL: &str = concat!(
            "SELECT a.display_name, r.bio, r.favorite_genres, g.change_id AS catalogue, ",
            page_columns!(),
            ", ",
            position_columns!(),
            " FROM user_page p JOIN account a ON a.uid = p.uid \
             JOIN catalogue_revision g ON g.id = 1 \
             LEFT JOIN user_record r ON r.uid = p.uid ",
            last_change!(),
            " WHERE p.uid = $1 AND a.uid = $1 AND (p.name_folded = $2 OR p.former_folded = $2)"
        );
        let owner = lookup::by_page_name(self, name).await?;
        // A page is asked for even where the name is nobody's, so that this takes no less time than for a user's name
        let owner = owner.unwrap_or_default();
        let params = vec![owner.as_str().into(), name.folded().into()];
        let row = self.query(SQL, params).await?.pop();
        row.map(|row| found(UserId::new(owner), row)).transpose()
    }

    async fn put_page(&self, uid: &UserId, edit: &PageEdit, link_key: &str) -> Result<UserPage> {
        let mut tx = self.begin().await?;
        lock_account(&mut tx, uid).await?;
        require_titles(&mut tx, &edit.favorites).await?;
        let before = of(&mut tx, uid).await?;
        let version = before.as_ref().map(UserPage::version).unwrap_or_default();
        if edit.known_version.as_ref().is_some_and(|it| *it != version) {
            tx.rollback().await?;
            return Err(Error::PageChanged);
        }
        let after = match before.clone() {
            Some(page) => page.edited(edit.clone()),
            None => UserPage::new(edit.clone(), link_key.to_owned()),
        };
        if !lookup::take_page_name(&mut tx, uid, &after.name).await? {
            tx.rollback().await?;
            return Err(Error::PageNameTaken);
        }
        let given_back = before.iter().flat_map(UserPage::names);
        let given_back: Vec<&PageName> = given_back
            .filter(|name| after.names().all(|kept| kept != *name))
            .collect();
        lookup::drop_page_names(&mut tx, uid, given_back.into_iter()).await?;
        let row = vec![row(uid, &after)?];
        let insert = Insert::into("user_page", COLUMNS).or_update("uid");
        insert.write(&mut tx, row).await?;
        tx.commit().await?;
        Ok(after)
    }

    async fn renew_page_link(&self, uid: &UserId, link_key: &str) -> Result<Option<UserPage>> {
        const SQL: &str = concat!(
            "UPDATE user_page AS p SET link_key = $2 WHERE p.uid = $1 RETURNING ",
            "name, former, audience, list_audience, link_key, favorites"
        );
        let mut tx = self.begin().await?;
        // A concurrent edit of the page would write the former key back
        lock_account(&mut tx, uid).await?;
        let params = vec![uid.as_str().into(), link_key.into()];
        let row = tx.query(SQL, params).await?.pop();
        tx.commit().await?;
        row.map(|mut row| page(&mut row)).transpose()
    }

    async fn delete_page(&self, uid: &UserId) -> Result<bool> {
        let mut tx = self.begin().await?;
        lock_account(&mut tx, uid).await?;
        lookup::drop_names_of_page(&mut tx, uid).await?;
        let sql = "DELETE FROM user_page WHERE uid = $1 RETURNING uid";
        let deleted = tx.query(sql, vec![uid.as_str().into()]).await?;
        tx.commit().await?;
        Ok(!deleted.is_empty())
    }

    async fn favorite_titles(&self, uid: &UserId, ids: &[MalId]) -> Result<Vec<Arc<ListedTitle>>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.snapshot().await?;
        let sql = concat!("SELECT ", revision!());
        let row = tx.query(sql, vec![]).await?.pop();
        let revision = row.map_or(Ok(0), |mut row| row.take("revision"))?;
        let cards = self
            .cards
            .of(&mut tx, (uid, TitleScope::OnLists), revision, ids);
        let mut cards = cards.await?;
        tx.commit().await?;
        Ok(ids.iter().filter_map(|id| cards.remove(id)?).collect())
    }
}

async fn of(tx: &mut Tx, uid: &UserId) -> Result<Option<UserPage>> {
    let row = tx.query(BY_UID, vec![uid.as_str().into()]).await?.pop();
    row.map(|mut row| page(&mut row)).transpose()
}

async fn require_titles(tx: &mut Tx, ids: &[MalId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let (places, params) = padded(id_values(ids));
    let sql = format!("SELECT mal_id FROM anime WHERE mal_id IN ({places})");
    let known = tx.query(sql, params).await?.len();
    if known < ids.len() {
        return Err(Error::UnknownTitle);
    }
    Ok(())
}

fn row(uid: &UserId, page: &UserPage) -> Result<Vec<Value>> {
    let favorites: Vec<u32> = page.favorites.iter().map(|id| id.get()).collect();
    let favorites = serde_json::to_string(&favorites)
        .map_err(|error| Error::internal("writing favourites", error))?;
    let former = page.former.as_ref();
    Ok(vec![
        uid.as_str().into(),
        page.name.as_str().into(),
        page.name.folded().into(),
        former.map(PageName::as_str).into(),
        former.map(PageName::folded).into(),
        page.audience.as_str().into(),
        page.list_audience.as_str().into(),
        page.link_key.as_str().into(),
        favorites.into(),
    ])
}

/// Reads a page from the columns `page_columns!()`.
fn page(row: &mut Row) -> Result<UserPage> {
    let former: Option<String> = row.take("former")?;
    let favorites: Vec<u32> = from_json(&row.take::<String>("favorites")?)?;
    Ok(UserPage {
        name: name(&row.take::<String>("name")?)?,
        former: former.as_deref().map(name).transpose()?,
        audience: from_enum_text(&row.take::<String>("audience")?)?,
        list_audience: from_enum_text(&row.take::<String>("list_audience")?)?,
        link_key: row.take("link_key")?,
        favorites: favorites.into_iter().map(MalId::new).collect(),
    })
}

fn name(text: &str) -> Result<PageName> {
    PageName::parse(text).ok_or_else(|| Error::internal("reading a page", "its name is none"))
}

fn found(uid: UserId, mut row: Row) -> Result<FoundPage> {
    let text = |text: Option<String>| text.unwrap_or_default();
    Ok(FoundPage {
        uid,
        display_name: row.take("display_name")?,
        bio: text(row.take("bio")?),
        favorite_genres: text(row.take("favorite_genres")?),
        state: LibraryState {
            position: library::position(&mut row)?,
            catalogue: change_id::read(&mut row, "catalogue")?,
        },
        page: page(&mut row)?,
    })
}
