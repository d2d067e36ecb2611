"""People who search for a match, and the tables they are given."""

from datetime import timedelta

from games.selectors.lobby.matching import match_state
from games.services.matching.requests import FILL_DELAY_SECONDS, request_match
from tests.support.games.playing import AT

LATER = AT + timedelta(seconds=FILL_DELAY_SECONDS)


def seek(user, now=AT, **wishes):
    """Look for a match; the table that was found, or None."""
    request_match(user=user, now=now, **wishes)
    return table_of(user, now)


def table_of(user, now=AT):
    """The table that the user is told to go to."""
    match = match_state(user.pk, now=now)["match"]
    return None if match is None else match["table"]


def is_waiting(user):
    """Whether the user searches and has no table yet."""
    match = match_state(user.pk, now=AT)["match"]
    return match is not None and match["table"] is None
