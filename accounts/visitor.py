"""Where a request comes from; believes a proxy's word only as far as django-allauth is told to."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The client's address, by which attempts are counted; all who have none count as one."""
    try:
        return get_adapter().get_client_ip(request)
    except (PermissionDenied, ImproperlyConfigured):
        # No address at all, or one that did not come through all of the proxies that are ours.
        return "nowhere"
