"""Sights of tables under test, at a number and a moment."""

from games.rules.sight import viewer_sight
from tests.support.rules.tables import AT


def sight(state, viewer=None, **more):
    return viewer_sight(state, viewer, **{"number": 57, "server_time": AT, **more})


def of_players(state, field, viewer=None):
    """One field of all players, by seat."""
    return [player[field] for player in sight(state, viewer)["players"]]
