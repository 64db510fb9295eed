//! Sending mail over SMTP.
//!
//! **Invariant:** a password leaves this machine over TLS only, unless the settings say otherwise
//! in so many words. Nothing that a mail server says of an address gets into an error's text.

mod error;

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, SystemTime},
};

use async_trait::async_trait;
use domain::{
    Error, Result,
    account::{Email, Mailer, Secret},
    clock::Clock,
    random::Random,
};
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use url::Url;

use error::MailError;

/// The longest time for a mail, from the connection to the server's word that it has it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why mail cannot be sent with the given settings. The sentences do not repeat the settings: the address may
/// hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The mail server's address cannot be read.
    #[error("give the mail server as smtp://HOST:PORT or smtps://USER:PASSWORD@HOST:PORT")]
    Url,
    /// The sender is not a mailbox, such as `NAME <ADDRESS>`.
    #[error("give the sender of mail as NAME <ADDRESS>")]
    Sender,
}

/// Sends mail over one SMTP server.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl Smtp {
    /// Prepares to send as `from` over the server at `url`: `smtps://` with TLS; `smtp://` with STARTTLS where
    /// the server offers it, always where there is a password, and never on this machine.
    /// `?tls=required` and `?tls=opportunistic` decide otherwise.
    pub fn new(
        url: &str,
        from: &str,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Result<Self, ConfigError> {
        let url = protected(url).ok_or(ConfigError::Url)?;
        let transport =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|_| ConfigError::Url)?;
        Ok(Self {
            transport: transport.timeout(Some(TIMEOUT / 3)).build(),
            from: from.parse().map_err(|_| ConfigError::Sender)?,
            clock,
            random,
        })
    }

    fn message(&self, to: &Email, subject: &str, text: &str) -> Result<Message, MailError> {
        let to = to.as_str().parse().map_err(|_| MailError::Address)?;
        // The clock's instants all lie within `SystemTime`.
        let now = SystemTime::try_from(self.clock.now()).unwrap_or(SystemTime::UNIX_EPOCH);
        let id = Secret::random(&*self.random);
        let id = format!("<{}@{}>", id.reveal(), self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .date(now)
            .message_id(Some(id))
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|_| MailError::Address)?;
        // The header keeps absence notices from coming back (RFC 3834).
        message.headers_mut().insert_raw(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".into(),
        ));
        Ok(message)
    }

    async fn deliver(&self, message: Message) -> Result<(), MailError> {
        let sending = tokio::time::timeout(TIMEOUT, self.transport.send(message));
        match sending.await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(MailError::TimedOut),
        }
    }
}

#[async_trait]
impl Mailer for Smtp {
    async fn send(&self, to: &Email, subject: &str, text: &str) -> Result<()> {
        let message = self.message(to, subject, text);
        let sent = match message {
            Ok(message) => self.deliver(message).await,
            Err(error) => Err(error),
        };
        sent.map_err(|error| Error::unavailable("the mail server", error))
    }
}

/// Reads a server's address, and adds the default requirement of TLS where it names none; `None` if it is no address.
fn protected(text: &str) -> Option<String> {
    let mut url = Url::parse(text).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']);
    let local = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    let decided = url.query_pairs().any(|(name, _)| name == "tls");
    if url.scheme() == "smtp" && !local && !decided {
        let tls = if url.password().is_some() {
            "required"
        } else {
            "opportunistic"
        };
        url.query_pairs_mut().append_pair("tls", tls);
    }
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::protected;

    #[test]
    fn password_is_not_sent_in_plain_text() {
        for (url, protected_url) in [
            ("smtps://a:b@mail.example", "smtps://a:b@mail.example"),
            (
                "smtp://a:b@mail.example:587",
                "smtp://a:b@mail.example:587?tls=required",
            ),
            (
                "smtp://mail.example:25",
                "smtp://mail.example:25?tls=opportunistic",
            ),
            (
                "smtp://mail.example?tls=required",
                "smtp://mail.example?tls=required",
            ),
            ("smtp://a:b@localhost:25", "smtp://a:b@localhost:25"),
            ("smtp://127.0.0.1:25", "smtp://127.0.0.1:25"),
            ("smtp://[::1]:25", "smtp://[::1]:25"),
        ] {
            assert_eq!(protected(url).as_deref(), Some(protected_url));
        }
        assert_eq!(protected("mail.example"), None);
    }
}
