//! Builders of what is known of titles beside their records.

use domain::{
    anime::{ImageSet, Images, MalId},
    extras::{
        CastMember, CastRole, Character, CharacterId, CharacterMention, Episode, Extra, NewsLink,
        Person, PersonId, PersonMention, Recommendation, StaffMember, StaffPerson, TitleExtra,
        Video, VideoKind, ViewerCounts, Voice,
    },
};
use jiff::{Timestamp, civil::date};

/// Builds an extra of the title with this id.
pub const fn of(id: u32, extra: Extra) -> TitleExtra {
    TitleExtra {
        mal_id: MalId::new(id),
        extra,
    }
}

/// Builds a mention of a person with a portrait.
pub fn person(id: u32, name: &str) -> PersonMention {
    PersonMention {
        id: PersonId::new(id),
        name: name.into(),
        image_url: Some(format!("https://cdn.example/person/{id}.jpg")),
    }
}

/// Builds the whole record of a person.
pub fn full_person(id: u32, name: &str, favorites: u32) -> Person {
    Person {
        id: PersonId::new(id),
        name: name.into(),
        given_name: Some("浩史".into()),
        family_name: Some("神谷".into()),
        other_names: vec![format!("Alias {id}"), "'quoted' \\ % _".into()],
        birthday: Some(date(1975, 1, 28)),
        image_url: Some(format!("https://cdn.example/person/{id}.jpg")),
        favorites: Some(favorites),
        about: Some(format!("About {name}.\n\nTwo lines.")),
        website_url: Some("https://site.example".into()),
    }
}

/// Builds the whole record of a character.
pub fn full_character(id: u32, name: &str, favorites: u32) -> Character {
    Character {
        id: CharacterId::new(id),
        name: name.into(),
        name_kanji: Some("スパイク・スピーゲル".into()),
        nicknames: vec![format!("Nick {id}")],
        image_url: Some(format!("https://cdn.example/character/{id}.jpg")),
        favorites: Some(favorites),
        about: Some(format!("About {name}.")),
    }
}

/// Builds a character of a cast, with a role and without a voice.
pub fn cast_member(id: u32, name: &str, role: CastRole, favorites: u32) -> CastMember {
    CastMember {
        character: CharacterMention {
            id: CharacterId::new(id),
            name: name.into(),
            image_url: Some(format!("https://cdn.example/character/{id}.jpg")),
            favorites: Some(favorites),
        },
        role,
        voices: Vec::new(),
    }
}

/// Adds a Japanese voice to a character of a cast.
pub fn spoken(mut member: CastMember, by: PersonMention) -> CastMember {
    member.voices.push(Voice {
        person: by,
        language: "Japanese".into(),
    });
    member
}

/// Builds a member of the staff whose number is known.
pub fn staff_member(person: PersonMention, positions: &[&str]) -> StaffMember {
    StaffMember {
        person: StaffPerson::Numbered(person),
        positions: positions.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// Builds a member of the staff whose number is not known.
pub fn unnumbered_member(name: &str, positions: &[&str]) -> StaffMember {
    StaffMember {
        person: StaffPerson::Unnumbered { name: name.into() },
        positions: positions.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// Builds an episode of which everything is known.
pub fn episode(number: u32) -> Episode {
    Episode {
        number,
        title: Some(format!("Episode {number}: 'quoted' \\ %")),
        title_japanese: Some(format!("第{number}話")),
        title_romaji: Some(format!("Dai {number} Wa")),
        aired: Some(date(1998, 4, 3)),
        score: Some(4.17),
        is_filler: number.is_multiple_of(2),
        is_recap: number.is_multiple_of(3),
        url: Some(format!("https://site.example/episode/{number}")),
        forum_url: Some(format!("https://site.example/forum/{number}")),
    }
}

/// Builds a recommendation of the title with this id.
pub const fn recommendation(id: u32, votes: u32) -> Recommendation {
    Recommendation {
        mal_id: MalId::new(id),
        votes,
    }
}

/// Every extra there is of a title with this number: two characters with two voices, one of the staff, three
/// episodes, and one of everything else.
pub fn all_of(id: u32) -> Vec<TitleExtra> {
    let actor = || person(id * 10, &format!("Actor {id}"));
    let mut main = spoken(cast_member(id * 10, "Spike", CastRole::Main, 7), actor());
    main.voices.push(Voice {
        person: person(id * 10 + 1, "Doubler"),
        language: "Portuguese (BR)".into(),
    });
    let other = spoken(
        cast_member(id * 10 + 1, "Ein", CastRole::Supporting, 9),
        actor(),
    );
    let episodes = (1..=3).map(episode).collect();
    let extras = [
        Extra::Characters(vec![main, other]),
        Extra::Staff(vec![staff_member(
            person(id * 10 + 2, "Director"),
            &["Director", "Script"],
        )]),
        Extra::Episodes(episodes),
        Extra::Videos(vec![video(id)]),
        Extra::Pictures(vec![picture(id)]),
        Extra::Recommendations(vec![recommendation(id + 1, 16)]),
        Extra::Statistics(viewer_counts(id)),
        Extra::News(vec![news(id)]),
    ];
    extras.map(|extra| of(id, extra)).into()
}

/// Builds a trailer.
pub fn video(id: u32) -> Video {
    Video {
        kind: VideoKind::Promo,
        name: format!("PV {id}"),
        episode: None,
        label: None,
        url: Some("https://www.youtube.com/watch?v=x".into()),
        youtube_id: Some("x".into()),
        embed_url: Some("https://www.youtube.com/embed/x".into()),
        still_url: Some("https://img.example/x.jpg".into()),
        song: None,
        artist: None,
    }
}

/// Builds a picture that has one size, as JPEG.
pub fn picture(id: u32) -> Images {
    Images {
        jpg: ImageSet {
            image_url: Some(format!("https://cdn.example/{id}.jpg")),
            ..ImageSet::default()
        },
        webp: ImageSet::default(),
    }
}

/// Builds the counts of viewers; those who watch are as many as `id`.
pub const fn viewer_counts(id: u32) -> ViewerCounts {
    ViewerCounts {
        watching: id,
        completed: 2,
        on_hold: 3,
        dropped: 4,
        plan_to_watch: 5,
        total: id + 14,
        scores: [0, 0, 0, 0, 0, 1, 2, 3, 4, 5],
    }
}

/// Builds a link to news.
pub fn news(id: u32) -> NewsLink {
    NewsLink {
        id,
        title: "It goes on".into(),
        url: format!("https://site.example/news/{id}"),
        at: Some(Timestamp::constant(1_793_491_200, 0)),
        author: Some("Somebody".into()),
        author_url: None,
        forum_url: None,
        image_url: None,
        comments: Some(0),
    }
}
