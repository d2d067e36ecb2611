"""Context processor that gives all templates the visitor's preferences."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.preferences import DEFAULTS, Preferences, stored_preferences


def add_preferences(request: HttpRequest) -> dict[str, object]:
    """Return the variable `preferences` for templates: the visitor's preferences.

    This is a context processor. The preferences are loaded only if a template uses them.
    """
    return {"preferences": SimpleLazyObject(lambda: visitor_preferences(request))}


def visitor_preferences(request: HttpRequest) -> Preferences:
    """Return the logged-in user's preferences, or the default preferences if nobody is logged in."""
    # On error pages, the request may have no user.
    user = getattr(request, "user", None)
    return stored_preferences(user.preferences) if user is not None and user.is_authenticated else DEFAULTS
