"""Where a request comes from; believes a proxy's word only as far as django-allauth is told to."""

from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The client's address, by which attempts are counted; all who have none count as one.

    One customer of a provider has 2**64 addresses of IPv6: the network stands for all of them.
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
