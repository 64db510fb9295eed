//! Asking a source for a picture.

use std::time::Duration;

use domain::picture::PictureError;
use reqwest::{Client, header::ACCEPT, redirect::Policy};

use crate::sources::{PublicNames, Sources};

const USER_AGENT: &str = concat!("mitai/", env!("CARGO_PKG_VERSION"));
/// Longest wait for a connection, and for a whole picture.
const CONNECT: Duration = Duration::from_secs(3);
const WHOLE: Duration = Duration::from_secs(8);
/// Most bytes of a picture. Posters have about 0.1 MB, covers for a hero a few.
pub(crate) const MOST_BYTES: usize = 5 * 1024 * 1024;
const MOST_REDIRECTS: usize = 3;

/// Asks for pictures, with a limit on everything that a stranger's server decides.
pub(crate) struct Fetcher {
    client: Client,
    sources: Sources,
}

impl Fetcher {
    /// Asks these sources and no other, whatever they lead to.
    pub(crate) fn new(sources: Sources) -> Result<Self, reqwest::Error> {
        let led_to = sources.clone();
        let within = Policy::custom(move |attempt| {
            if attempt.previous().len() <= MOST_REDIRECTS && led_to.permit(attempt.url()) {
                attempt.follow()
            } else {
                attempt.stop()
            }
        });
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(CONNECT)
            .timeout(WHOLE)
            .redirect(within)
            .referer(false)
            // A proxy would look names up anew, and a packed answer be larger than what came
            .no_proxy()
            .no_gzip()
            .dns_resolver(PublicNames(sources.clone()))
            .build()?;
        Ok(Self { client, sources })
    }

    /// The file at `address`, whatever it holds.
    pub(crate) async fn fetch(&self, address: &str) -> Result<Vec<u8>, PictureError> {
        let url = self.sources.permitted(address);
        let url = url.ok_or(PictureError::NotAllowed)?;
        let asking = self
            .client
            .get(url)
            .header(ACCEPT, "image/jpeg, image/png, image/webp");
        let answer = asking.send().await;
        let mut answer = answer.map_err(|_| PictureError::Unreachable)?;
        let status = answer.status();
        if status.is_redirection() {
            return Err(PictureError::NotAllowed);
        }
        if !status.is_success() {
            return Err(PictureError::Refused(status.as_u16()));
        }
        let told = answer.content_length().unwrap_or_default();
        if told > MOST_BYTES as u64 {
            return Err(PictureError::TooLarge);
        }
        let mut file = Vec::new();
        loop {
            let part = answer.chunk().await;
            let Some(part) = part.map_err(|_| PictureError::Unreachable)? else {
                return Ok(file);
            };
            if file.len() + part.len() > MOST_BYTES {
                return Err(PictureError::TooLarge);
            }
            file.extend_from_slice(&part);
        }
    }
}
