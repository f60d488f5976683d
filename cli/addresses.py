"""The addresses under which this machine can be reached; no packet is sent to find them.

Below: nothing of ours; above: `actions`, `resume`.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from pathlib import Path

LOOPBACK = "127.0.0.1"
PROBES = (
    (socket.AF_INET, "192.0.2.1"),  # documentation prefixes: routed like any other address
    (socket.AF_INET6, "2001:db8::1"),
)
SIOCGIFADDR = 0x8915
IF_INET6 = Path("/proc/net/if_inet6")


def own_addresses() -> list[str]:
    """Return all addresses but those of the loopback, the likeliest to be reached first.

    The loopback address alone when there is no other.
    """
    found = [*_routed_addresses(), *_interface_addresses(), *_ipv6_addresses()]
    usable = [one for one in dict.fromkeys(found) if _is_usable(one)]
    usable.sort(key=lambda one: (not ipaddress.ip_address(one).is_global, ":" in one))
    return usable or [LOOPBACK]


def are_private(addresses: list[str]) -> bool:
    """Whether none of the addresses can be reached from another network."""
    return not any(ipaddress.ip_address(one).is_global for one in addresses)


def is_everywhere(text: str) -> bool:
    """Whether this is where a machine listens on all its addresses, and none of them."""
    with suppress(ValueError):
        return ipaddress.ip_address(text).is_unspecified
    return False


def _is_usable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _routed_addresses() -> list[str]:
    """The addresses from which a packet to another network would go."""
    found = []
    for family, target in PROBES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _interface_addresses() -> list[str]:
    """The IPv4 address of each interface, also without a route to anywhere."""
    found = []
    with suppress(ImportError, OSError):
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                request = name.encode()[:15].ljust(40, b"\0")
                with suppress(OSError):
                    answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _ipv6_addresses() -> list[str]:
    """The IPv6 addresses of the interfaces, where the system lists them."""
    with suppress(OSError):
        words = [line.split()[0] for line in IF_INET6.read_text(encoding="ascii").splitlines()]
        return [str(ipaddress.IPv6Address(bytes.fromhex(word))) for word in words]
    return []
