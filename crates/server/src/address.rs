//! Where a request comes from, as limits count it.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// What limits count as one client: an IPv4 address, or the /64 network that an IPv6 address lies in, since whoever has
/// one address of such a network has all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientAddress(IpAddr);

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address => address,
        })
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

/// Which peers are believed when they say in `X-Forwarded-For` for whom they ask.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Proxies {
    /// None: clients connect directly.
    #[default]
    None,
    /// Any on this machine or in its private network.
    Nearby,
    /// These, and no others.
    Listed(Vec<IpAddr>),
}

impl Proxies {
    /// Whether this peer is a proxy of ours.
    pub fn trust(&self, peer: IpAddr) -> bool {
        match (self, peer.to_canonical()) {
            (Proxies::None, _) => false,
            (Proxies::Nearby, IpAddr::V4(peer)) => {
                peer.is_loopback() || peer.is_private() || peer.is_link_local()
            }
            (Proxies::Nearby, IpAddr::V6(peer)) => {
                peer.is_loopback() || peer.is_unique_local() || peer.is_unicast_link_local()
            }
            (Proxies::Listed(_), peer) => self.list(peer),
        }
    }

    fn list(&self, address: IpAddr) -> bool {
        matches!(self, Proxies::Listed(all) if all.iter().any(|one| one.to_canonical() == address.to_canonical()))
    }

    /// Who asks: the peer itself, or whom a trusted proxy names. Each proxy adds its own client at the end, so the names
    /// are read from there: the first that is no listed proxy counts, and whatever a client has written before that
    /// does not.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trust(peer) {
            return peer;
        }
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        let mut nearest = peer;
        for hop in hops {
            let Some(address) = address(hop) else { break };
            nearest = address;
            if !self.list(address) {
                break;
            }
        }
        nearest
    }
}

/// An address as proxies write it: some add a port.
fn address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    bare.parse().ok().or_else(|| hop.parse().ok().map(|hop: SocketAddr| hop.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_is_one_client() {
        let of = |text| ClientAddress::from(ip(text));
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
        // One machine, whichever way its IPv4 address is written.
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_eq!(of("2001:db8:1:2::7").to_string(), "2001:db8:1:2::/64");
    }

    fn headers(lines: &[&'static str]) -> HeaderMap {
        let lines = lines.iter().map(|&line| HeaderValue::from_static(line));
        lines.map(|line| ("x-forwarded-for".parse().unwrap(), line)).collect()
    }

    #[test]
    fn only_what_the_nearest_proxy_has_added_counts() {
        let from = |lines| Proxies::Nearby.client(ip("127.0.0.1"), &headers(lines)).to_string();
        assert_eq!(from(&["10.0.0.9, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(from(&["10.0.0.9", "2001:db8::7"]), "2001:db8::7");
        assert_eq!(from(&["192.0.2.7:5123"]), "192.0.2.7");
        assert_eq!(from(&["[2001:db8::7]:443"]), "2001:db8::7");
        // A private address is a client like any other: what stands before it may be forged.
        assert_eq!(from(&["192.0.2.7, 192.168.1.5"]), "192.168.1.5");
        assert_eq!(from(&[]), "127.0.0.1");
        assert_eq!(from(&["192.0.2.7, nobody"]), "127.0.0.1");
    }

    #[test]
    fn strangers_are_not_believed() {
        let forged = headers(&["192.0.2.7"]);
        for (proxies, peer) in [
            (Proxies::None, "127.0.0.1"),
            (Proxies::Nearby, "198.51.100.1"),
            (Proxies::Nearby, "::ffff:198.51.100.1"),
            (Proxies::Nearby, "2001:db8::1"),
            (Proxies::Listed(vec![ip("10.0.0.1")]), "10.0.0.2"),
        ] {
            assert_eq!(proxies.client(ip(peer), &forged), ip(peer), "{proxies:?}");
        }
    }

    #[test]
    fn listed_proxies_may_stand_in_a_row() {
        let proxies = Proxies::Listed(vec![ip("10.0.0.1"), ip("10.0.0.2")]);
        let client = |lines| proxies.client(ip("10.0.0.1"), &headers(lines)).to_string();
        assert_eq!(client(&["203.0.113.9, 192.0.2.7, 10.0.0.2"]), "192.0.2.7");
        assert_eq!(client(&["203.0.113.9, 192.0.2.7", "10.0.0.2"]), "192.0.2.7");
        assert_eq!(client(&["10.0.0.2"]), "10.0.0.2");
    }
}
