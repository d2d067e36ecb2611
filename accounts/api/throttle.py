"""Rate limits of API requests, by account or by network address."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import BOTS_CALLS, CALLS, STRANGERS_CALLS
from accounts.visitor import client_address
from core.limits import count_attempt


class RequestThrottle(BaseThrottle):
    """Raises Throttled (429 with `Retry-After`) when the client has reached its limit."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request and return True. Raise Throttled if the client has reached its limit."""
        now = timezone.now()
        if request.user.is_authenticated:
            limit = BOTS_CALLS if request.user.is_bot else CALLS
            count_attempt(limit=limit, key=str(request.user.pk), now=now)
        else:
            count_attempt(limit=STRANGERS_CALLS, key=client_address(request), now=now)
        return True
