//! Videos.

use serde::{Deserialize, Serialize};

/// What a video shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VideoKind {
    /// A trailer.
    Promo,
    /// An episode.
    Episode,
    /// A song.
    Music,
}

/// A video about a title. `None` means "not known".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Video {
    /// What it shows.
    pub kind: VideoKind,
    /// What it is called.
    pub name: String,
    /// Number of the episode that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub episode: Option<u32>,
    /// What the source calls that: `Episode 12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Where it can be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// YouTube's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub youtube_id: Option<String>,
    /// Address of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embed_url: Option<String>,
    /// Address of a still at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still_url: Option<String>,
    /// The song that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub song: Option<String>,
    /// Who plays that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
}

impl Video {
    /// YouTube's id, as the source says it or as the address of YouTube's player names it.
    pub fn on_youtube(&self) -> Option<&str> {
        let embedded = || id_in_player(self.embed_url.as_deref()?);
        let id = self.youtube_id.as_deref().or_else(embedded)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        (!id.is_empty() && id.chars().all(fits)).then_some(id)
    }

    /// Whether it leads to YouTube's player or to a page.
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
