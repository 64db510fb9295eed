//! Videos about titles.

use domain::extras::{Stated, Video};
use serde::Serialize;
use utoipa::ToSchema;

use super::{extras::web_address, names::same_enum};
use crate::pictures::Pictures;

same_enum! {
    /// What a video shows: a trailer, an episode or a song.
    VideoKind: domain::extras::VideoKind { Promo, Episode, Music }
}

/// Videos about a title.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Videos {
    items: Vec<VideoBody>,
}

/// A video about a title. It leads to a player or to a page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VideoBody {
    kind: VideoKind,
    name: String,
    /// YouTube's id, by which it can be played here.
    #[schema(required)]
    youtube_id: Option<String>,
    /// Where it can be watched.
    #[schema(required)]
    url: Option<String>,
    /// Address of a still; `null` means drawn.
    #[schema(required)]
    still_url: Option<String>,
}

impl Videos {
    /// Of these, with `pictures`, as far as they can be watched.
    pub(crate) fn new(videos: Option<Stated<Vec<Video>>>, pictures: &Pictures) -> Self {
        let videos = videos.into_iter().flat_map(|stated| stated.value);
        let items = videos.map(|video| VideoBody {
            kind: video.kind.into(),
            youtube_id: youtube_id(&video),
            name: video.name,
            url: web_address(video.url),
            still_url: pictures.at_source(video.still_url),
        });
        Self {
            items: items
                .filter(|video| video.youtube_id.is_some() || video.url.is_some())
                .collect(),
        }
    }
}

/// The id that a video has, or that its player's address names.
fn youtube_id(video: &Video) -> Option<String> {
    let embedded = || {
        let (_, rest) = video.embed_url.as_deref()?.split_once("/embed/")?;
        rest.split(['?', '/', '#']).next()
    };
    let id = video.youtube_id.as_deref().or_else(embedded)?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (!id.is_empty() && id.chars().all(fits)).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use domain::extras::{Video, VideoKind};

    use super::youtube_id;

    #[test]
    fn id_at_youtube_is_read_from_a_players_address() {
        let id = |id: Option<&str>, embed: Option<&str>| {
            youtube_id(&Video {
                kind: VideoKind::Promo,
                name: String::new(),
                episode: None,
                label: None,
                url: None,
                youtube_id: id.map(str::to_owned),
                embed_url: embed.map(str::to_owned),
                still_url: None,
                song: None,
                artist: None,
            })
        };
        let embed = "https://www.youtube-nocookie.com/embed/a-B_1?enablejsapi=1";
        assert_eq!(id(None, Some(embed)).as_deref(), Some("a-B_1"));
        assert_eq!(id(Some("x"), Some(embed)).as_deref(), Some("x"));
        assert_eq!(id(None, Some("https://player.example/1")), None);
        assert_eq!(id(Some("a\"b"), None), None);
        assert_eq!(id(Some(""), None), None);
    }
}
