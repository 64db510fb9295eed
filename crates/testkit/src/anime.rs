//! Builders of titles.

use domain::anime::{
    Aired, Anime, Broadcast, Company, CompanyRole, ForeignId, ImageSet, Images, Link, LocalTitle,
    MalId, Relation, RelationTarget, Season, Site, Status, Tag, TagKind, Trailer,
};
use jiff::civil::{Date, date};

/// Builds a title with a name, a place in the order by members (`popularity`) and one genre.
pub fn popular(id: u32, title: &str, popularity: u32) -> Anime {
    let mut anime = Anime::named(MalId::new(id), title);
    anime.popularity = Some(popularity);
    anime.tags = vec![genre("Action")];
    anime
}

/// Builds a title that airs and has a synopsis.
pub fn airing(id: u32, title: &str, rank: Option<u32>) -> Anime {
    let mut anime = Anime::named(MalId::new(id), title);
    anime.status = Some(Status::Airing);
    anime.rank = rank;
    anime.synopsis = Some(format!("What {title} is about."));
    anime
}

/// Builds a title that has ended, first aired on `from` and has a synopsis.
pub fn finished(id: u32, title: &str, from: Date) -> Anime {
    let mut anime = airing(id, title, Some(1));
    anime.status = Some(Status::Finished);
    anime.aired.from = Some(from);
    anime
}

/// Builds a genre without a number.
pub fn genre(name: &str) -> Tag {
    Tag {
        kind: TagKind::Genre,
        id: None,
        name: name.into(),
    }
}

/// Builds a relation of this kind to another anime.
pub fn related(kind: &str, id: u32) -> Relation {
    Relation {
        kind: kind.into(),
        target: RelationTarget::Anime,
        id,
        name: format!("Title {id}"),
    }
}

/// A title of which everything is known, with as many names, tags and relations as real ones have
/// and no word that another `seed` has. `seed` is its id.
pub fn full(seed: u32) -> Anime {
    let text = |what: &str| {
        Some(format!(
            "{what} of {seed}: 'quoted' \"twice\" \\ % _ 進撃の巨人"
        ))
    };
    let words = |what: &str| (0..3).map(|n| format!("{what} {n} of {seed}")).collect();
    Anime {
        mal_id: MalId::new(seed),
        slug: Some(format!("chosen-{seed}")),
        pending: seed.is_multiple_of(2),
        title: format!("Title {seed}"),
        title_english: Some(format!("English {seed}")),
        title_japanese: Some(format!("題名{seed}")),
        synonyms: words("Synonym"),
        other_titles: vec![LocalTitle {
            language: "French".into(),
            title: format!("Titre {seed}"),
        }],
        kind: Some("TV".into()),
        source: Some("Light novel".into()),
        episodes: Some(seed + 1),
        status: Some([Status::Upcoming, Status::Airing, Status::Finished][seed as usize % 3]),
        aired: Aired {
            from: Some(date(2013, 4, 7)),
            to: Some(date(2013, 9, 29)),
            text: text("Aired"),
        },
        season: Some(
            [Season::Winter, Season::Spring, Season::Summer, Season::Fall][seed as usize % 4],
        ),
        year: Some(2013),
        duration: text("Duration"),
        rating: Some("PG-13 - Teens 13 or older".into()),
        score: Some(f64::from(seed) / 7.0),
        scored_by: Some(seed + 2),
        rank: Some(seed + 3),
        popularity: Some(seed + 4),
        members: Some(seed + 5),
        favorites: Some(seed + 6),
        synopsis: Some(format!("{} ", text("Synopsis").unwrap_or_default()).repeat(10)),
        background: text("Background"),
        images: images(seed),
        trailer: Trailer {
            youtube_id: text("Trailer"),
            url: text("Watch"),
            embed_url: text("Embed"),
        },
        broadcast: Some(broadcast(text("Broadcast"))),
        tags: tags(seed),
        companies: companies(seed),
        relations: Some(relations(seed)),
        openings: words("Opening"),
        endings: words("Ending"),
        external: links("external", seed),
        streaming: links("streaming", seed),
        foreign_ids: vec![ForeignId {
            site: Site::AniList,
            id: seed,
        }],
    }
}

