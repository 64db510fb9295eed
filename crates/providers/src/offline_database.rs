//! Records of anime-offline-database (manami-project), which joins what many sites say of a title.
//!
//! What it does not tell apart is not taken: its scores are means over sites with scales of their
//! own, its relations have no kind, its tags are whatever anybody wrote. Of these, the words of
//! MyAnimeList's own lists are.

use domain::{
    anime::{
        Anime, Company, CompanyRole, ForeignId, ImageSet, Images, MalId, Season, Site, Status,
    },
    provider::SourceTitle,
};
use serde_json::Value;

use crate::{fields::Fields, tags};

/// The addresses of MyAnimeList's titles, without scheme and up to the number.
const MYANIMELIST: [&str; 2] = ["myanimelist.net/anime/", "www.myanimelist.net/anime/"];
/// The addresses of other catalogues' titles, without scheme and up to the number.
const FOREIGN: [(&str, Site); 4] = [
    ("anilist.co/anime/", Site::AniList),
    ("kitsu.app/anime/", Site::Kitsu),
    ("kitsu.io/anime/", Site::Kitsu),
    ("www.anilist.co/anime/", Site::AniList),
];
/// The end of the address of the picture that stands for none.
const NO_PICTURE: &str = "/no_pic.png";
const NO_THUMBNAIL: &str = "/no_pic_thumbnail.png";

/// Why a record is not taken, in words for the person who imports it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The record is JSON, but no object.
    #[error("it is not a JSON object")]
    NotAnObject,
    /// The record does not say where its title is listed.
    #[error("the field \"sources\" is not a list")]
    Sources,
    /// MyAnimeList does not list the record's title.
    #[error("it has no address at myanimelist.net")]
    Elsewhere,
    /// The record's title has no name.
    #[error("the field \"title\" is missing or blank")]
    Title,
}

/// Reads one record. Every fact that is missing or of another form is not known.
pub fn read_record(value: &Value) -> Result<SourceTitle, RecordError> {
    if !value.is_object() {
        return Err(RecordError::NotAnObject);
    }
    let fields = Fields::of(value);
    fields
        .optional_list("sources")
        .ok_or(RecordError::Sources)?;
    let sources = fields.texts("sources");
    let mal_id = sources
        .iter()
        .find_map(|source| mal_id(source))
        .ok_or(RecordError::Elsewhere)?;
    let words = fields.texts("tags");
    if words.iter().any(|word| tags::is_adult(word)) {
        return Ok(SourceTitle::Adult(mal_id));
    }
    let mut anime = Anime::named(mal_id, fields.text("title").ok_or(RecordError::Title)?);
    anime.synonyms = fields.texts("synonyms");
    anime.synonyms.retain(|synonym| *synonym != anime.title);
    anime.kind = kind(fields);
    anime.status = status(fields);
    // Of a title that still runs, the record counts the episodes aired so far
    anime.episodes = fields
        .count("episodes")
        .filter(|_| anime.status == Some(Status::Finished));
    let season = fields.object("animeSeason");
    anime.season = season.str("season").and_then(Season::parse);
    anime.year = season
        .count("year")
        .and_then(|year| u16::try_from(year).ok());
    anime.duration = duration(fields);
    anime.images = images(fields);
    anime.companies = companies(fields);
    anime.tags = tags::known(&words);
    anime.foreign_ids = sources.iter().filter_map(|it| foreign_id(it)).collect();
    Ok(SourceTitle::Title(Box::new(anime)))
}

fn mal_id(address: &str) -> Option<MalId> {
    let number = MYANIMELIST.iter().find_map(|site| number(address, site));
    number.map(MalId::new)
}

fn foreign_id(address: &str) -> Option<ForeignId> {
    FOREIGN.iter().find_map(|(prefix, site)| {
        let (site, id) = (*site, number(address, prefix)?);
        Some(ForeignId { site, id })
    })
}

/// The number of a title in an address that begins with `site` behind its scheme.
fn number(address: &str, site: &str) -> Option<u32> {
    let (_, rest) = address.split_once("://")?;
    let path = rest.strip_prefix(site)?;
    let number = path.split(['/', '?', '#']).next()?.parse().ok()?;
    (number > 0).then_some(number)
}

fn kind(fields: Fields<'_>) -> Option<String> {
    let kind = match fields.str("type")? {
        "MOVIE" => "Movie",
        "SPECIAL" => "Special",
        same @ ("TV" | "OVA" | "ONA") => same,
        _ => return None,
    };
    Some(kind.into())
}

