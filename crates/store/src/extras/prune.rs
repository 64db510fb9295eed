//! People and characters that are in no title any more.
//!
//! **Invariant:** code that deletes a title or its credits first [remembers](Leaving::of) the people in it. At the end of
//! the import, those without another title are [deleted](Leaving::prune).

use std::collections::BTreeSet;

use domain::{Result, anime::MalId};

use crate::{
    in_list::{self, id_values},
    tx::Tx,
    value::Value,
};

/// The largest number of ids in one statement.
const BATCH: usize = 4_096;

/// People and characters that may be in no title any more, because a title loses them.
#[derive(Debug, Default)]
pub(crate) struct Leaving {
    characters: BTreeSet<u32>,
    people: BTreeSet<u32>,
}

impl Leaving {
    /// Remembers the people and characters of `titles`, at most 500.
    pub(crate) async fn of(&mut self, tx: &mut Tx, titles: &[MalId]) -> Result<()> {
        if titles.is_empty() {
            return Ok(());
        }
        let (places, ids) = in_list::padded(id_values(titles));
        let characters =
            format!("SELECT character_id FROM anime_casting WHERE mal_id IN ({places})");
        for mut row in tx.query(characters, ids.clone()).await? {
            self.characters.insert(row.take("character_id")?);
        }
        let people = format!(
            "SELECT person_id FROM anime_voice WHERE mal_id IN ({places}) \
             UNION SELECT person_id FROM anime_staff WHERE mal_id IN ({places})"
        );
        for mut row in tx.query(people, ids).await? {
            self.people.insert(row.take("person_id")?);
        }
        Ok(())
    }

    /// Deletes the remembered people and characters that are in no title any more.
    pub(crate) async fn prune(&self, tx: &mut Tx) -> Result<()> {
        for part in parts(&self.characters) {
            let (places, ids) = in_list::padded(part);
            let sql = format!(
                "DELETE FROM anime_character WHERE character_id IN ({places}) AND NOT EXISTS \
                 (SELECT 1 FROM anime_casting c WHERE c.character_id = anime_character.character_id)"
            );
            tx.execute(sql, ids).await?;
        }
        for part in parts(&self.people) {
            let (places, ids) = in_list::padded(part);
            let sql = format!(
                "DELETE FROM anime_person WHERE person_id IN ({places}) AND NOT EXISTS \
                 (SELECT 1 FROM anime_voice v WHERE v.person_id = anime_person.person_id) AND NOT EXISTS \
                 (SELECT 1 FROM anime_staff s WHERE s.person_id = anime_person.person_id)"
            );
            tx.execute(sql, ids).await?;
        }
        Ok(())
    }
}

fn parts(ids: &BTreeSet<u32>) -> Vec<Vec<Value>> {
    let ids: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    ids.chunks(BATCH).map(<[Value]>::to_vec).collect()
}
