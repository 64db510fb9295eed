//! Videos about titles.

use app::catalogue::extras::StatedPart;
use domain::extras::Video;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    extras::{part_of, web_address},
    names::same_enum,
};
use crate::pictures::Pictures;

same_enum! {
    /// What a video shows: a trailer, an episode or a song.
    VideoKind: domain::extras::VideoKind { Promo, Episode, Music }
}

part_of! {
    /// A page of a title's videos, with the episodes last.
    VideoPart: Video => VideoBody
}

/// A video about a title. It leads to a player or to a page.
///
/// The still of a video stays with its host, which is to learn nothing of visitors before they play the video.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VideoBody {
    kind: VideoKind,
    name: String,
    /// The video's id on YouTube, for YouTube's player; `null` where it is not known.
    #[schema(required)]
    youtube_id: Option<String>,
    /// Address of a page where the video can be watched; `null` where it is not known.
    #[schema(required)]
    url: Option<String>,
}

impl VideoBody {
    fn new(video: Video, _: &Pictures) -> Self {
        Self {
            kind: video.kind.into(),
            youtube_id: video.on_youtube().map(str::to_owned),
            name: video.name,
            url: web_address(video.url),
        }
    }
}
