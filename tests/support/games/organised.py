"""Tables for the organisers' tests, and who may take over a seat there."""

from random import Random

from games.models import Table
from games.services.referee import Sitter
from tests.support.games.people import person
from tests.support.games.playing import play_on, running, short

MERLIN = Sitter("Merlin", "bot", None, "master")


def sitter(name: str) -> Sitter:
    """A person, ready to sit down."""
    user = person(name)
    return Sitter(user.username, user.kind, user.pk)


def in_second_round(**options) -> str:
    """A table of four whose first round is over and paid."""
    table_id = running(4, **short(1, 3, 1, **options))
    play_on(table_id, Random(2), until=lambda seen: (seen["round"] or {}).get("number") == 2)
    return table_id


def row(table_id: str) -> Table:
    """The table's row."""
    return Table.objects.get(pk=table_id)
