//! Entries of which the catalogue does not know the title.

use std::{collections::HashMap, sync::Arc};

use domain::{
    Error, Result,
    account::UserId,
    anime::{ForeignId, MalId, Site},
    anime_list::{ImportPolicy, ImportedEntry, ImportedTitle, ListedTitle},
    fold::fold,
    library::{
        MAX_CHANGED_ENTRIES, MAX_UNRESOLVED, Resolvable, UnresolvedEntry, too_many_unresolved,
    },
};

use serde::{Deserialize, Serialize};

use super::{
    super::{card::revision, list_event::to_json, title_scope::TitleScope},
    proposals::Proposals,
};
use crate::{
    Sql, Store,
    anime::from_json,
    enum_text::from_enum_text,
    instant,
    tx::Tx,
    value::{Row, Statement, Value},
};

/// The column `content` of an unresolved entry: the file's entry, and the policy of its import.
#[derive(Serialize, Deserialize)]
struct Content {
    #[serde(flatten)]
    entry: ImportedEntry,
    #[serde(default)]
    policy: ImportPolicy,
}

/// The statements that insert unresolved entries, whose keys must be new; none without entries.
pub(super) fn insert(uid: &UserId, entries: &[UnresolvedEntry]) -> Result<Vec<Statement>> {
    let sql = "INSERT INTO unresolved_entry \
         (uid, key, import, mal_id, site, foreign_id, folded, name, added_at, content) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let rows = entries.iter().map(|it| stored(uid, it));
    let rows: Vec<Vec<Value>> = rows.collect::<Result<_>>()?;
    Ok(if rows.is_empty() {
        Vec::new()
    } else {
        vec![(sql.into(), rows)]
    })
}

fn stored(uid: &UserId, entry: &UnresolvedEntry) -> Result<Vec<Value>> {
    let title = &entry.title;
    Ok(vec![
        uid.as_str().into(),
        (&entry.key).into(),
        entry.import.into(),
        title.mal_id.map(MalId::get).into(),
        title.foreign.map(|it| it.site.as_str()).into(),
        title.foreign.map(|it| it.id).into(),
        title.name.as_deref().map(fold).into(),
        title.name.as_deref().into(),
        instant::to_text(entry.added_at).into(),
        to_json(&Content {
            entry: entry.entry.clone(),
            policy: entry.policy,
        })?
        .into(),
    ])
}

/// The condition that `count` more entries fit the owner's limit, and the error if not; `None` if `count` is 0.
pub(super) fn fit(uid: &UserId, count: usize) -> Option<(Sql, Vec<Value>, Error)> {
    let sql = "SELECT COUNT(*) AS kept FROM unresolved_entry WHERE uid = $1 \
         HAVING COUNT(*) + $2 <= $3";
    let added = i64::try_from(count).unwrap_or(i64::MAX);
    let params = vec![
        uid.as_str().into(),
        Value::Int(added),
        MAX_UNRESOLVED.into(),
    ];
    (count > 0).then(|| (sql.into(), params, too_many_unresolved()))
}

/// Counts the unresolved entries of an owner.
pub(super) async fn count(store: &Store, uid: &UserId) -> Result<u32> {
    let sql = "SELECT COUNT(*) AS kept FROM unresolved_entry WHERE uid = $1";
    let row = store.query(sql, vec![uid.as_str().into()]).await?.pop();
    row.map_or(Ok(0), |mut row| row.take("kept"))
}

/// The unresolved entry of a key and all others of its title, in the order of the imports, without proposals.
pub(super) async fn of_title(
    store: &Store,
    uid: &UserId,
    key: &str,
) -> Result<Vec<UnresolvedEntry>> {
    // Entries of the same name or number; a stored key may be of a version that ignored signs in names
    let sql = "SELECT u.key, u.import, u.mal_id, u.site, u.foreign_id, u.name, u.added_at, u.content \
         FROM unresolved_entry o JOIN unresolved_entry u ON u.uid = o.uid \
         AND (u.folded = o.folded OR u.mal_id = o.mal_id OR u.site = o.site AND u.foreign_id = o.foreign_id) \
         WHERE o.uid = $1 AND o.key = $2 ORDER BY u.import";
    let params = vec![uid.as_str().into(), key.into()];
    let rows = store.query(sql, params).await?.into_iter();
    let mut entries: Vec<UnresolvedEntry> = rows
        .map(|mut row| read(&mut row, |_| None))
        .collect::<Result<_>>()?;
    let title = entries.iter().find(|it| it.key == key);
    let title = title.and_then(|it| it.title.key());
    entries.retain(|it| it.title.key() == title);
    Ok(entries)
}

/// All unresolved entries by what tells their titles apart, each in the order of the imports, without proposals.
pub(super) async fn by_title(
    tx: &mut Tx,
    uid: &UserId,
) -> Result<HashMap<String, Vec<UnresolvedEntry>>> {
    let sql = "SELECT key, import, mal_id, site, foreign_id, name, added_at, content \
         FROM unresolved_entry WHERE uid = $1 ORDER BY import";
    let mut by_title: HashMap<String, Vec<UnresolvedEntry>> = HashMap::new();
    for mut row in tx.query(sql, vec![uid.as_str().into()]).await? {
        let entry = read(&mut row, |_| None)?;
        let title = entry.title.key().unwrap_or_default();
        by_title.entry(title).or_default().push(entry);
    }
    Ok(by_title)
}

