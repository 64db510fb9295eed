//! `mitai serve`

use std::time::Duration;

use anyhow::Context as _;
use api::{Site, TrustedProxies};
use app::account::SIGN_UPS_PER_HOUR;
use clap::Args;
use tokio::{net::TcpListener, signal};

use crate::{
    config::{DataLocation, Images, Mail, Providers, SignIn, Social, of_the_web},
    listening,
    output::print_line,
    wiring::{self, Settings, WiredSite},
};

/// How long open requests and pending mail may take after the signal to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Serve the site.
#[derive(Args)]
pub(crate) struct Serve {
    /// Address and port to listen on; port 0 takes any free one.
    #[arg(long, env = "MITAI_LISTEN", default_value = "127.0.0.1:8080", value_parser = with_port)]
    listen: String,
    /// Address that visitors use, if it is not the one listened on: `https://mitai.example`.
    #[arg(long, env = "MITAI_PUBLIC_URL", value_parser = of_the_web)]
    public_url: Option<String>,
    /// Address and port that serve `/metrics` alone, without access control; port 0 takes any free one.
    /// Without it `/metrics` is on the site's port, for this machine only and not through a proxy.
    #[arg(long, env = "MITAI_METRICS_LISTEN", value_parser = with_port)]
    metrics_listen: Option<String>,
    #[command(flatten)]
    providers: Providers,
    /// Reverse proxies whose `X-Forwarded-For` is believed, as addresses and networks between
    /// commas. Without it all visitors of a proxy count as one.
    #[arg(long, env = "MITAI_TRUSTED_PROXIES", default_value = "")]
    trusted_proxies: TrustedProxies,
    /// Accounts that may be made from one address in an hour.
    #[arg(long, env = "MITAI_SIGN_UPS_PER_HOUR", default_value_t = SIGN_UPS_PER_HOUR)]
    sign_ups_per_hour: u32,
    #[command(flatten)]
    images: Images,
    #[command(flatten)]
    sign_in: SignIn,
    #[command(flatten)]
    mail: Mail,
    #[command(flatten)]
    social: Social,
    #[command(flatten)]
    data: DataLocation,
}

/// Accepts an address that ends in a port.
fn with_port(text: &str) -> Result<String, &'static str> {
    let port = text.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(_)) => Ok(text.into()),
        _ => Err("give an address and a port, as 127.0.0.1:8080 or [::1]:8080"),
    }
}

impl Serve {
    /// Returns the faults of the settings that would keep the server from starting, each as one line.
    pub(crate) fn faults(&self) -> Vec<String> {
        let public_url = self.public_url.as_deref().unwrap_or("http://localhost");
        let faults = [
            self.data.url().err(),
            self.providers.check().err(),
            self.sign_in.provider(public_url).err(),
            self.mail.mailer(public_url).err(),
        ];
        let faults = faults.into_iter().flatten();
        faults.map(|fault| format!("{fault:#}")).collect()
    }

    /// The address listened on, with a warning if visitors cannot use it and get no other.
    fn address(&self, listener: &TcpListener) -> anyhow::Result<String> {
        let socket = listener.local_addr()?;
        let address = format!("http://{socket}");
        if self.public_url.is_none() && socket.ip().is_unspecified() {
            tracing::warn!(
                "links in mails and sign-ins with Google lead to {address}, which visitors do not \
                 reach: give --public-url"
            );
        }
        Ok(address)
    }

    /// Serves until the signal to stop.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let listener = bind(&self.listen).await?;
        let figures = match &self.metrics_listen {
            Some(listen) => Some(bind(listen).await?),
            None => None,
        };
        let address = self.address(&listener)?;
        let public_url = self.public_url.as_deref().unwrap_or(&address);
        let public_url = public_url.trim_end_matches('/');
        let settings = Settings {
            providers: &self.providers,
            public_url,
            proxies: self.trusted_proxies,
            sign_ups_per_hour: self.sign_ups_per_hour,
            pictures: self.images.pictures(&self.data)?,
            sign_in: &self.sign_in,
            mail: &self.mail,
            social: &self.social,
        };
        // The renderer comes first, as it loads beside the store's opening
        let renderer = wiring::renderer()?;
        let store = self.data.store().await?;
        let WiredSite {
            site,
            live,
            accounts,
            ratings,
        } = wiring::site(store, self.data.names(), renderer, &settings).await?;
        // The signals are watched first, as a reader of the printed line may send one
        let (close_streams, start_timeout) = (stop_signal(), stop_signal());
        print_line(format_args!("Mitai listens on {address}"));
        if let Some(listener) = figures {
            show_figures(listener, site.clone())?;
        }
        let stop = async move {
            close_streams.await;
            // Streams do not end by themselves
            live.close();
        };
        let serving = async {
            listening::serve(listener, api::router(site), stop).await;
            accounts.mail_is_sent().await;
            if let Err(error) = ratings.count_changed().await {
                tracing::info!(%error, "the last votes are counted after the next start");
            }
        };
        let shutdown_timeout = async {
            start_timeout.await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = serving => {}
            () = shutdown_timeout => tracing::info!("requests and mail that were still under way are ended"),
        }
        Ok(())
    }
}

async fn bind(listen: &str) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(listen).await;
    listener.with_context(|| format!("Mitai cannot listen on {listen}"))
}

/// Serves `/metrics` on a port of its own, as long as the process runs.
fn show_figures(listener: TcpListener, site: Site) -> anyhow::Result<()> {
    print_line(format_args!(
        "Figures are at http://{}/metrics",
        listener.local_addr()?
    ));
    let never = std::future::pending();
    tokio::spawn(listening::serve(listener, api::metrics(site), never));
    Ok(())
}

/// Ends at Ctrl-C and, on Unix, at SIGTERM, which are watched for from the call on: unwatched, they would
/// end the process as it stands. Where a signal cannot be watched, never.
#[cfg(unix)]
fn stop_signal() -> impl Future<Output = ()> {
    use signal::unix::{SignalKind, signal};
    let [interrupted, terminated] =
        [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| {
            let signals = signal(kind);
            async {
                match signals {
                    Ok(mut signals) => {
                        signals.recv().await;
                    }
                    Err(_) => std::future::pending().await,
                }
            }
        });
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

#[cfg(not(unix))]
async fn stop_signal() {
    if signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
