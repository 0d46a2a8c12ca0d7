//! Where a client comes from, as far as it counts.

use std::net::{IpAddr, Ipv6Addr};

/// The address of a client, as limits count it. Whoever has one IPv6 address has all of its /64, so these count as one;
/// an IPv4 address written as IPv6 is the same client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(IpAddr);

impl ClientAddress {
    /// The address itself, or the first of its /64.
    pub fn ip(self) -> IpAddr {
        self.0
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one_client() {
        let key = |text: &str| ClientAddress::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(key("2001:db8:1:2::7"), key("2001:db8:1:2:ffff::1"));
        assert_ne!(key("2001:db8:1:2::7"), key("2001:db8:1:3::7"));
        assert_eq!(key("::ffff:192.0.2.7"), key("192.0.2.7"));
        assert_ne!(key("192.0.2.7"), key("192.0.2.8"));
    }
}
