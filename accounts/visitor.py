"""The client's network address. Proxies are trusted only as far as django-allauth is configured to."""

from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the address by which attempts are counted, or "nowhere" if it cannot be determined.

    An IPv6 address is shortened to its /64 network, because one customer of a provider has 2**64 addresses.
    """
    try:
        return _network(get_adapter().get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        # No address at all, or one that did not come through all of the proxies that are ours.
        return "nowhere"


def _network(address: str) -> str:
    parsed = ip_address(address)
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False).network_address)
