"""The tables of a stage while they play, and the games at them."""

from games.selectors.states import table_states
from tests.support.tournaments.events import (
    event,
    start,
    table,
    with_people,
)

PEOPLE = ("alice", "bob", "dora", "emil")


def playing(*stages, people=PEOPLE, **fields):
    """A tournament whose first stage plays."""
    tournament = event(*stages, **fields)
    with_people(tournament, people)
    start(tournament, 1)
    return tournament


def game(tournament, table_number=1):
    found = table(tournament, table_number).game_id
    assert found is not None
    return found


def state(tournament, table_number=1):
    return table_states([game(tournament, table_number)])[game(tournament, table_number)]


def rows(*scores):
    return [{"seat": seat, "score": score, "correct_bids": 1} for seat, score in enumerate(scores)]