/// Changes that each remove one fact of a title that may be missing.
const GAPS: [fn(&mut Anime); 44] = [
    |a| a.slug = None,
    |a| a.title_english = None,
    |a| a.title_japanese = None,
    |a| a.synonyms.clear(),
    |a| a.other_titles.clear(),
    |a| a.kind = None,
    |a| a.source = None,
    |a| a.episodes = None,
    |a| a.status = None,
    |a| a.aired.from = None,
    |a| a.aired.to = None,
    |a| a.aired.text = None,
    |a| a.season = None,
    |a| a.year = None,
    |a| a.duration = None,
    |a| a.rating = None,
    |a| a.score = None,
    |a| a.scored_by = None,
    |a| a.rank = None,
    |a| a.popularity = None,
    |a| a.members = None,
    |a| a.favorites = None,
    |a| a.favorites = Some(0),
    |a| a.synopsis = None,
    |a| a.background = None,
    |a| a.images.jpg.image_url = None,
    |a| a.images.webp = ImageSet::default(),
    |a| a.images = Images::default(),
    |a| a.trailer.youtube_id = None,
    |a| a.trailer = Trailer::default(),
    |a| a.broadcast = None,
    |a| {
        a.broadcast = Some(Broadcast {
            day: None,
            time: None,
            timezone: None,
            text: None,
        });
    },
    |a| a.tags.clear(),
    |a| a.tags.iter_mut().for_each(|tag| tag.id = None),
    |a| a.companies.clear(),
    |a| a.companies.iter_mut().for_each(|company| company.id = None),
    |a| a.relations = None,
    |a| a.relations = Some(Vec::new()),
    |a| a.openings.clear(),
    |a| a.endings.clear(),
    |a| a.external.clear(),
    |a| a.streaming.clear(),
    |a| a.title = String::new(),
    |a| a.synopsis = Some(String::new()),
];

/// The facts of [`full`] each left out once, in titles with the ids from `first` on: what is not
/// known must stay not known.
pub fn each_with_a_gap(first: u32) -> Vec<Anime> {
    (first..)
        .zip(GAPS)
        .map(|(id, leave_out)| {
            let mut anime = full(id);
            leave_out(&mut anime);
            anime
        })
        .collect()
}

fn broadcast(text: Option<String>) -> Broadcast {
    Broadcast {
        day: Some("Saturdays".into()),
        time: Some("01:00".into()),
        timezone: Some("Asia/Tokyo".into()),
        text,
    }
}

fn images(seed: u32) -> Images {
    let set = |ending: &str| {
        let address = |size: &str| Some(format!("https://img.example/{seed}{size}.{ending}"));
        ImageSet {
            image_url: address(""),
            small_image_url: address("t"),
            large_image_url: address("l"),
        }
    };
    Images {
        jpg: set("jpg"),
        webp: set("webp"),
    }
}

fn tags(seed: u32) -> Vec<Tag> {
    [
        TagKind::Theme,
        TagKind::Genre,
        TagKind::Demographic,
        TagKind::ExplicitGenre,
        TagKind::Genre,
    ]
    .into_iter()
    .zip(100..)
    .map(|(kind, number)| Tag {
        kind,
        id: Some(number),
        name: format!("Tag {} of {seed}", 200 - number),
    })
    .collect()
}

fn companies(seed: u32) -> Vec<Company> {
    [
        CompanyRole::Licensor,
        CompanyRole::Studio,
        CompanyRole::Producer,
        CompanyRole::Producer,
    ]
    .into_iter()
    .zip(1..)
    .map(|(role, number)| Company {
        role,
        id: Some(number),
        name: format!("Company {number} of {seed}"),
    })
    .collect()
}

fn relations(seed: u32) -> Vec<Relation> {
    let mut relations = vec![
        related("Sequel", seed + 1),
        related("Prequel", seed.saturating_sub(1)),
        related("Side Story", 4_000_000_000),
    ];
    relations.push(Relation {
        kind: "Adaptation".into(),
        target: RelationTarget::Manga,
        id: seed,
        name: "Book".into(),
    });
    relations
}

fn links(what: &str, seed: u32) -> Vec<Link> {
    (0..3)
        .map(|n| Link {
            name: format!("{what} {n}"),
            url: format!("https://{what}.example/{seed}/{n}"),
        })
        .collect()
}
