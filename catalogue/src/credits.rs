//! The text form of the built-in casts and staffs, as people write and review it. Used by the build script only.
//!
//! `people.toml` and `characters.toml` name everybody once, each with an id on MyAnimeList, or with 0 where that of
//! somebody of a staff is not known; `titles.toml` tells by these names who is in a title and who made it.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, bail};
use domain::{
    anime::MalId,
    extras::{
        CastMember, CastRole, CharacterId, CharacterMention, PersonId, PersonMention, StaffMember,
        StaffPerson, Voice,
    },
};
use serde::Deserialize;

/// The cast and the staff of a title.
pub(crate) type Credits = (MalId, Vec<CastMember>, Vec<StaffMember>);

/// A list of titles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    title: Vec<Title>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    mal_id: u32,
    /// Characters, each with the people who speak them in Japanese.
    main: Vec<Vec<String>>,
    #[serde(default)]
    supporting: Vec<Vec<String>>,
    /// Positions in MyAnimeList's words, each with who has it.
    staff: Vec<(String, String)>,
}

impl File {
    /// The credits, of which each title has one, and each name one id.
    pub(crate) fn read(self, people: Names, characters: Names) -> anyhow::Result<Vec<Credits>> {
        let (mut people, mut characters) = (IdsByName::new(people)?, IdsByName::new(characters)?);
        let (mut titles, mut all) = (HashSet::new(), Vec::new());
        for title in self.title {
            let id = title.mal_id;
            let credits = title.read(&mut people, &mut characters);
            all.push(credits.with_context(|| format!("title {id}"))?);
            if !titles.insert(id) {
                bail!("title {id} is there twice");
            }
        }
        people.all_used()?;
        characters.all_used()?;
        Ok(all)
    }
}

impl Title {
    fn read(self, people: &mut IdsByName, characters: &mut IdsByName) -> anyhow::Result<Credits> {
        let mut cast: Vec<CastMember> = Vec::new();
        let parts = [
            (CastRole::Main, self.main),
            (CastRole::Supporting, self.supporting),
        ];
        for (role, members) in parts {
            for names in members {
                cast.push(member(role, names, people, characters)?);
            }
        }
        let mut staff: Vec<StaffMember> = Vec::new();
        for (position, name) in self.staff {
            let person = match people.id(&name)? {
                Some(id) => StaffPerson::Numbered(person(id, name)),
                None => StaffPerson::Unnumbered { name },
            };
            match staff.iter_mut().find(|one| one.person == person) {
                Some(one) => one.positions.push(position),
                None => staff.push(StaffMember {
                    person,
                    positions: vec![position],
                }),
            }
        }
        Ok((MalId::new(self.mal_id), cast, staff))
    }
}

fn member(
    role: CastRole,
    names: Vec<String>,
    people: &mut IdsByName,
    characters: &mut IdsByName,
) -> anyhow::Result<CastMember> {
    let mut names = names.into_iter();
    let name = names.next().context("a character has no name")?;
    let id = characters.id(&name)?;
    let character = CharacterMention {
        id: CharacterId::new(id.with_context(|| format!("{name:?} has no id"))?),
        name,
        image_url: None,
        favorites: None,
    };
    let voices = names.map(|name| {
        let id = people.id(&name)?;
        let id = id.with_context(|| format!("{name:?} has no id"))?;
        Ok(Voice {
            person: person(id, name),
            language: "Japanese".into(),
        })
    });
    Ok(CastMember {
        character,
        role,
        voices: voices.collect::<anyhow::Result<_>>()?,
    })
}

fn person(id: u32, name: String) -> PersonMention {
    PersonMention {
        id: PersonId::new(id),
        name,
        image_url: None,
    }
}

/// Names with their ids, which are 0 where they are not known.
pub(crate) type Names = HashMap<String, u32>;

/// Names, of which each must be used.
struct IdsByName {
    ids: Names,
    unused: HashSet<String>,
}

impl IdsByName {
    fn new(ids: Names) -> anyhow::Result<Self> {
        let mut seen = HashSet::new();
        let mut is_taken = |id| id != 0 && !seen.insert(id);
        if let Some((name, id)) = ids.iter().find(|(_, id)| is_taken(**id)) {
            bail!("{name:?} has an id that another has, too: {id}");
        }
        let unused = ids.keys().cloned().collect();
        Ok(Self { ids, unused })
    }

    fn id(&mut self, name: &str) -> anyhow::Result<Option<u32>> {
        self.unused.remove(name);
        let id = self.ids.get(name).copied();
        let id = id.with_context(|| format!("{name:?} is not listed"))?;
        Ok((id != 0).then_some(id))
    }

    fn all_used(&self) -> anyhow::Result<()> {
        match self.unused.iter().next() {
            Some(name) => bail!("{name:?} is in no title"),
            None => Ok(()),
        }
    }
}
