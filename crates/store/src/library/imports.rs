//! Imports of lists: their files' rows, their outcome, and what of them has no title yet.

mod matched;
mod outcome;
mod proposals;
mod resolve;
mod undo;
mod unresolved;

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::Operation,
    fold::fold,
    library::{
        Applying, Decide, EntriesChanged, ImportRead, ImportRow, ImportStore, ListImport,
        NewImport, Resolvable, Resolving, UndoChanges, UndoOutcome, UnresolvedEntry, Unwritten,
    },
};
use jiff::{SignedDuration, Timestamp};

use super::{
    change_entries::{ChangeOptions, change_with},
    list_event::to_json,
    make,
};
use crate::{
    Store,
    account::unknown,
    anime::from_json,
    insert::Insert,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// The age at which an import that was not applied is deleted.
const TTL: SignedDuration = SignedDuration::from_hours(24);
/// The number of an import's rows that one insert writes.
const BATCH: usize = 512;
/// The largest numbers of an owner's imports that were not applied, and of their rows.
const MAX_OPEN: u32 = 20;
const MAX_OPEN_ROWS: u64 = 200_000;

#[async_trait]
impl ImportStore for Store {
    async fn add_import(&self, uid: &UserId, new: &NewImport, rows: &[ImportRow]) -> Result<u32> {
        let mut tx = self.begin_grouped().await?;
        make(&mut tx, uid).await?;
        let counted = "UPDATE user_record SET last_import = last_import + 1 WHERE uid = $1 \
             RETURNING last_import";
        let row = tx.query(counted, vec![uid.as_str().into()]).await?.pop();
        let mut row = row.ok_or_else(unknown)?;
        let number: u32 = row.take("last_import")?;
        let sql = "INSERT INTO list_import (uid, number, name, form, row_count, created_at, csv) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let params = vec![
            uid.as_str().into(),
            number.into(),
            (&new.name).into(),
            (&new.form).into(),
            Value::Int(count),
            instant::to_text(new.at).into(),
            new.csv.as_ref().map(to_json).transpose()?.into(),
        ];
        tx.execute(sql, params).await?;
        if let Err(error) = fit(&mut tx, uid).await {
            tx.rollback().await?;
            return Err(error);
        }
        let columns = [
            "uid",
            "import",
            "number",
            "mal_id",
            "site",
            "foreign_id",
            "folded",
            "content",
        ];
        let insert = Insert::into("list_import_row", &columns);
        for rows in rows.chunks(BATCH) {
            let rows = rows.iter().map(|row| stored_row(uid, number, row));
            insert.write(&mut tx, rows.collect::<Result<_>>()?).await?;
        }
        tx.commit().await?;
        Ok(number)
    }

    async fn imports(
        &self,
        uid: &UserId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ListImport>> {
        let sql = "SELECT number, name, form, row_count, created_at, applied_at, counts, undone_at \
             FROM list_import WHERE uid = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
        let before = before.unwrap_or(u32::MAX);
        let params = vec![uid.as_str().into(), before.into(), limit.into()];
        let rows = self.query(sql, params).await?;
        rows.into_iter().map(|mut row| read(&mut row)).collect()
    }

    async fn read_import(&self, uid: &UserId, number: u32, chosen: &[MalId]) -> Result<ImportRead> {
        matched::read(self, uid, number, chosen).await
    }

    async fn forget_import(&self, uid: &UserId, number: u32) -> Result<bool> {
        let sql = "DELETE FROM list_import WHERE uid = $1 AND number = $2 AND applied_at IS NULL \
             RETURNING number";
        let params = vec![uid.as_str().into(), number.into()];
        Ok(!self.write(sql, params).await?.is_empty())
    }

    async fn apply_import(
        &self,
        uid: &UserId,
        number: u32,
        applying: Applying<'_>,
        operation: &Operation,
        decide: Decide<'_>,
    ) -> Result<EntriesChanged> {
        let sql = "UPDATE list_import SET applied_at = $3 \
             WHERE uid = $1 AND number = $2 AND applied_at IS NULL RETURNING number";
        let params = vec![
            uid.as_str().into(),
            number.into(),
            instant::to_text(operation.at).into(),
        ];
        let outcome = |refused: &[Unwritten<'_>]| {
            let sql = "UPDATE list_import SET counts = $3, names = $4 \
                 WHERE uid = $1 AND number = $2";
            let outcome = to_json(&(applying.outcome)(refused))?;
            let names = to_json(applying.names)?;
            let row = vec![
                uid.as_str().into(),
                number.into(),
                outcome.into(),
                names.into(),
            ];
            Ok((sql.into(), vec![row]))
        };
        let applied = Error::Invalid("This import was applied already, or is forgotten.".into());
        let rows = "DELETE FROM list_import_row WHERE uid = $1 AND import = $2";
        let of_import = vec![uid.as_str().into(), number.into()];
        let mut statements = vec![(rows.into(), vec![of_import])];
        statements.extend(unresolved::insert(uid, applying.unresolved)?);
        let mut conditions = vec![(sql.into(), params, applied)];
        conditions.extend(unresolved::fit(uid, applying.unresolved.len()));
        let with = ChangeOptions {
            conditions,
            statements,
            at_last: Some(Box::new(outcome)),
            answers_exceptions: true,
            ..ChangeOptions::default()
        };
        change_with(self, (uid, applying.ids), operation, decide, with).await
    }

    async fn undo_outcome(&self, uid: &UserId, number: u32) -> Result<UndoOutcome> {
        outcome::of_undo(self, uid, number).await
    }

    async fn undo_import(
        &self,
        uid: &UserId,
        number: u32,
        operation: &Operation,
        undo: UndoChanges<'_>,
    ) -> Result<EntriesChanged> {
        undo::undo(self, (uid, number), operation, undo).await
    }

    async fn sweep_imports(&self, now: Timestamp) -> Result<()> {
        let before: Value = instant::to_text(now - TTL).into();
        let imports = "DELETE FROM list_import WHERE applied_at IS NULL AND created_at <= $1";
        self.write(imports, vec![before]).await?;
        Ok(())
    }

    async fn unresolved_entries(
        &self,
        uid: &UserId,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<UnresolvedEntry>> {
        unresolved::page(self, uid, after, limit).await
    }

    async fn unresolved_count(&self, uid: &UserId) -> Result<u32> {
        unresolved::count(self, uid).await
    }

    async fn unresolved_of_title(&self, uid: &UserId, key: &str) -> Result<Vec<UnresolvedEntry>> {
        unresolved::of_title(self, uid, key).await
    }

    async fn resolvable(&self, after: Option<&Resolvable>, limit: u32) -> Result<Vec<Resolvable>> {
        unresolved::resolvable(self, after, limit).await
    }

    async fn resolve(
        &self,
        uid: &UserId,
        entries: &[Resolving<'_>],
        title: Option<MalId>,
    ) -> Result<EntriesChanged> {
        resolve::resolve(self, uid, entries, title).await
    }
}

/// Refuses one more import where too many were not applied, or those have too many rows. None makes room by itself: its
/// owner may be about to apply it.
async fn fit(tx: &mut Tx, uid: &UserId) -> Result<()> {
    let open = "SELECT row_count FROM list_import WHERE uid = $1 AND applied_at IS NULL";
    let (mut count, mut row_count) = (0, 0_u64);
    for mut row in tx.query(open, vec![uid.as_str().into()]).await? {
        count += 1;
        row_count += row.take::<u64>("row_count")?;
    }
    if count > MAX_OPEN || row_count > MAX_OPEN_ROWS {
        return Err(Error::TooManyImports);
    }
    Ok(())
}

fn stored_row(uid: &UserId, import: u32, row: &ImportRow) -> Result<Vec<Value>> {
    let title = &row.title;
    Ok(vec![
        uid.as_str().into(),
        import.into(),
        row.number.into(),
        title.mal_id.map(MalId::get).into(),
        title.foreign.map(|it| it.site.as_str()).into(),
        title.foreign.map(|it| it.id).into(),
        title.name.as_deref().map(fold).into(),
        to_json(row)?.into(),
    ])
}

fn read(row: &mut Row) -> Result<ListImport> {
    let mut optional = |column| {
        let text: Option<String> = row.take(column)?;
        text.map(|text| instant::from_text(&text)).transpose()
    };
    let (applied_at, undone_at) = (optional("applied_at")?, optional("undone_at")?);
    let outcome: Option<String> = row.take("counts")?;
    Ok(ListImport {
        number: row.take("number")?,
        name: row.take("name")?,
        form: row.take("form")?,
        row_count: row.take("row_count")?,
        created_at: instant::from_text(&row.take::<String>("created_at")?)?,
        applied_at,
        outcome: outcome.map(|json| from_json(&json)).transpose()?,
        undone_at,
    })
}
