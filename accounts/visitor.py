"""The client's network address. Proxies are trusted only as far as django-allauth is configured to."""

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the client's network address: its IPv4 address, or the /64 network of its IPv6 address.

    Return "nowhere" if the address is unknown.
    """
    try:
        return _address_or_network(get_adapter().get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        # There is no address, or the request did not come through all of our proxies.
        return "nowhere"


def client_address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the client's IPv4 address or IPv6 /64 network for a WebSocket, given its ASGI scope.

    Return "nowhere" if the address is unknown.
    """
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": (scope.get("client") or ("",))[0]}
    for name, value in scope.get("headers", ()):
        if name == b"x-forwarded-for":
            # A header may come several times; its values count as one list, as they do for HTTP requests.
            given = request.META.get("HTTP_X_FORWARDED_FOR")
            forwarded = value.decode("latin1")
            request.META["HTTP_X_FORWARDED_FOR"] = f"{given},{forwarded}" if given else forwarded
    return client_address(request)


def _address_or_network(address: str) -> str:
    """Return an IPv4 address unchanged, and the first address of an IPv6 address's /64 network.

    For an IPv4-mapped IPv6 address, return the IPv4 address. Raise ValueError for a malformed address.
    """
    parsed = ip_address(address)
    if parsed.version == 4:
        return address
    # Some systems report IPv4 clients like this, and all of them would share one /64 network.
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    # A single customer of a provider has 2**64 addresses.
    return str(ip_network((parsed, 64), strict=False).network_address)
