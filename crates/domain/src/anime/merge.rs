//! Two sources on one title.

use super::{Aired, Anime, ImageSet, Images, Trailer};

impl Anime {
    /// This record, with what it does not know taken from `older`: a fact once known is not lost
    /// to a source that is silent about it.
    pub fn merged_over(self, older: Self) -> Self {
        Self {
            mal_id: self.mal_id,
            slug: self.slug.or(older.slug),
            pending: self.pending,
            title: self.title,
            title_english: self.title_english.or(older.title_english),
            title_japanese: self.title_japanese.or(older.title_japanese),
            synonyms: first_known(self.synonyms, older.synonyms),
            other_titles: first_known(self.other_titles, older.other_titles),
            kind: self.kind.or(older.kind),
            source: self.source.or(older.source),
            episodes: self.episodes.or(older.episodes),
            status: self.status.or(older.status),
            aired: self.aired.merged_over(older.aired),
            season: self.season.or(older.season),
            year: self.year.or(older.year),
            duration: self.duration.or(older.duration),
            rating: self.rating.or(older.rating),
            score: self.score.or(older.score),
            scored_by: self.scored_by.or(older.scored_by),
            rank: self.rank.or(older.rank),
            popularity: self.popularity.or(older.popularity),
            members: counted(self.members, older.members),
            favorites: counted(self.favorites, older.favorites),
            synopsis: self.synopsis.or(older.synopsis),
            background: self.background.or(older.background),
            images: self.images.merged_over(older.images),
            trailer: self.trailer.merged_over(older.trailer),
            broadcast: self.broadcast.or(older.broadcast),
            tags: first_known(self.tags, older.tags),
            companies: first_known(self.companies, older.companies),
            relations: match (self.relations, older.relations) {
                (Some(new), Some(old)) => Some(first_known(new, old)),
                (new, old) => new.or(old),
            },
            openings: first_known(self.openings, older.openings),
            endings: first_known(self.endings, older.endings),
            external: first_known(self.external, older.external),
            streaming: first_known(self.streaming, older.streaming),
            foreign_ids: first_known(self.foreign_ids, older.foreign_ids),
        }
    }
}

impl Aired {
    /// Dates and their text belong together: one source gives all of them.
    fn merged_over(self, older: Self) -> Self {
        if self == Self::default() { older } else { self }
    }
}

impl Images {
    fn merged_over(self, older: Self) -> Self {
        Self {
            jpg: self.jpg.merged_over(older.jpg),
            webp: self.webp.merged_over(older.webp),
        }
    }
}

impl ImageSet {
    fn merged_over(self, older: Self) -> Self {
        if self == Self::default() { older } else { self }
    }
}

impl Trailer {
    fn merged_over(self, older: Self) -> Self {
        if self == Self::default() { older } else { self }
    }
}

/// A zero may stand for "not counted": it takes nothing away.
fn counted(newer: Option<u32>, older: Option<u32>) -> Option<u32> {
    newer.filter(|count| *count > 0).or(older).or(newer)
}

fn first_known<T>(newer: Vec<T>, older: Vec<T>) -> Vec<T> {
    if newer.is_empty() { older } else { newer }
}

#[cfg(test)]
mod tests {
    use crate::anime::{Anime, MalId, Relation, RelationTarget};

    #[test]
    fn newer_source_wins_and_loses_nothing() {
        let mut older = Anime::named(MalId::new(1), "Old");
        older.synopsis = Some("Kept.".into());
        older.score = Some(7.0);
        older.relations = Some(vec![Relation {
            kind: "Sequel".into(),
            target: RelationTarget::Anime,
            id: 2,
            name: "Two".into(),
        }]);
        let mut newer = Anime::named(MalId::new(1), "New");
        newer.score = Some(8.0);
        newer.relations = Some(Vec::new());

        let merged = newer.merged_over(older);

        assert_eq!(merged.title, "New");
        assert_eq!(merged.score, Some(8.0));
        assert_eq!(merged.synopsis.as_deref(), Some("Kept."));
        assert_eq!(merged.seasons(), Some(2));
    }

    #[test]
    fn zero_replaces_only_a_missing_count() {
        let counts = |favorites| {
            let mut anime = Anime::named(MalId::new(1), "x");
            anime.favorites = favorites;
            anime
        };
        for (newer, older, expected) in [
            (Some(0), Some(7), Some(7)),
            (Some(3), Some(7), Some(3)),
            (Some(0), None, Some(0)),
            (None, Some(0), Some(0)),
        ] {
            let merged = counts(newer).merged_over(counts(older));
            assert_eq!(merged.favorites, expected, "{newer:?} over {older:?}");
        }
    }
}
