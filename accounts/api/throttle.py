"""How many calls a person's or a bot's account, or an address without account, may make."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import BOTS_CALLS, CALLS, STRANGERS_CALLS
from accounts.visitor import address_of
from core.limits import count_attempt


class CallsThrottle(BaseThrottle):
    """Lets a call pass, or raises Throttled: 429 with `Retry-After`."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the call."""
        now = timezone.now()
        if request.user.is_authenticated:
            limit = BOTS_CALLS if request.user.is_bot else CALLS
            count_attempt(limit=limit, who=str(request.user.pk), now=now)
        else:
            count_attempt(limit=STRANGERS_CALLS, who=address_of(request), now=now)
        return True
