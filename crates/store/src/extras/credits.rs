//! Credits of people and characters.

use std::sync::LazyLock;

use domain::{
    Result,
    extras::{
        Appearance, CharacterId, CreditedCharacter, CreditedPerson, PersonId, StaffCredit, Voice,
        VoiceRole,
    },
    slice::SliceRange,
};

use super::{TITLE, character_mention, of_span, person_mention, records, slice, title_ref};
use crate::{anime::from_json, enum_text::from_enum_text, tx::Tx, value::Row};

/// A query for somebody's credits by the titles' popularity: rows of a table `c`, of which `columns` order the credits
/// of one title. The columns of `answer` come from `joined`.
/// `$1`: id of the person or character, `$2`: size, `$3`: offset.
fn credits(table: &str, whose: &str, columns: &str, answer: &str, joined: &str) -> String {
    format!(
        "WITH credit AS (SELECT c.mal_id, a.popularity, {columns} FROM {table} c \
            JOIN anime a ON a.mal_id = c.mal_id WHERE c.{whose} = $1), \
        total AS (SELECT COUNT(*) AS n FROM credit), \
        page AS (SELECT mal_id, popularity, {columns} FROM credit c \
            ORDER BY popularity IS NULL, popularity, mal_id, {columns} LIMIT $2 OFFSET $3) \
        SELECT total.n, {answer}, {TITLE} FROM total LEFT JOIN page c ON TRUE \
        LEFT JOIN anime a ON a.mal_id = c.mal_id {joined} \
        ORDER BY c.popularity IS NULL, c.popularity, c.mal_id, {columns}"
    )
}

pub(super) static VOICE_ROLES: LazyLock<String> = LazyLock::new(|| {
    credits(
        "anime_voice",
        "person_id",
        "c.character_id, c.language",
        "c.language, g.role, h.character_id, h.name, h.image_url, h.favorites",
        "LEFT JOIN anime_casting g ON g.mal_id = c.mal_id AND g.character_id = c.character_id \
         LEFT JOIN anime_character h ON h.character_id = c.character_id",
    )
});

pub(super) static STAFF_CREDITS: LazyLock<String> =
    LazyLock::new(|| credits("anime_staff", "person_id", "c.positions", "c.positions", ""));

pub(super) static APPEARANCES: LazyLock<String> =
    LazyLock::new(|| credits("anime_casting", "character_id", "c.role", "c.role", ""));

/// The voices of a character in all titles, at most 500. `$1`: the character's id.
const VOICES: &str = "SELECT v.language, p.person_id, p.name, p.image_url \
     FROM anime_casting c JOIN anime_voice v ON v.mal_id = c.mal_id AND v.character_id = c.character_id \
     JOIN anime_person p ON p.person_id = v.person_id WHERE c.character_id = $1 \
     GROUP BY v.language, p.person_id, p.name, p.image_url ORDER BY v.language, p.name, p.person_id LIMIT 500";

pub(super) async fn of_person(
    tx: &mut Tx,
    id: PersonId,
    span: SliceRange,
) -> Result<Option<CreditedPerson>> {
    let Some(person) = records::one(tx, id.get()).await? else {
        return Ok(None);
    };
    let params = of_span(id.get(), span);
    let roles = tx.query(VOICE_ROLES.as_str(), params.clone()).await?;
    let staff = tx.query(STAFF_CREDITS.as_str(), params).await?;
    Ok(Some(CreditedPerson {
        person,
        roles: slice(roles, "mal_id", read_voice_role)?,
        staff: slice(staff, "mal_id", read_staff_credit)?,
    }))
}

pub(super) async fn of_character(
    tx: &mut Tx,
    id: CharacterId,
    span: SliceRange,
) -> Result<Option<CreditedCharacter>> {
    let Some(character) = records::one(tx, id.get()).await? else {
        return Ok(None);
    };
    let appearances = tx.query(APPEARANCES.as_str(), of_span(id.get(), span));
    let appearances = appearances.await?;
    let voices = tx.query(VOICES, vec![id.get().into()]).await?;
    Ok(Some(CreditedCharacter {
        character,
        appearances: slice(appearances, "mal_id", read_appearance)?,
        voices: voices.into_iter().map(read_voice).collect::<Result<_>>()?,
    }))
}

pub(super) fn read_voice_role(mut row: Row) -> Result<VoiceRole> {
    Ok(VoiceRole {
        language: row.take("language")?,
        role: from_enum_text(&row.take::<String>("role")?)?,
        character: character_mention(&mut row)?,
        title: title_ref(&mut row)?,
    })
}

pub(super) fn read_staff_credit(mut row: Row) -> Result<StaffCredit> {
    Ok(StaffCredit {
        positions: from_json(&row.take::<String>("positions")?)?,
        title: title_ref(&mut row)?,
    })
}

pub(super) fn read_appearance(mut row: Row) -> Result<Appearance> {
    Ok(Appearance {
        role: from_enum_text(&row.take::<String>("role")?)?,
        title: title_ref(&mut row)?,
    })
}

fn read_voice(mut row: Row) -> Result<Voice> {
    Ok(Voice {
        language: row.take("language")?,
        person: person_mention(&mut row)?,
    })
}