fn status(fields: Fields<'_>) -> Option<Status> {
    Some(match fields.str("status")? {
        "FINISHED" => Status::Finished,
        "ONGOING" => Status::Airing,
        "UPCOMING" => Status::Upcoming,
        _ => return None,
    })
}

/// The duration in Jikan's words: `1 hr 30 min`, `24 min per ep`, `40 sec`.
fn duration(fields: Fields<'_>) -> Option<String> {
    let duration = fields.object("duration");
    let seconds = duration.count("value")?;
    if duration.str("unit") != Some("SECONDS") {
        return None;
    }
    let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60);
    let length = match (hours, minutes) {
        (0, 0) => format!("{seconds} sec"),
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} hr"),
        (hours, minutes) => format!("{hours} hr {minutes} min"),
    };
    let several = fields.count("episodes") != Some(1);
    Some(if several {
        format!("{length} per ep")
    } else {
        length
    })
}

fn images(fields: Fields<'_>) -> Images {
    let there = |name| {
        fields
            .url(name)
            .filter(|url| !url.ends_with(NO_PICTURE) && !url.ends_with(NO_THUMBNAIL))
    };
    let set = ImageSet {
        image_url: there("picture"),
        small_image_url: there("thumbnail"),
        large_image_url: None,
    };
    let mut images = Images::default();
    let is_webp = set.image_url.as_ref().is_some_and(|url| {
        let extension = url.rsplit_once('.').map(|(_, extension)| extension);
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("webp"))
    });
    if is_webp {
        images.webp = set;
    } else {
        images.jpg = set;
    }
    images
}

fn companies(fields: Fields<'_>) -> Vec<Company> {
    const LISTS: [(&str, CompanyRole); 2] = [
        ("studios", CompanyRole::Studio),
        ("producers", CompanyRole::Producer),
    ];
    let companies = LISTS.iter().flat_map(|(list, role)| {
        let names = fields.texts(list).into_iter();
        names.map(|name| Company {
            role: *role,
            id: None,
            name: capitalised(&name),
        })
    });
    companies.collect()
}

/// Every word with a capital: the source has all names in small letters.
fn capitalised(name: &str) -> String {
    let mut capitalised = String::with_capacity(name.len());
    let mut starts = true;
    for letter in name.chars() {
        if starts {
            capitalised.extend(letter.to_uppercase());
        } else {
            capitalised.push(letter);
        }
        starts = !letter.is_alphanumeric() && letter != '\'';
    }
    capitalised
}

#[cfg(test)]
mod tests {
    use domain::anime::{Tag, TagKind};
    use serde_json::json;

    use super::*;

    fn record() -> Value {
        json!({
            "sources": ["https://anidb.net/anime/4563", "https://myanimelist.net/anime/1535"],
            "title": "Invented",
            "type": "TV",
            "episodes": 37,
            "status": "FINISHED",
            "animeSeason": { "season": "FALL", "year": 2006 },
            "picture": "https://example.org/a.jpg",
            "thumbnail": "https://example.org/at.jpg",
            "duration": { "value": 1380, "unit": "SECONDS" },
            "score": { "arithmeticMean": 8.6 },
            "synonyms": ["Invented", "DN", "ですのーと", ""],
            "studios": ["madhouse"],
            "producers": ["d.n. dream partners", "a-1 pictures"],
            "relatedAnime": ["https://myanimelist.net/anime/2994"],
            "tags": ["mystery", "shounen", "sci fi", "kuudere", "mystery"],
        })
    }

    fn title(value: &Value) -> Anime {
        match read_record(value).unwrap() {
            SourceTitle::Title(anime) => *anime,
            SourceTitle::Adult(id) => panic!("{id} is for adults"),
        }
    }

    fn with(name: &str, value: Value) -> Value {
        let mut record = record();
        record[name] = value;
        record
    }

