//! Which titles tell one story, and in which order they came out.
//!
//! Sources know only pairs of titles. A **line** is what prequels and sequels connect. A line is
//! part of another's franchise where most of its titles are a side story or a recap of that
//! franchise, and of no other: so the films of a series stand in its order, while a crossover, or
//! one title of a line that borrows from elsewhere, joins nothing.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::anime::MalId;

/// Kinds of relations that lead from a title to others of its franchise, in lower case.
pub const KINDS: [&str; 6] = [
    "prequel",
    "sequel",
    "parent story",
    "full story",
    "side story",
    "summary",
];

/// Kinds of relations that lead from a part of a story to the whole, in lower case.
const OF_WHOLE: [&str; 2] = ["parent story", "full story"];
/// Kinds of relations that lead from a whole story to a part of it, in lower case.
const OF_PART: [&str; 2] = ["side story", "summary"];

/// A relation between two titles, in whichever direction a source tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FranchiseLink {
    /// The title whose record states the relation.
    pub from: MalId,
    /// The related title.
    pub to: MalId,
    /// The kind of the relation, what `to` is to `from`: `Sequel`, `Side Story`, … Case varies.
    pub kind: String,
}

/// A title's part in its franchise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// A title that carries the story on.
    Main,
    /// A title that tells something beside the story.
    SideStory,
    /// A title that retells another title's story.
    Recap,
}

/// The facts of a title in a list of another title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedTitle {
    /// Id on MyAnimeList.
    pub mal_id: MalId,
    /// Readable address.
    pub slug: String,
    /// Main title.
    pub title: String,
    /// English title.
    pub title_english: Option<String>,
    /// Japanese title.
    pub title_japanese: Option<String>,
    /// Form of publication, see [`Anime::kind`](crate::anime::Anime::kind).
    pub kind: Option<String>,
    /// The title's first day; where only the season or the year is known, the first day of that.
    pub released: Option<Date>,
    /// The title's year, see [`begun_year`](crate::anime::begun_year).
    pub year: Option<u16>,
    /// Number of episodes.
    pub episodes: Option<u32>,
    /// Address of a poster at the source.
    pub image_url: Option<String>,
}

/// A title in the watch order of its franchise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FranchiseTitle {
    /// The title's facts.
    pub title: RelatedTitle,
    /// The title's part in the franchise.
    pub part: Part,
}

/// The titles of the franchise that `of` belongs to, itself included, and what each is to it.
///
/// The result is the same for each of them as long as `relations` holds every relation of every title
/// that [`KINDS`] lead to, whatever their order.
pub fn members(of: MalId, relations: &[FranchiseLink]) -> BTreeMap<MalId, Part> {
    let known = RelationKinds::new(relations);
    let mut lines = Groups::default();
    lines.add(of);
    for (from, to, kinds) in known.pairs() {
        lines.add(from);
        lines.add(to);
        if kinds.contains("prequel") || kinds.contains("sequel") {
            lines.join(from, to);
        }
    }
    let wholes = known.wholes(&lines);
    let franchises = gathered(&lines, &wholes);
    let titles = franchises.group(of);
    let side = side_lines(&titles, &lines, &wholes);
    let part = |id: MalId| {
        if titles.iter().any(|whole| known.is_recap(id, *whole)) {
            Part::Recap
        } else if side.contains(&lines.root(id)) {
            Part::SideStory
        } else {
            Part::Main
        }
    };
    titles.iter().map(|id| (*id, part(*id))).collect()
}

/// Those of `titles` that are `members`, in the order in which they came out. One without a date stands
/// before its first sequel, else behind its last prequel, as `relations` say; else last. Empty where there is
/// nothing to order.
pub fn watch_order(
    titles: Vec<RelatedTitle>,
    members: &BTreeMap<MalId, Part>,
    relations: &[FranchiseLink],
) -> Vec<FranchiseTitle> {
    let places = Places::new(&titles, relations);
    let mut order: Vec<FranchiseTitle> = titles
        .into_iter()
        .filter_map(|title| {
            let part = *members.get(&title.mal_id)?;
            Some(FranchiseTitle { title, part })
        })
        .collect();
    order.sort_by_key(|FranchiseTitle { title, .. }| (places.of(title), title.mal_id));
    if order.len() < 2 {
        order.clear();
    }
    order
}

/// When titles came out, and what each continues.
struct Places {
    released: BTreeMap<MalId, Date>,
    /// Pairs of a title and its sequel.
    sequels: BTreeSet<(MalId, MalId)>,
}

impl Places {
    fn new(titles: &[RelatedTitle], relations: &[FranchiseLink]) -> Self {
        let dated = titles.iter().filter_map(|t| Some((t.mal_id, t.released?)));
        let continued = relations.iter().filter_map(|link| {
            if link.kind.eq_ignore_ascii_case("sequel") {
                Some((link.from, link.to))
            } else if link.kind.eq_ignore_ascii_case("prequel") {
                Some((link.to, link.from))
            } else {
                None
            }
        });
        Self {
            released: dated.collect(),
            sequels: continued.collect(),
        }
    }

    /// Returns a title's sort key: a day, and whether it stands before (0), at (1) or behind (2) the titles of that
    /// day.
    fn of(&self, title: &RelatedTitle) -> (Date, u8) {
        if let Some(day) = title.released {
            return (day, 1);
        }
        let day = |id: &MalId| self.released.get(id).copied();
        let sequels = self
            .sequels
            .iter()
            .filter(|(part, _)| *part == title.mal_id);
        if let Some(first) = sequels.filter_map(|(_, next)| day(next)).min() {
            return (first, 0);
        }
        let prequels = self
            .sequels
            .iter()
            .filter(|(_, next)| *next == title.mal_id);
        let last = prequels.filter_map(|(part, _)| day(part)).max();
        (last.unwrap_or(Date::MAX), 2)
    }
}

