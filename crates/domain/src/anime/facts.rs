//! Facts in groups, and who said them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Anime;
use crate::provenance::Provenance;

/// Makes the groups of the fields that are listed. A field in none of them is an error.
macro_rules! groups {
    ($($(#[$doc:meta])+ $group:ident: $($field:ident),+;)+) => {
        /// A group of facts that a source knows or lacks together.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum FactGroup {
            $($(#[$doc])+ $group,)+
        }

        impl FactGroup {
            /// Every group of facts.
            pub const ALL: &[Self] = &[$(Self::$group),+];

            /// Returns the groups in which `anime` has any fact.
            pub fn known_of(anime: &Anime) -> Vec<Self> {
                let nothing = Anime::named(anime.mal_id, "");
                let all = Self::ALL.iter().copied();
                all.filter(|group| !group.agrees(anime, &nothing)).collect()
            }

            /// Returns whether `a` and `b` have the same facts in this group.
            fn agrees(self, a: &Anime, b: &Anime) -> bool {
                let Anime { mal_id: _, $($($field: _,)+)+ } = a;
                match self {
                    $(Self::$group => $(a.$field == b.$field)&&+,)+
                }
            }

            /// Copies this group's facts from `from` to `to`.
            fn copy(self, from: &Anime, to: &mut Anime) {
                match self {
                    $(Self::$group => { $(to.$field.clone_from(&from.$field);)+ })+
                }
            }
        }
    };
}

groups! {
    /// The title's names and slug.
    Names: slug, title, title_english, title_japanese, synonyms, other_titles;
    /// The title's form, source, length and age rating, and when it airs.
    Run: pending, kind, source, episodes, status, aired, season, year, duration, rating, broadcast;
    /// The audience's figures: score, ranks and numbers of people.
    Figures: score, scored_by, rank, popularity, members, favorites;
    /// The synopsis and the notes on how the title was made.
    Texts: synopsis, background;
    /// The title's pictures and trailer.
    Pictures: images, trailer;
    /// Genres, themes and demographics.
    Tags: tags;
    /// The title's studios, producers and licensors.
    Companies: companies;
    /// The title's relations to other works.
    Relations: relations;
    /// The title's opening and ending themes.
    Songs: openings, endings;
    /// Links to other sites and streaming services, and ids at other catalogues.
    Links: external, streaming, foreign_ids;
}

/// Who said what is known of each group: first the source that decides about it, then those that
/// filled its gaps. Nobody has said anything of a group that is not there.
pub type Origins = BTreeMap<FactGroup, Vec<Provenance>>;

/// A title's facts with their sources.
#[derive(Debug, Clone, PartialEq)]
pub struct Sourced {
    /// The title's facts.
    pub anime: Anime,
    /// The sources of each group of facts.
    pub origins: Origins,
}

impl Sourced {
    /// Returns facts that all come from one source.
    pub fn from_one(anime: Anime, provenance: &Provenance) -> Self {
        let known = FactGroup::known_of(&anime).into_iter();
        let origins = known.map(|group| (group, vec![provenance.clone()]));
        Self {
            origins: origins.collect(),
            anime,
        }
    }

    /// The stored facts merged with those of `provenance`: for each group, the source that
    /// [decides](Provenance::decides_over) is believed, and what it does not know is taken from the
    /// other.
    pub fn updated_by(self, anime: Anime, provenance: &Provenance) -> Self {
        let new = Self::from_one(anime, provenance);
        let replaced = new.anime.clone().merged_over(self.anime.clone());
        let filled = self.anime.clone().merged_over(new.anime.clone());
        let mut merged = Self {
            anime: replaced.clone(),
            origins: Origins::new(),
        };
        for group in FactGroup::ALL {
            let before = self.origins.get(group).and_then(|by| by.first());
            let decides = before.is_none_or(|before| provenance.decides_over(before));
            let (facts, first, second) = if decides {
                (&replaced, &new, &self)
            } else {
                (&filled, &self, &new)
            };
            group.copy(facts, &mut merged.anime);
            let by = |from: &Self| from.origins.get(group).cloned().unwrap_or_default();
            let origins = if group.agrees(facts, &first.anime) {
                by(first)
            } else if group.agrees(facts, &second.anime) {
                by(second)
            } else {
                together(by(first), by(second))
            };
            if !origins.is_empty() {
                merged.origins.insert(*group, origins);
            }
        }
        merged
    }
}

/// Returns both lists of sources as one, each source once.
fn together(mut first: Vec<Provenance>, second: Vec<Provenance>) -> Vec<Provenance> {
    for provenance in second {
        if first.iter().all(|other| other.source != provenance.source) {
            first.push(provenance);
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{
        anime::{ImageSet, MalId},
        provenance::{BUILT_IN, KITSU, OFFLINE_DATABASE},
    };

    fn at(source: &str, second: i64) -> Provenance {
        Provenance {
            source: source.into(),
            as_of: Timestamp::from_second(second).unwrap(),
        }
    }

    fn named(title: &str) -> Anime {
        Anime::named(MalId::new(1), title)
    }

    fn pictured(title: &str, picture: &str) -> Anime {
        let mut anime = named(title);
        anime.images.jpg = ImageSet {
            image_url: Some(picture.into()),
            ..ImageSet::default()
        };
        anime
    }

    #[test]
    fn lower_ranked_source_fills_gaps_and_is_recorded_for_them() {
        let mut plain = named("Best");
        plain.episodes = Some(12);
        let stored = Sourced::from_one(plain, &at("jikan", 1));
        let mut lesser = pictured("Lesser", "a");
        lesser.episodes = Some(13);
        lesser.year = Some(2006);

        let merged = stored.updated_by(lesser, &at(OFFLINE_DATABASE, 2));
        assert_eq!(merged.anime.title, "Best");
        assert_eq!(merged.anime.episodes, Some(12));
        assert_eq!(merged.anime.year, Some(2006));
        assert_eq!(merged.origins[&FactGroup::Names], [at("jikan", 1)]);
        let pictures = &merged.origins[&FactGroup::Pictures];
        assert_eq!(*pictures, [at(OFFLINE_DATABASE, 2)]);
        let run = &merged.origins[&FactGroup::Run];
        assert_eq!(*run, [at("jikan", 1), at(OFFLINE_DATABASE, 2)]);
        assert!(!merged.origins.contains_key(&FactGroup::Relations));

        // It may replace what it said itself, and nothing else
        let merged = merged.updated_by(pictured("Later", "b"), &at(OFFLINE_DATABASE, 3));
        assert_eq!(merged.anime.images.poster(), Some("b"));
        assert_eq!(merged.anime.title, "Best");
        let merged = merged.updated_by(pictured("Earlier", "a"), &at(OFFLINE_DATABASE, 2));
        assert_eq!(merged.anime.images.poster(), Some("b"));
        let merged = merged.updated_by(pictured("Newest", "c"), &at("jikan", 1));
        assert_eq!(merged.anime.images.poster(), Some("c"));
        assert_eq!(merged.origins[&FactGroup::Pictures], [at("jikan", 1)]);
        assert_eq!(merged.anime.title, "Newest");
    }

    #[test]
    fn higher_rank_decides_and_within_a_rank_the_later_answer() {
        for (one, other, decides) in [
            (at("jikan", 2), at("jikan-import", 1), true),
            (at("jikan", 1), at("jikan-import", 2), false),
            (at("jikan", 1), at(BUILT_IN, 2), true),
            (at(BUILT_IN, 2), at("jikan", 1), false),
            (at(BUILT_IN, 1), at(OFFLINE_DATABASE, 2), true),
            (at(OFFLINE_DATABASE, 2), at(BUILT_IN, 1), false),
            (at(OFFLINE_DATABASE, 1), at(KITSU, 2), true),
            (at(KITSU, 2), at(OFFLINE_DATABASE, 1), false),
            (at(BUILT_IN, 1), at(BUILT_IN, 1), true),
        ] {
            assert_eq!(one.decides_over(&other), decides, "{one:?} over {other:?}");
        }
    }
}
