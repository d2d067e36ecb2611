"""Context processor that counts a visitor's friend requests and challenges for the page header."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import AccountKind
from games.selectors.people.challenges import waiting_count


def add_waiting(request: HttpRequest) -> dict[str, object]:
    """Return the template context `waiting`: how many friend requests and challenges the visitor can answer.

    This is a context processor. Nothing is counted unless a template uses the number.
    """
    return {"waiting": SimpleLazyObject(lambda: _count_pending(request))}


def _count_pending(request: HttpRequest) -> int:
    """Return the number of the visitor's unanswered friend requests and challenges.

    Return 0 for guests, bots and visitors without an account, and on error pages rendered before
    `request.user` is set.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.kind != AccountKind.HUMAN:
        return 0
    return waiting_count(user, timezone.now())
