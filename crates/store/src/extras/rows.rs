//! Rows of the things of extras.

use domain::{
    Error, Result,
    anime::MalId,
    extras::{CastMember, Episode, Extra, Recommendation, StaffMember},
};
use serde::Serialize;

use crate::{enum_text::to_enum_text, insert::Insert, tx::Tx, value::Value};

type Row = Vec<Value>;

const CASTINGS: Insert<'_> = Insert::into(
    "anime_casting",
    &["mal_id", "character_id", "position", "role"],
);
const VOICES: Insert<'_> = Insert::into(
    "anime_voice",
    &[
        "mal_id",
        "character_id",
        "person_id",
        "language",
        "position",
    ],
);
const STAFF: Insert<'_> = Insert::into(
    "anime_staff",
    &["mal_id", "person_id", "position", "positions"],
);
const EPISODES: Insert<'_> = Insert::into(
    "anime_episode",
    &[
        "mal_id",
        "number",
        "title",
        "title_japanese",
        "title_romaji",
        "aired_on",
        "score",
        "is_filler",
        "is_recap",
        "url",
        "forum_url",
    ],
);
const RECOMMENDATIONS: Insert<'_> =
    Insert::into("anime_recommendation", &["mal_id", "target_id", "votes"]);

/// Rows to write, by table.
#[derive(Default)]
pub(super) struct Rows {
    castings: Vec<Row>,
    voices: Vec<Row>,
    staff: Vec<Row>,
    episodes: Vec<Row>,
    recommendations: Vec<Row>,
}

impl Rows {
    /// Adds the rows of an extra; extras of kinds without a table have none.
    pub(super) fn add(&mut self, id: MalId, extra: &Extra) -> Result<()> {
        match extra {
            Extra::Characters(cast) => {
                for (position, member) in (0..).zip(cast) {
                    self.castings.push(casting(id, position, member));
                    self.voices.extend(voices(id, member));
                }
            }
            Extra::Staff(staff) => {
                for (position, member) in (0..).zip(staff) {
                    self.staff.extend(staff_member(id, position, member)?);
                }
            }
            Extra::Episodes(episodes) => {
                let rows = episodes.iter().map(|it| episode(id, it));
                self.episodes.extend(rows);
            }
            Extra::Recommendations(recommended) => {
                let rows = recommended.iter().map(|it| recommendation(id, *it));
                self.recommendations.extend(rows);
            }
            Extra::Videos(_) | Extra::Pictures(_) | Extra::Statistics(_) | Extra::News(_) => {}
        }
        Ok(())
    }

    /// Inserts all rows, none of which may be stored already.
    pub(super) async fn write(self, tx: &mut Tx) -> Result<()> {
        CASTINGS.write(tx, self.castings).await?;
        VOICES.write(tx, self.voices).await?;
        STAFF.write(tx, self.staff).await?;
        EPISODES.write(tx, self.episodes).await?;
        RECOMMENDATIONS.write(tx, self.recommendations).await
    }
}

fn casting(id: MalId, position: u32, member: &CastMember) -> Row {
    vec![
        id.get().into(),
        member.character.id.get().into(),
        position.into(),
        to_enum_text(&member.role).into(),
    ]
}

fn voices(id: MalId, member: &CastMember) -> impl Iterator<Item = Row> {
    (0_u32..).zip(&member.voices).map(move |(position, voice)| {
        vec![
            id.get().into(),
            member.character.id.get().into(),
            voice.person.id.get().into(),
            (&voice.language).into(),
            position.into(),
        ]
    })
}

fn staff_member(id: MalId, position: u32, member: &StaffMember) -> Result<Option<Row>> {
    let Some(person) = member.person.numbered() else {
        return Ok(None);
    };
    Ok(Some(vec![
        id.get().into(),
        person.id.get().into(),
        position.into(),
        to_json(&member.positions)?,
    ]))
}

/// The members of a staff without a number, each with the place in it, as JSON; NULL where all have one.
pub(super) fn unnumbered(staff: &[StaffMember]) -> Result<Value> {
    let members = (0_u32..).zip(staff);
    let unnumbered: Vec<_> = members
        .filter(|(_, member)| member.person.numbered().is_none())
        .collect();
    if unnumbered.is_empty() {
        return Ok(Value::Null);
    }
    to_json(&unnumbered)
}

fn episode(id: MalId, episode: &Episode) -> Row {
    vec![
        id.get().into(),
        episode.number.into(),
        episode.title.as_ref().into(),
        episode.title_japanese.as_ref().into(),
        episode.title_romaji.as_ref().into(),
        episode.aired.map(|day| day.to_string()).into(),
        episode.score.into(),
        i64::from(episode.is_filler).into(),
        i64::from(episode.is_recap).into(),
        episode.url.as_ref().into(),
        episode.forum_url.as_ref().into(),
    ]
}

fn recommendation(id: MalId, recommended: Recommendation) -> Row {
    vec![
        id.get().into(),
        recommended.mal_id.get().into(),
        recommended.votes.into(),
    ]
}

pub(super) fn to_json(value: &impl Serialize) -> Result<Value> {
    let json = serde_json::to_string(value);
    let json = json.map_err(|error| Error::internal("writing an extra to the database", error))?;
    Ok(json.into())
}
