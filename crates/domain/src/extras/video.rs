//! Videos.

use serde::{Deserialize, Serialize};

/// The kind of a video, by what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VideoKind {
    /// A trailer.
    Promo,
    /// An episode.
    Episode,
    /// A music video.
    Music,
}

/// A video about a title. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Video {
    /// The video's kind.
    pub kind: VideoKind,
    /// The video's name.
    pub name: String,
    /// Number of the episode that the video shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub episode: Option<u32>,
    /// The source's words for the episode's number: `Episode 12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Address of a page where the video can be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The video's id at YouTube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub youtube_id: Option<String>,
    /// Address of the video's player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embed_url: Option<String>,
    /// Address of a still of the video at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still_url: Option<String>,
    /// Name of the song in the video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub song: Option<String>,
    /// Name of the song's artist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
}

impl Video {
    /// Returns the video's id at YouTube, as the source says it or as the address of YouTube's player names it.
    pub fn on_youtube(&self) -> Option<&str> {
        let embedded = || id_in_player(self.embed_url.as_deref()?);
        let id = self.youtube_id.as_deref().or_else(embedded)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        (!id.is_empty() && id.chars().all(fits)).then_some(id)
    }

    /// Returns whether the video leads to YouTube's player or to a page.
    pub fn can_be_watched(&self) -> bool {
        self.on_youtube().is_some() || self.url.is_some()
    }
}

fn id_in_player(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    let mut hosts = ["youtube.com", "youtube-nocookie.com"].into_iter();
    let rest = hosts.find_map(|host| rest.strip_prefix(host)?.strip_prefix("/embed/"))?;
    rest.split(['?', '/', '#']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_at_youtube_is_read_from_its_players_address_alone() {
        let id = |id: Option<&str>, embed: Option<&str>| {
            let video = Video {
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
            };
            assert_eq!(video.can_be_watched(), video.on_youtube().is_some());
            video.on_youtube().map(str::to_owned)
        };
        let embed = "https://www.youtube-nocookie.com/embed/a-B_1?enablejsapi=1";
        assert_eq!(id(None, Some(embed)).as_deref(), Some("a-B_1"));
        assert_eq!(id(Some("x"), Some(embed)).as_deref(), Some("x"));
        let short = "http://youtube.com/embed/y";
        assert_eq!(id(None, Some(short)).as_deref(), Some("y"));
        for elsewhere in [
            "https://player.example/1",
            "https://player.example/embed/abc",
            "https://youtube.com.example/embed/abc",
            "https://player.example/?at=www.youtube.com/embed/abc",
        ] {
            assert_eq!(id(None, Some(elsewhere)), None, "{elsewhere}");
        }
        assert_eq!(id(Some("a\"b"), None), None);
        assert_eq!(id(Some(""), None), None);
    }
}
