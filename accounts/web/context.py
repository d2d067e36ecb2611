"""Context processor that gives all templates the visitor's preferences."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.preferences import DEFAULTS, Preferences, stored_preferences


def add_preferences(request: HttpRequest) -> dict[str, object]:
    """Return the template context that contains the visitor's preferences; a context processor.

    The account is only read from the database if a template uses the preferences.
    """
    return {"preferences": SimpleLazyObject(lambda: visitor_preferences(request))}


def visitor_preferences(request: HttpRequest) -> Preferences:
    """Return the visitor's preferences, or the defaults if nobody is logged in.

    Also works on error pages, which may be rendered before `request.user` is set.
    """
    user = getattr(request, "user", None)
    return stored_preferences(user.preferences) if user is not None and user.is_authenticated else DEFAULTS
