//! Writing extras.

use std::collections::{HashMap, HashSet};

use super::{
    prune::Leaving,
    records::mention,
    rows::{self, Rows, to_json},
    sections::provenance,
};
use crate::{
    in_list::{self, id_values},
    insert::Insert,
    instant,
    tx::Tx,
    value::{Row, Value},
};
use domain::{
    Error, Result,
    anime::MalId,
    catalogue::Outcome,
    extras::{Character, Extra, ExtraKind, KnownExtra, Person, TitleExtra},
    provenance::Provenance,
};

/// The columns of `anime_extra`: what is known of an extra as a whole.
const COLUMNS: [&str; 7] = [
    "mal_id", "kind", "source", "as_of", "digest", "items", "content",
];

/// What is stored of an extra as a whole.
struct StoredExtra {
    known: KnownExtra,
    digest: String,
}

/// The next step for an extra.
enum ExtraAction {
    /// The catalogue does not hold the title: nothing is written.
    Refuse,
    /// The stored extra stays as it is.
    Keep,
    /// The stored extra stays; its provenance becomes this source.
    Confirm,
    /// The title has no extra of this kind yet.
    Add,
    /// The stored extra differs and is replaced.
    Replace,
}

/// An extra to write, without duplicates in it, and its digest.
struct NewExtra {
    mal_id: MalId,
    extra: Extra,
    digest: String,
}

/// Writes extras of at most 500 distinct titles, and returns the outcome of each. People who may be in no title any more
/// are added to `leaving`.
pub(crate) async fn put(
    tx: &mut Tx,
    batch: &[TitleExtra],
    by: &Provenance,
    leaving: &mut Leaving,
) -> Result<Vec<Outcome>> {
    let stored = stored(tx, batch).await?;
    let (mut outcomes, mut written) = (Vec::with_capacity(batch.len()), Vec::new());
    let (mut replaced, mut confirmed) = (Vec::new(), Vec::new());
    for one in batch {
        let new = new_extra(one)?;
        let verdict = match stored.get(&new.mal_id) {
            Some(of_title) => judge(&new, of_title.get(&new.extra.kind()), by),
            None => ExtraAction::Refuse,
        };
        outcomes.push(match verdict {
            ExtraAction::Refuse => Outcome::Unknown,
            ExtraAction::Keep => Outcome::Equal,
            ExtraAction::Confirm => {
                confirmed.push(header(&new, by)?);
                Outcome::Equal
            }
            ExtraAction::Add => {
                written.push(new);
                Outcome::Added
            }
            ExtraAction::Replace => {
                replaced.push((new.mal_id, new.extra.kind()));
                written.push(new);
                Outcome::Changed
            }
        });
    }
    leaving.of(tx, &with_credits(&replaced)).await?;
    clear(tx, &replaced).await?;
    write(tx, &written, by, confirmed).await?;
    Ok(outcomes)
}

fn new_extra(one: &TitleExtra) -> Result<NewExtra> {
    let extra = one.extra.clone().distinct();
    let digest = extra.digest();
    Ok(NewExtra {
        mal_id: one.mal_id,
        digest: digest.map_err(|error| Error::internal("making the digest of an extra", error))?,
        extra,
    })
}

fn judge(new: &NewExtra, stored: Option<&StoredExtra>, by: &Provenance) -> ExtraAction {
    let Some(StoredExtra { known, digest }) = stored else {
        return ExtraAction::Add;
    };
    let is_same = *digest == new.digest;
    if is_same && known.provenance.source == by.source || !known.yields_to(items(&new.extra), by) {
        ExtraAction::Keep
    } else if is_same {
        ExtraAction::Confirm
    } else {
        ExtraAction::Replace
    }
}

/// Reads the stored extras of the titles in `batch`, of its kinds; each of them that the catalogue holds gets a map.
async fn stored(
    tx: &mut Tx,
    batch: &[TitleExtra],
) -> Result<HashMap<MalId, HashMap<ExtraKind, StoredExtra>>> {
    let mut stored: HashMap<MalId, HashMap<ExtraKind, StoredExtra>> = HashMap::new();
    let ids: HashSet<MalId> = batch.iter().map(|one| one.mal_id).collect();
    let ids: Vec<MalId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(stored);
    }
    let (places, mut params) = in_list::padded(id_values(&ids));
    let kinds: HashSet<&str> = batch.iter().map(|one| one.extra.kind().as_str()).collect();
    let kinds = kinds.into_iter().map(Value::from).collect();
    let (kinds, mut of_kinds) = in_list::padded_after(params.len(), kinds);
    params.append(&mut of_kinds);
    let sql = format!(
        "SELECT a.mal_id, e.kind, e.items, e.source, e.as_of, e.digest FROM anime a \
         LEFT JOIN anime_extra e ON e.mal_id = a.mal_id AND e.kind IN ({kinds}) WHERE a.mal_id IN ({places})"
    );
    for mut row in tx.query(sql, params).await? {
        let of_title = stored.entry(MalId::new(row.take("mal_id")?)).or_default();
        let word: Option<String> = row.take("kind")?;
        // NULL where the title has no extra of these kinds
        if let Some(kind) = word.as_deref().and_then(ExtraKind::of_word) {
            of_title.insert(kind, read(kind, row)?);
        }
    }
    Ok(stored)
}

