"""How many calls one account, or one address without account, may make; counted as all attempts are."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.limits import CALLS, STRANGERS_CALLS, count_attempt
from accounts.visitor import address_of


class CallsThrottle(BaseThrottle):
    """Lets a call pass, or raises TooManyAttempts: 429 with `Retry-After`."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the call."""
        now = timezone.now()
        if request.user.is_authenticated:
            count_attempt(limit=CALLS, who=str(request.user.pk), now=now)
        else:
            count_attempt(limit=STRANGERS_CALLS, who=address_of(request), now=now)
        return True
