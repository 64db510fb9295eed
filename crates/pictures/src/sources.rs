//! The hosts from which pictures may be fetched.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
    sync::Arc,
};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

/// The hosts from which pictures may be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources(Arc<[Source]>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Source {
    scheme: String,
    host: String,
    port: u16,
    /// Whether the operator gave a whole address: then it may lead into a private network, and need not be
    /// encrypted.
    own: bool,
}

impl Sources {
    /// Reads an address; `None` if its host is not allowed.
    pub(crate) fn allowed(&self, address: &str) -> Option<Url> {
        let url = Url::parse(address).ok()?;
        self.is_allowed(&url).then_some(url)
    }

    /// Whether pictures may be fetched from this address; never from one with a user or a password.
    pub(crate) fn is_allowed(&self, url: &Url) -> bool {
        let bare = url.username().is_empty() && url.password().is_none();
        bare && self.0.iter().any(|source| {
            url.scheme() == source.scheme
                && url.host_str() == Some(source.host.as_str())
                && url.port_or_known_default() == Some(source.port)
        })
    }

    /// Whether the operator gave this host as a whole address, so that it may lead into a private network.
    fn is_own(&self, host: &str) -> bool {
        self.0
            .iter()
            .any(|source| source.own && source.host == host)
    }
}

impl fmt::Display for Sources {
    /// Writes whole addresses, with a mark at those of the operator's own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for source in &*self.0 {
            let Source {
                scheme,
                host,
                port,
                own,
            } = source;
            let mark = if *own { " own" } else { "" };
            write!(f, "{scheme}://{host}:{port}{mark},")?;
        }
        Ok(())
    }
}

/// The part of a list of hosts that is no host.
#[derive(Debug, thiserror::Error)]
#[error(
    "\"{0}\" is no host; write a name such as pictures.example.org, or the whole address of a server \
     of your own such as http://10.0.0.7:9000"
)]
pub struct SourcesError(String);

impl FromStr for Sources {
    type Err = SourcesError;

    /// Reads hosts, separated by commas: names, used by HTTPS, or whole addresses of one's own servers.
    fn from_str(text: &str) -> Result<Self, SourcesError> {
        let all = text.split(',').map(str::trim);
        let named = all.filter(|source| !source.is_empty());
        let sources: Result<Vec<_>, _> = named.map(source).collect();
        Ok(Self(sources?.into()))
    }
}

fn source(text: &str) -> Result<Source, SourcesError> {
    let bad = || SourcesError(text.to_owned());
    let own = text.contains("://");
    let address = if own {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    let url = Url::parse(&address).map_err(|_| bad())?;
    let whole = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let fits = if own {
        matches!(url.scheme(), "http" | "https")
    } else {
        url.domain().is_some() && url.port().is_none()
    };
    match (url.host_str(), url.port_or_known_default()) {
        (Some(host), Some(port)) if whole && fits => Ok(Source {
            scheme: url.scheme().to_owned(),
            host: host.to_owned(),
            port,
            own,
        }),
        _ => Err(bad()),
    }
}

/// Keeps to addresses of the open Internet among those that `names` finds, so that nobody who owns a
/// name can point the server at its own network. What is looked up here is what is connected to.
pub(crate) struct PublicNames<N> {
    pub(crate) sources: Sources,
    pub(crate) names: N,
}

impl<N: Resolve> Resolve for PublicNames<N> {
    fn resolve(&self, name: Name) -> Resolving {
        let own = self.sources.is_own(name.as_str());
        let looking = self.names.resolve(name);
        Box::pin(async move {
            let fit: Vec<SocketAddr> = looking
                .await?
                .filter(|address| own || is_public(address.ip()))
                .collect();
            if fit.is_empty() {
                return Err("the name stands for no address of the open Internet".into());
            }
            Ok(Box::new(fit.into_iter()) as Addrs)
        })
    }
}

/// A resolver that finds names as the operating system does.
pub(crate) struct SystemNames;

impl Resolve for SystemNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(Box::new(found.collect::<Vec<_>>().into_iter()) as Addrs)
        })
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let special = first == 0
        || first >= 224
        || (first == 100 && (64..128).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 198 && matches!(second, 18 | 19));
    !(special
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation())
}

/// Of the global range, those are left out that hold IPv4 addresses of any sort, or examples.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let global = first & 0xe000 == 0x2000;
    let teredo = first == 0x2001 && second == 0;
    let examples = (first == 0x2001 && second == 0x0db8) || first == 0x3fff;
    global && first != 0x2002 && !teredo && !examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_hosts_are_allowed() {
        let sources: Sources = "cdn.example.org, http://127.0.0.1:9000".parse().unwrap();
        for address in [
            "https://cdn.example.org/1.jpg",
            "https://CDN.example.org:443/1.jpg?x",
            "http://127.0.0.1:9000/1.jpg",
        ] {
            assert!(sources.allowed(address).is_some(), "{address}");
        }
        for address in [
            "",
            "1.jpg",
            "//cdn.example.org/1.jpg",
            "http://cdn.example.org/1.jpg",
            "https://cdn.example.org:8443/1.jpg",
            "https://cdn.example.org.evil.example/1.jpg",
            "https://x.cdn.example.org/1.jpg",
            "https://cdn.example.org./1.jpg",
            "https://user@cdn.example.org/1.jpg",
            "https://user:pass@cdn.example.org/1.jpg",
            "https://cdn.example.org@evil.example/1.jpg",
            "https://evil.example#cdn.example.org",
            "https://evil.example\\@cdn.example.org/1.jpg",
            "http://127.0.0.1/1.jpg",
            "http://127.0.0.1:9001/1.jpg",
            "https://127.0.0.1:9000/1.jpg",
            "http://localhost:9000/1.jpg",
            "http://169.254.169.254/latest/meta-data",
            "http://[::1]:9000/1.jpg",
            "file:///etc/passwd",
            "ftp://cdn.example.org/1.jpg",
            "gopher://cdn.example.org/1",
            "data:image/png;base64,AAAA",
            "javascript:alert(1)",
        ] {
            assert!(sources.allowed(address).is_none(), "{address}");
        }
        // The same server is allowed, however its number is written.
        assert!(sources.allowed("http://2130706433:9000/").is_some());
    }

    #[test]
    fn host_list_is_validated() {
        let none: Sources = " , ".parse().unwrap();
        assert!(none.allowed("https://cdn.example.org/").is_none());
        for list in [
            "https://cdn.example.org/pictures",
            "cdn.example.org/pictures",
            "cdn.example.org:8443",
            "10.0.0.7",
            "ftp://cdn.example.org",
            "user@cdn.example.org",
            "a b",
        ] {
            assert!(list.parse::<Sources>().is_err(), "{list}");
        }
    }

    #[test]
    fn private_ranges_are_recognised() {
        for address in ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "2a00::1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn names_resolving_to_private_addresses_are_refused_unless_the_operator_lists_them() {
        let resolved = async |sources: &str| {
            let sources = sources.parse().unwrap();
            let names = SystemNames;
            let names = PublicNames { sources, names };
            names.resolve("localhost".parse().unwrap()).await
        };
        assert!(resolved("localhost").await.is_err());
        assert!(resolved("http://localhost:9000").await.is_ok());
    }
}
