//! People and characters that are in no title any more.
//!
//! **Invariant:** whoever takes a title or its credits away asks first who is [in it](in_titles) and
//! [deletes](prune) afterwards those who are in nothing else.

use domain::{Result, anime::MalId};

use crate::{
    in_list::{self, id_values},
    tx::Tx,
    value::{Row, Value},
};

/// Ids that are looked at together.
const BATCH: usize = 4_096;

/// People and characters of some titles.
#[derive(Debug, Default)]
pub(crate) struct InTitles {
    characters: Vec<Value>,
    people: Vec<Value>,
}

/// Who is in `titles`, at most 500.
pub(crate) async fn in_titles(tx: &mut Tx, titles: &[MalId]) -> Result<InTitles> {
    if titles.is_empty() {
        return Ok(InTitles::default());
    }
    let (places, ids) = in_list::padded(id_values(titles));
    let characters = format!("SELECT character_id FROM anime_casting WHERE mal_id IN ({places})");
    let people = format!(
        "SELECT person_id FROM anime_voice WHERE mal_id IN ({places}) \
         UNION SELECT person_id FROM anime_staff WHERE mal_id IN ({places})"
    );
    let first = |row: Row| row.into_values().into_iter().next();
    let characters = tx.query(characters, ids.clone()).await?;
    let people = tx.query(people, ids).await?;
    Ok(InTitles {
        characters: characters.into_iter().filter_map(first).collect(),
        people: people.into_iter().filter_map(first).collect(),
    })
}

/// Deletes those who are in no title.
pub(crate) async fn prune(tx: &mut Tx, who: InTitles) -> Result<()> {
    for part in who.characters.chunks(BATCH) {
        let (places, ids) = in_list::padded(part.to_vec());
        let sql = format!(
            "DELETE FROM anime_character WHERE character_id IN ({places}) AND NOT EXISTS \
             (SELECT 1 FROM anime_casting c WHERE c.character_id = anime_character.character_id)"
        );
        tx.execute(sql, ids).await?;
    }
    for part in who.people.chunks(BATCH) {
        let (places, ids) = in_list::padded(part.to_vec());
        let sql = format!(
            "DELETE FROM anime_person WHERE person_id IN ({places}) AND NOT EXISTS \
             (SELECT 1 FROM anime_voice v WHERE v.person_id = anime_person.person_id) AND NOT EXISTS \
             (SELECT 1 FROM anime_staff s WHERE s.person_id = anime_person.person_id)"
        );
        tx.execute(sql, ids).await?;
    }
    Ok(())
}
