//! Network addresses that are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns `true` if an address belongs to one machine of the public internet, and `false` for everything that may lead
/// to this machine or its network, also in IPv6 forms that carry an IPv4 address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let reserved = match (a, b, c) {
        // This network, private, loopback, link-local.
        (0 | 10 | 127, ..) | (172, 16..=31, _) | (192, 168, _) | (169, 254, _) => true,
        // Shared by carriers (RFC 6598), protocol assignments, 6to4 relays, benchmarks.
        (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18..=19, _) => true,
        // Documentation; multicast and everything after it.
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) | (224..=255, ..) => true,
        _ => false,
    };
    !reserved
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    match parts {
        // 6to4, NAT64: the connection goes to the inner address.
        [0x2002, high, low, ..] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(joined(high, low)),
        // Only this block is public (RFC 4291), without Teredo and other protocols, documentation, ORCHID and the
        // former block of 6bone.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] | [0x3ffe, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

fn joined(high: u16, low: u16) -> Ipv4Addr {
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_machines_of_the_public_internet_are_public() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.1.1",
            "100.128.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "2002:808:808::1",
            "64:ff9b::808:808",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for local in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::ffff:0:7f00:1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2002:c0a8:101::1",
            "2001::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "3fff::1",
            "3ffe::1",
            "100::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!is_public(local.parse().unwrap()), "{local}");
        }
    }
}
