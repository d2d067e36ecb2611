"""Context processor that counts a visitor's friend requests and challenges for the page header."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import AccountKind
from games.selectors.people.challenges import waiting_count


def add_waiting(request: HttpRequest) -> dict[str, object]:
    """Add `waiting`, the number of friend requests and challenges that the visitor can answer.

    This is a context processor. The number is computed only if a template uses it.
    """
    return {"waiting": SimpleLazyObject(lambda: _count_pending(request))}


def _count_pending(request: HttpRequest) -> int:
    """Return the number of friend requests and challenges that the visitor can answer.

    Return 0 for guests, bots and visitors without an account, and on error pages rendered before
    `request.user` is set.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.kind != AccountKind.HUMAN:
        return 0
    return waiting_count(user, timezone.now())
