//! Reverse proxies in front of the server, which forward the addresses of visitors.

use std::{
    net::{AddrParseError, IpAddr, SocketAddr},
    str::FromStr,
};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The networks whose `X-Forwarded-For` is trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromStr for TrustedProxies {
    type Err = ProxiesError;

    /// Reads addresses and networks between commas: `127.0.0.1, 10.0.0.0/8, ::1`.
    fn from_str(text: &str) -> Result<Self, ProxiesError> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let networks = parts.map(|part| {
            let address = |address: IpAddr| IpNet::from(address.to_canonical());
            let network = part.parse().or_else(|_| part.parse().map(address));
            network.map_err(|source| ProxiesError {
                part: part.to_owned(),
                source,
            })
        });
        networks.collect::<Result<_, _>>().map(Self)
    }
}

/// The error of a text that is no address and no network.
#[derive(Debug, thiserror::Error)]
#[error("{part} is no address like 10.0.0.1 and no network like 10.0.0.0/8")]
pub struct ProxiesError {
    part: String,
    source: AddrParseError,
}

impl TrustedProxies {
    /// The address of the visitor behind `peer`: the last one in `X-Forwarded-For` that is no trusted
    /// proxy's. Those before it may be made up, and the header of an untrusted peer is ignored.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut visitor = peer.to_canonical();
        let named = headers.get_all("x-forwarded-for").iter().rev();
        let named = named.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
        for name in named {
            if !self.is_trusted(visitor) {
                break;
            }
            let Some(address) = address(name.trim()) else {
                break;
            };
            visitor = address.to_canonical();
        }
        visitor
    }

    /// Whether `address` is that of a trusted proxy.
    pub(crate) fn is_trusted(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Reads an address, with which some proxies name the port, too.
fn address(name: &str) -> Option<IpAddr> {
    let with_port = || name.parse().map(|address: SocketAddr| address.ip());
    name.parse().or_else(|_| with_port()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(trusted: &str, peer: &str, forwarded: &[&str]) -> String {
        let proxies: TrustedProxies = trusted.parse().unwrap();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let visitor = proxies.visitor(peer.parse().unwrap(), &headers);
        visitor.to_string()
    }

    #[test]
    fn address_forwarded_by_a_trusted_proxy_is_taken() {
        let trusted = "127.0.0.1, 10.0.0.0/8,2001:db8::/32";
        for (peer, forwarded, expected) in [
            ("127.0.0.1", &["192.0.2.7"][..], "192.0.2.7"),
            ("::ffff:127.0.0.1", &["192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["192.0.2.7:4711"], "192.0.2.7"),
            ("10.1.2.3", &["2001:db9::7"], "2001:db9::7"),
            ("2001:db8::1", &["[2001:db9::7]:80"], "2001:db9::7"),
            // Several proxies, in one line or in several
            ("127.0.0.1", &["192.0.2.7, 10.0.0.5"], "192.0.2.7"),
            ("127.0.0.1", &["192.0.2.7", "10.0.0.5"], "192.0.2.7"),
            // What the visitor made up stands further left
            ("127.0.0.1", &["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["nonsense, 192.0.2.7"], "192.0.2.7"),
            ("127.0.0.1", &["192.0.2.7, nonsense"], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
        ] {
            assert_eq!(
                visitor(trusted, peer, forwarded),
                expected,
                "{peer} {forwarded:?}"
            );
        }
    }

    #[test]
    fn address_forwarded_by_others_is_ignored() {
        assert_eq!(visitor("", "127.0.0.1", &["192.0.2.7"]), "127.0.0.1");
        assert_eq!(
            visitor("10.0.0.0/8", "192.0.2.9", &["192.0.2.7"]),
            "192.0.2.9"
        );
    }

    #[test]
    fn invalid_network_is_named_in_the_error() {
        let error = "10.0.0.1, proxy".parse::<TrustedProxies>().unwrap_err();
        assert!(error.to_string().starts_with("proxy is no address"));
    }
}
