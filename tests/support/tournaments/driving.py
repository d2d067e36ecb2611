"""The tables of a stage played without a clock: the house's bots move, and people as bots would."""

from datetime import datetime, timedelta
from random import Random

from games.bots.choose import choose
from games.models.table import RUNNING
from games.rules.actions import parse_action
from games.rules.errors import Refusal
from games.rules.legal import turn
from games.rules.state import FINISHED
from games.selectors.sights import sight
from games.services.bot_turns import house_request
from games.services.settle import Request, settle
from games.store import tables
from games.store.loaded import Loaded
from tests.support.tournaments.events import AT
from tournaments.models import StageTable, Tournament


def play_out(tournament: Tournament, number: int, *, now: datetime = AT, seed: int = 1) -> int:
    """Play all tables of a stage to their end, one move at each in every commit; gives how many moves."""
    rows = StageTable.objects.filter(stage__tournament=tournament, stage__number=number)
    games = list(rows.filter(game__status__in=RUNNING).order_by("number").values_list("game", flat=True))
    dice, moves = Random(seed), 0
    while games:
        now += timedelta(seconds=1)
        replies = settle([_next_request(_known(game), now, dice) for game in games])
        assert not any(isinstance(reply, Refusal) for reply in replies), replies
        moves += len(replies)
        games = [game for game in games if _known(game).state.status != FINISHED]
    return moves


def _known(game: str) -> Loaded:
    """The table as this process, the only one that acts, knows it."""
    return tables.cached(game) or tables.load(game)


def _next_request(loaded: Loaded, now: datetime, dice: Random) -> Request:
    """What the house asks; else what a person does whose turn it is, through the door as themselves."""
    found = house_request(loaded, now=now, dice=dice)
    if found is not None:
        return found
    seat = turn(loaded.state)[0]
    sitter = loaded.state.seats[seat]
    chosen = choose(sight(loaded, seat, now=now), level="journeyman", dice=dice)
    assert sitter is not None
    assert chosen is not None
    return Request(loaded.table_id, parse_action(chosen), now, user=sitter.user)