fn read(kind: ExtraKind, mut row: Row) -> Result<StoredExtra> {
    Ok(StoredExtra {
        known: KnownExtra {
            kind,
            items: row.take("items")?,
            provenance: provenance(&mut row)?,
        },
        digest: row.take("digest")?,
    })
}

/// The titles whose cast or staff is replaced.
fn with_credits(replaced: &[(MalId, ExtraKind)]) -> Vec<MalId> {
    let credits = [ExtraKind::Characters, ExtraKind::Staff];
    let replaced = replaced.iter().filter(|(_, kind)| credits.contains(kind));
    let titles: HashSet<MalId> = replaced.map(|(id, _)| *id).collect();
    titles.into_iter().collect()
}

/// The tables with a row for each thing of an extra; none for kinds that are stored as JSON alone.
const fn tables(kind: ExtraKind) -> &'static [&'static str] {
    match kind {
        ExtraKind::Characters => &["anime_casting", "anime_voice"],
        ExtraKind::Staff => &["anime_staff"],
        ExtraKind::Episodes => &["anime_episode"],
        ExtraKind::Recommendations => &["anime_recommendation"],
        ExtraKind::Videos | ExtraKind::Pictures | ExtraKind::Statistics | ExtraKind::News => &[],
    }
}

async fn clear(tx: &mut Tx, replaced: &[(MalId, ExtraKind)]) -> Result<()> {
    for kind in ExtraKind::ALL {
        let of_kind = replaced.iter().filter(|(_, of)| of == kind);
        let ids: Vec<MalId> = of_kind.map(|(id, _)| *id).collect();
        if ids.is_empty() {
            continue;
        }
        let (places, ids) = in_list::padded(id_values(&ids));
        for table in tables(*kind) {
            let sql = format!("DELETE FROM {table} WHERE mal_id IN ({places})");
            tx.execute(sql, ids.clone()).await?;
        }
    }
    Ok(())
}

/// Writes extras whose rows are not there, and the headers of those that stand.
async fn write(
    tx: &mut Tx,
    written: &[NewExtra],
    by: &Provenance,
    mut headers: Vec<Vec<Value>>,
) -> Result<()> {
    mention(tx, characters(written), by).await?;
    mention(tx, people(written), by).await?;
    let mut rows = Rows::default();
    for new in written {
        headers.push(header(new, by)?);
        rows.add(new.mal_id, &new.extra)?;
    }
    rows.write(tx).await?;
    let insert = Insert::into("anime_extra", &COLUMNS).or_update("mal_id, kind");
    insert.write(tx, headers).await
}

fn characters(written: &[NewExtra]) -> impl Iterator<Item = Character> {
    let casts = written.iter().filter_map(|new| match &new.extra {
        Extra::Characters(cast) => Some(cast),
        _ => None,
    });
    casts
        .flatten()
        .map(|member| member.character.clone().into())
}

fn people(written: &[NewExtra]) -> impl Iterator<Item = Person> {
    written.iter().flat_map(|new| {
        let (cast, staff) = match &new.extra {
            Extra::Characters(cast) => (cast.as_slice(), [].as_slice()),
            Extra::Staff(staff) => ([].as_slice(), staff.as_slice()),
            _ => ([].as_slice(), [].as_slice()),
        };
        let voices = cast.iter().flat_map(|member| &member.voices);
        let voices = voices.map(|voice| &voice.person);
        let people = voices.chain(staff.iter().filter_map(|member| member.person.numbered()));
        people.map(|person| person.clone().into())
    })
}

fn header(new: &NewExtra, by: &Provenance) -> Result<Vec<Value>> {
    let content = match &new.extra {
        Extra::Videos(videos) => to_json(videos)?,
        Extra::Pictures(pictures) => to_json(pictures)?,
        Extra::Statistics(counts) => to_json(counts)?,
        Extra::News(news) => to_json(news)?,
        Extra::Staff(staff) => rows::unnumbered(staff)?,
        Extra::Characters(_) | Extra::Episodes(_) | Extra::Recommendations(_) => Value::Null,
    };
    Ok(vec![
        new.mal_id.get().into(),
        new.extra.kind().as_str().into(),
        (&by.source).into(),
        instant::to_text(by.as_of).into(),
        (&new.digest).into(),
        items(&new.extra).into(),
        content,
    ])
}

fn items(extra: &Extra) -> u32 {
    u32::try_from(extra.items()).unwrap_or(u32::MAX)
}