    #[test]
    fn full_record_maps_to_facts_of_the_catalogue() {
        let anime = title(&record());
        let mut expected = Anime::named(MalId::new(1535), "Invented");
        expected.synonyms = vec!["DN".into(), "ですのーと".into()];
        expected.kind = Some("TV".into());
        expected.episodes = Some(37);
        expected.status = Some(Status::Finished);
        expected.season = Some(Season::Fall);
        expected.year = Some(2006);
        expected.duration = Some("23 min per ep".into());
        expected.images.jpg = ImageSet {
            image_url: Some("https://example.org/a.jpg".into()),
            small_image_url: Some("https://example.org/at.jpg".into()),
            large_image_url: None,
        };
        expected.companies = [
            (CompanyRole::Studio, "Madhouse"),
            (CompanyRole::Producer, "D.N. Dream Partners"),
            (CompanyRole::Producer, "A-1 Pictures"),
        ]
        .map(|(role, name)| Company {
            role,
            id: None,
            name: name.into(),
        })
        .into();
        expected.tags = [
            (TagKind::Genre, 7, "Mystery"),
            (TagKind::Genre, 24, "Sci-Fi"),
            (TagKind::Demographic, 27, "Shounen"),
        ]
        .map(|(kind, id, name)| Tag {
            kind,
            id: Some(id),
            name: name.into(),
        })
        .into();
        assert_eq!(anime, expected);
    }

    #[test]
    fn missing_fields_stay_unknown() {
        let anime = title(&json!({
            "sources": ["https://myanimelist.net/anime/1"],
            "title": "1",
            "type": "UNKNOWN",
            "episodes": 0,
            "status": "UNKNOWN",
            "animeSeason": { "season": "UNDEFINED" },
            "picture": "https://example.org/pics/no_pic.png",
            "thumbnail": "https://example.org/pics/no_pic_thumbnail.png",
            "synonyms": [], "studios": [], "producers": [], "relatedAnime": [],
            "tags": ["tag 1"],
        }));
        assert_eq!(anime, Anime::named(MalId::new(1), "1"));
        for odd in [json!(null), json!("x"), json!([1]), json!({ "value": "x" })] {
            for name in [
                "type",
                "status",
                "animeSeason",
                "picture",
                "duration",
                "tags",
            ] {
                title(&with(name, odd.clone()));
            }
        }
    }

    #[test]
    fn airing_title_has_no_episode_count() {
        for status in ["ONGOING", "UPCOMING", "UNKNOWN"] {
            assert_eq!(title(&with("status", json!(status))).episodes, None);
        }
    }

    #[test]
    fn durations_are_written_as_jikan_does() {
        for (seconds, episodes, text) in [
            (40, 1, "40 sec"),
            (59, 2, "59 sec per ep"),
            (60, 1, "1 min"),
            (3600, 1, "1 hr"),
            (5430, 1, "1 hr 30 min"),
            (1440, 0, "24 min per ep"),
        ] {
            let mut record = with("duration", json!({ "value": seconds, "unit": "SECONDS" }));
            record["episodes"] = json!(episodes);
            assert_eq!(title(&record).duration.as_deref(), Some(text));
        }
    }

    #[test]
    fn records_are_identified_by_myanimelist_id() {
        for (source, id) in [
            ("https://myanimelist.net/anime/5", Some(5)),
            ("http://www.myanimelist.net/anime/5/Invented", Some(5)),
            ("https://myanimelist.net/anime/5?x=1", Some(5)),
            ("https://myanimelist.net/anime/0", None),
            ("https://myanimelist.net/anime/99999999999", None),
            ("https://myanimelist.net/manga/5", None),
            ("https://myanimelist.net.example.org/anime/5", None),
            ("https://example.org/?https://myanimelist.net/anime/5", None),
            ("https://kitsu.app/anime/5", None),
        ] {
            let read = read_record(&with("sources", json!([source])));
            match (read, id) {
                (Ok(SourceTitle::Title(anime)), Some(id)) => assert_eq!(anime.mal_id.get(), id),
                (Err(error), None) => assert_eq!(error, RecordError::Elsewhere, "{source}"),
                (read, _) => panic!("{source}: {read:?}"),
            }
        }
    }

    #[test]
    fn adult_titles_are_recognised_by_their_tags() {
        for word in [
            "hentai",
            "Hentai",
            "erotica",
            "18 restricted",
            "pornography",
        ] {
            let read = read_record(&with("tags", json!(["drama", word])));
            assert_eq!(read, Ok(SourceTitle::Adult(MalId::new(1535))), "{word}");
        }
        for word in [
            "ecchi",
            "adult cast",
            "nudity",
            "borderline porn",
            "adults are useless",
        ] {
            title(&with("tags", json!([word])));
        }
    }

    #[test]
    fn unusable_records_give_their_reason() {
        for (value, error) in [
            (json!([]), RecordError::NotAnObject),
            (json!({ "title": "x" }), RecordError::Sources),
            (with("sources", json!([])), RecordError::Elsewhere),
            (with("title", json!(" ")), RecordError::Title),
        ] {
            assert_eq!(read_record(&value), Err(error));
        }
    }
}
