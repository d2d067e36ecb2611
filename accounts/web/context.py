"""Context processor that gives all templates the visitor's preferences."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.preferences import DEFAULTS, Preferences, stored_preferences


def add_preferences(request: HttpRequest) -> dict[str, object]:
    """Return a template context in which `preferences` contains the visitor's preferences.

    This is a context processor. The account is read from the database only if a template uses the
    preferences.
    """
    return {"preferences": SimpleLazyObject(lambda: visitor_preferences(request))}


def visitor_preferences(request: HttpRequest) -> Preferences:
    """Return the visitor's preferences, or the defaults if nobody is logged in.

    Also return the defaults if `request.user` is not set yet, as on some error pages.
    """
    user = getattr(request, "user", None)
    return stored_preferences(user.preferences) if user is not None and user.is_authenticated else DEFAULTS