/// Lines put together with those that they are a part of. It does not matter in which order they
/// are looked at: what a line is part of is never taken away from it.
fn gathered(lines: &Groups, wholes: &Wholes) -> Groups {
    let mut franchises = lines.clone();
    loop {
        let mut changed = false;
        for line in lines.all() {
            let whole = whole_of(&line, wholes, &franchises);
            if let Some(whole) = whole {
                changed |= franchises.join(line[0], whole);
            }
        }
        if !changed {
            return franchises;
        }
    }
}

/// Returns the one franchise that most titles of a line belong to; `None` where there is none.
fn whole_of(line: &[MalId], wholes: &Wholes, franchises: &Groups) -> Option<MalId> {
    let mut votes = BTreeMap::new();
    for parents in line.iter().filter_map(|title| wholes.get(title)) {
        let mut named = parents.iter().map(|id| franchises.root(*id));
        if let Some(first) = named.next()
            && named.all(|other| other == first)
        {
            *votes.entry(first).or_insert(0) += 1;
        }
    }
    let (whole, count) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    (2 * count > line.len()).then_some(whole)
}

/// Returns the lines among `titles` that are part of another one; none where each is, in a circle.
fn side_lines(titles: &[MalId], lines: &Groups, wholes: &Wholes) -> BTreeSet<MalId> {
    let mut parts: BTreeMap<MalId, (usize, usize)> = BTreeMap::new();
    for title in titles {
        let belongs = wholes
            .get(title)
            .is_some_and(|wholes| wholes.iter().all(|id| titles.contains(id)));
        let (all, belonging) = parts.entry(lines.root(*title)).or_default();
        *all += 1;
        *belonging += usize::from(belongs);
    }
    let side: BTreeSet<MalId> = parts
        .iter()
        .filter(|(_, (all, belonging))| 2 * belonging > *all)
        .map(|(line, _)| *line)
        .collect();
    if side.len() == parts.len() {
        BTreeSet::new()
    } else {
        side
    }
}

/// The titles that each title is a side story or a recap of, outside its own line.
type Wholes = BTreeMap<MalId, BTreeSet<MalId>>;

/// The kinds of relation of each pair of titles, in lower case.
struct RelationKinds(BTreeMap<(MalId, MalId), BTreeSet<String>>);

impl RelationKinds {
    fn new(links: &[FranchiseLink]) -> Self {
        let mut relations: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for link in links.iter().filter(|link| link.from != link.to) {
            let kinds = relations.entry((link.from, link.to)).or_default();
            kinds.insert(link.kind.to_lowercase());
        }
        Self(relations)
    }

    fn pairs(&self) -> impl Iterator<Item = (MalId, MalId, &BTreeSet<String>)> {
        self.0.iter().map(|((from, to), kinds)| (*from, *to, kinds))
    }

    fn of(&self, from: MalId, to: MalId) -> impl Iterator<Item = &str> + Clone {
        let kinds = self.0.get(&(from, to)).into_iter().flatten();
        kinds.map(String::as_str)
    }

    /// Whether `part` is a side story or a recap of `whole` and neither says anything else of the
    /// other: the opposite of a spin-off, too, is a parent story.
    fn is_part(&self, part: MalId, whole: MalId) -> bool {
        let (mut up, mut down) = (self.of(part, whole), self.of(whole, part));
        (up.clone().next().is_some() || down.clone().next().is_some())
            && up.all(|kind| OF_WHOLE.contains(&kind))
            && down.all(|kind| OF_PART.contains(&kind))
    }

    /// Returns whether `part` retells the story of `whole`.
    fn is_recap(&self, part: MalId, whole: MalId) -> bool {
        let says = |part, whole| {
            self.of(part, whole).any(|kind| kind == "full story")
                || self.of(whole, part).any(|kind| kind == "summary")
        };
        says(part, whole) && !says(whole, part)
    }

    fn wholes(&self, lines: &Groups) -> Wholes {
        let mut wholes = Wholes::new();
        for (from, to, _) in self.pairs() {
            for (part, whole) in [(from, to), (to, from)] {
                if lines.root(part) != lines.root(whole) && self.is_part(part, whole) {
                    wholes.entry(part).or_default().insert(whole);
                }
            }
        }
        wholes
    }
}

/// Titles in disjoint groups, each with its lowest id as its root.
#[derive(Clone, Default)]
struct Groups(BTreeMap<MalId, MalId>);

impl Groups {
    fn add(&mut self, id: MalId) {
        self.0.entry(id).or_insert(id);
    }

    fn root(&self, id: MalId) -> MalId {
        let mut root = id;
        while let Some(next) = self.0.get(&root)
            && *next != root
        {
            root = *next;
        }
        root
    }

    /// Joins the groups of two titles; returns whether they were two before.
    fn join(&mut self, one: MalId, other: MalId) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.0.insert(one.max(other), one.min(other));
        one != other
    }

    /// Returns the titles in the group of `of`.
    fn group(&self, of: MalId) -> Vec<MalId> {
        let root = self.root(of);
        let titles = self.0.keys().copied();
        titles.filter(|id| self.root(*id) == root).collect()
    }

    fn all(&self) -> Vec<Vec<MalId>> {
        let mut groups: BTreeMap<MalId, Vec<MalId>> = BTreeMap::new();
        for id in self.0.keys() {
            groups.entry(self.root(*id)).or_default().push(*id);
        }
        groups.into_values().collect()
    }
}
