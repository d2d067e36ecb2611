"""The tables of a stage played without a clock: the site's bots move, and people as bots would."""

from datetime import datetime, timedelta
from random import Random

from core.refusal import Refusal
from games.bots.choose import choose_action
from games.models.table import RUNNING
from games.rules.legal import seats_to_act
from games.rules.statuses import FINISHED
from games.selectors.sights import build_sight
from games.services.bots.turns import server_command
from games.services.commands.command import Command
from games.services.commands.handler import handle_commands
from games.store import tables
from games.store.snapshot import TableSnapshot
from games.wire.actions import parse_action
from tests.support.tournaments.events import AT
from tournaments.models import StageTable, Tournament


def play_out(tournament: Tournament, stage_number: int, *, now: datetime = AT, seed: int = 1) -> int:
    """Play all tables of a stage to their end, one move at each in every commit; gives how many moves."""
    rows = StageTable.objects.filter(stage__tournament=tournament, stage__number=stage_number)
    games = list(rows.filter(game__status__in=RUNNING).order_by("number").values_list("game", flat=True))
    rng, moves = Random(seed), 0
    while games:
        now += timedelta(seconds=1)
        outcomes = handle_commands([_next_command(_known(game), now, rng) for game in games])
        assert not any(isinstance(outcome, Refusal) for outcome in outcomes), outcomes
        moves += len(outcomes)
        games = [game for game in games if _known(game).state.status != FINISHED]
    return moves


def _known(game: str) -> TableSnapshot:
    """The table as this process, the only one that acts, knows it."""
    return tables.cached_snapshot(game) or tables.load_snapshot(game)


def _next_command(snapshot: TableSnapshot, now: datetime, rng: Random) -> Command:
    """What the scheduler asks; else what a person does whose turn it is, through the door as themselves."""
    found = server_command(snapshot, now=now, rng=rng)
    if found is not None:
        return found
    seat = seats_to_act(snapshot.state)[0]
    sitter = snapshot.state.seats[seat]
    chosen = choose_action(build_sight(snapshot, seat, now=now), level="journeyman", rng=rng)
    assert sitter is not None
    assert chosen is not None
    return Command(snapshot.table_id, parse_action(chosen), now, user=sitter.user)