/// Unresolved entries of an owner, those of the last import first, behind the one of a key.
pub(super) async fn page(
    store: &Store,
    uid: &UserId,
    after: Option<&str>,
    limit: u32,
) -> Result<Vec<UnresolvedEntry>> {
    macro_rules! page {
        () => {
            " FROM unresolved_entry WHERE uid = $1 AND (import < $2 OR import = $2 AND key > $3) \
             ORDER BY import DESC, key LIMIT $4"
        };
    }
    const ENTRIES: &str = concat!(
        "SELECT key, import, mal_id, site, foreign_id, name, added_at, content, ",
        revision!(),
        page!()
    );
    const BY_NAME: &str = concat!(
        "SELECT u.key, u.name, n.mal_id, a.title, a.title_english, a.title_japanese \
         FROM (SELECT key, folded, name, mal_id",
        page!(),
        ") u JOIN anime_name n ON n.folded = u.folded JOIN anime a ON a.mal_id = n.mal_id \
         WHERE u.mal_id IS NULL \
         ORDER BY u.key, COALESCE(a.popularity, 1000000000) DESC, n.mal_id DESC"
    );
    let import = after.map_or(Some(u32::MAX), UnresolvedEntry::import_of);
    let import = import.ok_or(Error::NotFound("This entry"))?;
    let of_page = || {
        vec![
            uid.as_str().into(),
            import.into(),
            after.unwrap_or_default().into(),
            limit.into(),
        ]
    };
    let mut tx = store.snapshot().await?;
    let mut proposals = Proposals::default();
    for mut row in tx.query(BY_NAME, of_page()).await? {
        let (key, name): (String, String) = (row.take("key")?, row.take("name")?);
        proposals.add(key, &name, &mut row)?;
    }
    let rows = tx.query(ENTRIES, of_page()).await?;
    let ids = proposals.ids();
    let mut cards = HashMap::new();
    let mut entries = Vec::with_capacity(rows.len());
    for mut row in rows {
        if entries.is_empty() {
            let revision = row.take("revision")?;
            for ids in ids.chunks(MAX_CHANGED_ENTRIES) {
                let of = (uid, TitleScope::EverListed);
                cards.extend(store.cards.of(&mut tx, of, revision, ids).await?);
            }
        }
        let proposal = |key: &String| -> Option<Arc<ListedTitle>> {
            cards.get(&proposals.of(key)?).cloned().flatten()
        };
        entries.push(read(&mut row, proposal)?);
    }
    tx.commit().await?;
    Ok(entries)
}

fn read(
    row: &mut Row,
    proposal: impl Fn(&String) -> Option<Arc<ListedTitle>>,
) -> Result<UnresolvedEntry> {
    let key: String = row.take("key")?;
    let import = row.take("import")?;
    let mal_id = row.take::<Option<u32>>("mal_id")?.map(MalId::new);
    let site: Option<String> = row.take("site")?;
    let site: Option<Site> = site.map(|site| from_enum_text(&site)).transpose()?;
    let foreign_id: Option<u32> = row.take("foreign_id")?;
    let foreign = site
        .zip(foreign_id)
        .map(|(site, id)| ForeignId { site, id });
    let name = row.take("name")?;
    let Content { entry, policy } = from_json(&row.take::<String>("content")?)?;
    let proposal = proposal(&key);
    Ok(UnresolvedEntry {
        key,
        title: ImportedTitle {
            mal_id,
            foreign,
            name,
        },
        import,
        added_at: instant::from_text(&row.take::<String>("added_at")?)?,
        entry,
        policy,
        proposal,
    })
}

/// Reads unresolved entries of all users whose titles the catalogue has by now, behind the entry `after`; those of one
/// title in the order of their imports.
pub(super) async fn resolvable(
    store: &Store,
    after: Option<&Resolvable>,
    limit: u32,
) -> Result<Vec<Resolvable>> {
    // Another site's number may stand for several titles
    let sql = "SELECT uid, key, title, import, added_at, content FROM (\
         SELECT u.uid, u.key, a.mal_id AS title, u.import, u.added_at, u.content \
         FROM unresolved_entry u JOIN anime a ON a.mal_id = u.mal_id WHERE u.uid >= $1 \
         UNION ALL SELECT u.uid, u.key, MIN(f.mal_id), u.import, u.added_at, u.content \
         FROM unresolved_entry u JOIN anime_foreign_id f ON f.site = u.site AND f.id = u.foreign_id \
         WHERE u.mal_id IS NULL AND u.uid >= $1 \
         GROUP BY u.uid, u.key, u.import, u.added_at, u.content) known \
         WHERE (uid, title, import, key) > ($1, $2, $3, $4) \
         ORDER BY uid, title, import, key LIMIT $5";
    let params = match after {
        None => vec!["".into(), 0_u32.into(), 0_u32.into(), "".into()],
        Some(it) => vec![
            it.uid.as_str().into(),
            it.title.get().into(),
            it.import.into(),
            it.key.as_str().into(),
        ],
    };
    let params = params.into_iter().chain([limit.into()]).collect();
    let read = |mut row: Row| {
        let Content { entry, policy } = from_json(&row.take::<String>("content")?)?;
        Ok(Resolvable {
            uid: UserId::new(row.take::<String>("uid")?),
            key: row.take("key")?,
            title: MalId::new(row.take("title")?),
            import: row.take("import")?,
            added_at: instant::from_text(&row.take::<String>("added_at")?)?,
            entry,
            policy,
        })
    };
    let rows = store.query(sql, params).await?;
    rows.into_iter().map(read).collect()
}
