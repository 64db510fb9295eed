//! Videos.

use domain::extras::{Video, VideoKind};
use serde_json::Value;

use crate::{fields::Fields, jikan::record::picture};

/// Reads the videos of `anime/{id}/videos` that can be watched; the episodes, which may be hundreds, last. A list of
/// the episodes alone, as `anime/{id}/videos/episodes` has it, gives `None`: it would replace the others.
pub(super) fn videos(data: &Value) -> Option<Vec<Video>> {
    if !data.is_object() {
        return None;
    }
    let of = Fields::of(data);
    let promos = of.list("promo").iter().map(Fields::of);
    let promos = promos.filter_map(|item| on_youtube(VideoKind::Promo, item, "trailer"));
    let music = of.list("music_videos").iter().map(Fields::of);
    let music = music.filter_map(|item| {
        let about = item.object("meta");
        let video = on_youtube(VideoKind::Music, item, "video")?;
        Some(Video {
            song: about.text("title"),
            artist: about.text("author"),
            ..video
        })
    });
    let all = promos.chain(music).chain(episodes(of.list("episodes")));
    Some(all.filter(Video::can_be_watched).collect())
}

fn episodes(items: &[Value]) -> impl Iterator<Item = Video> {
    let items = items.iter().map(Fields::of);
    items.filter_map(|item| {
        let label = item.text("episode");
        Some(Video {
            kind: VideoKind::Episode,
            name: item.text("title").or_else(|| label.clone())?,
            episode: item.number("mal_id").filter(|number| *number > 0),
            label,
            url: item.url("url"),
            youtube_id: None,
            embed_url: None,
            still_url: picture(item.object("images").object("jpg"), "image_url"),
            song: None,
            artist: None,
        })
    })
}

fn on_youtube(kind: VideoKind, item: Fields<'_>, place: &str) -> Option<Video> {
    let of = item.object(place);
    let still = |size| of.object("images").url(size);
    Some(Video {
        kind,
        name: item.text("title")?,
        episode: None,
        label: None,
        url: of.url("url"),
        youtube_id: of.text("youtube_id"),
        embed_url: of.url("embed_url"),
        still_url: still("large_image_url").or_else(|| still("image_url")),
        song: None,
        artist: None,
    })
}
