"""What every page's header knows of what waits for its visitor."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import AccountKind
from games.selectors.people.challenges import waiting_count


def add_waiting(request: HttpRequest) -> dict[str, object]:
    """Return the number of friend requests and challenges for all templates, as a context processor.

    It is only counted if a template uses it.
    """
    return {"waiting": SimpleLazyObject(lambda: _count_waiting(request))}


def _count_waiting(request: HttpRequest) -> int:
    """Return how much waits for the visitor; error pages may be shown before it is known who is logged in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.kind != AccountKind.HUMAN:
        return 0
    return waiting_count(user, timezone.now())
