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
    /// A page of a title's videos, the episodes last.
    VideoPart: Video => VideoBody
}

/// A video about a title. It leads to a player or to a page.
///
/// Its still stays with its host, which is to learn nothing of visitors before they play it.
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
