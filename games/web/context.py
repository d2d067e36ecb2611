"""Context processor that counts a visitor's friend requests and challenges for the page header."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import AccountKind
from games.selectors.people.challenges import count_answerable_requests


def add_pending_count(request: HttpRequest) -> dict[str, object]:
    """Return the template variable `waiting` for all templates, as a context processor.

    The variable is the number of friend requests and challenges that the visitor can answer.
    """
    # Lazy, so that the number is computed only if a template uses it.
    return {"waiting": SimpleLazyObject(lambda: _count_pending_requests(request))}


def _count_pending_requests(request: HttpRequest) -> int:
    """Return how many friend requests and challenges the user can answer.

    This is 0 for guests, bots and anonymous visitors.
    """
    # On error pages, the request may have no user.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.kind != AccountKind.HUMAN:
        return 0
    return count_answerable_requests(user, timezone.now())
