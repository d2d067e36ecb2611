"""The network addresses that the server may connect to on behalf of a client: only public addresses.

Endpoints are URLs chosen by clients, so without this check any client could send requests into the site's own
network (server-side request forgery).
"""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

MAX_LOOK_UPS = 16
GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses that are assigned to hosts (RFC 4291, 2.4); others have special meanings."""
NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as seen from a network without IPv4 (RFC 6052)."""
# A pool of its own: a name server that never answers must not block threads that other work needs.
_threads = ThreadPoolExecutor(MAX_LOOK_UPS, thread_name_prefix="push-dns")


class NotPublic(Exception):
    """A host has an address in a private, local or reserved network, or no address at all."""


def is_public_address(address: str) -> bool:
    """Return whether an IP address belongs to a single host on the public internet.

    Raise ValueError if it is not an IP address.
    """
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast
    # If an IPv6 address embeds an IPv4 address, the IPv4 address is checked.
    if ip.ipv4_mapped is not None:
        return is_public_address(str(ip.ipv4_mapped))
    if ip in NAT64:
        return is_public_address(str(IPv4Address(int(ip) & 0xFFFFFFFF)))
    if ip.sixtofour is not None:
        return is_public_address(str(ip.sixtofour))
    return ip.is_global and ip in GLOBAL_UNICAST


def parse_literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the host as an IP address, or None if it is a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


async def look_up_public_addresses(host: str, port: int) -> list[str]:
    """Return a host's IP addresses. Raise NotPublic if there are none, or if any of them is not public."""
    addresses = await look_up_addresses(host, port)
    if not addresses or not all(map(is_public_address, addresses)):
        raise NotPublic(host)
    # Connect to one of these rather than to the host name: an attacker can change the name's addresses after
    # this check (DNS rebinding).
    return addresses


async def look_up_addresses(host: str, port: int) -> list[str]:
    """Return a host's IP addresses, in the order in which to try them, or [] if the look-up fails."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_threads, _resolve_host, host, port)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _resolve_host(host: str, port: int) -> list[tuple[Any, ...]]:
    """Return the results of `socket.getaddrinfo` for a host and a TCP port.

    This blocks until the look-up ends. Raise OSError or UnicodeError if the look-up fails.
    """
    return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
