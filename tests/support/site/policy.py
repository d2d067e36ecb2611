"""The content security policy of an answer."""

from django.http import HttpResponse


def policy_of(answer: HttpResponse) -> dict[str, set[str]]:
    """Sources by directive."""
    parts = (part.split() for part in answer["Content-Security-Policy"].split(";"))
    return {directive: set(sources) for directive, *sources in parts}
