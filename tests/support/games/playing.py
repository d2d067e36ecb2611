"""Tables brought into a situation through the services alone, and games played on at random."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

from accounts.models import User
from core.refusal import Refusal
from games.rules.cards import deal
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import EndPause, Ready
from games.selectors import sights
from games.services.commands.act import carry_out_action, dispatch
from games.services.commands.command import Command
from games.services.lobby import bots, lobby
from games.services.ratings import rate_due_games
from games.store import tables
from games.store.snapshot import Accepted, TableSnapshot
from games.wire.actions import parse_action
from tests.support.games.choices import first_legal, some_action
from tests.support.games.people import person

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = "5eed" * 16
NAMES = ("alice", "bob", "dora", "emil", "fay", "gus")


def short(*cards: int, **more: Any) -> dict[str, Any]:
    """Options of a short game: so many cards in each round."""
    return {"preset": "custom", "rounds": [{"cards": number} for number in cards], **more}


def people(count: int) -> list[User]:
    """The first so many of NAMES."""
    return [person(name) for name in NAMES[:count]]


def opened(*sitting: User, size: int = 4, now: datetime = AT, seed: str = SEED, **more: Any) -> str:
    """A table that the first one opened and the others joined; it runs if that was all its seats.

    Its cards are always the same, so that what a game has to show is there in every run.
    """
    rng = SimpleNamespace(token_hex=lambda _: seed, SystemRandom=lambda: Random(seed))
    # The seed was chosen for what it deals without salts.
    with mock.patch.object(deal, "server_salt", return_value=b""):
        with mock.patch.object(lobby, "secrets", rng), mock.patch.object(bots, "secrets", rng):
            table_id = lobby.open_table(user=sitting[0], size=size, now=now, **more)
        for user in sitting[1:]:
            lobby.take_seat(table_id=table_id, user=user, now=now)
    return table_id


def running(players: int = 4, now: datetime = AT, **options: Any) -> str:
    """A table of people whose first round is dealt; short unless a preset is named."""
    given = options if "preset" in options else short(2, 1, **options)
    return opened(*people(players), size=players, options=given, now=now)


def in_play(*cards: int, players: int = 4, **options: Any) -> str:
    """A table of people at which the first card may be played; by default for one round of five cards."""
    return _until("playing", players, cards or (5,), options)


def bidding(*cards: int, **options: Any) -> str:
    """A table of four people at which bids are asked for; by default it plays one round of five cards."""
    return _until("bidding", 4, cards or (5,), options)


def in_pause(**options: Any) -> str:
    """A table of four people whose first round of two is over."""
    return _until("pause", 4, (2, 1), options)


def _until(status: str, players: int, cards: tuple[int, ...], options: dict[str, Any]) -> str:
    table_id = running(players, **short(*cards, **options))
    play_on(table_id, Random(7), until=lambda seen: bool(seen["status"] == status))
    return table_id


def finished(*sitting: User, **more: Any) -> str:
    """A game that these people, and bots if `bots` are wanted, have played to its end and that is rated."""
    table_id = opened(*sitting, size=len(sitting) + more.get("bots", 0), **more)
    play_on(table_id, Random(len(sitting)))
    rate_due_games()
    return table_id


def put_back(old: TableSnapshot) -> None:
    """Make this process believe in an old state, as when another process has acted."""
    tables.clear_cached_tables(old.table_id)
    tables.cache_snapshot(old)


def snapshot(table_id: str) -> TableSnapshot:
    """The table as this process knows it, or from its log."""
    return tables.cached_snapshot(table_id) or tables.load_snapshot(table_id)


def sight(table_id: str, seat: int | None = None) -> dict[str, Any]:
    """A seat's sight now."""
    return sights.build_sight(snapshot(table_id), seat, now=AT)


def number(table_id: str) -> int:
    """The number of a table."""
    return snapshot(table_id).number


def user_at(table_id: str, seat: int) -> int | None:
    """The user on a seat; None for a bot."""
    sitter = snapshot(table_id).state.seats[seat]
    return sitter.user if sitter else None


def on_turn(table_id: str) -> int:
    """The seat that has to act, or the first of them."""
    return int(sight(table_id)["turn"][0])


def first_command(table_id: str, action_id: str | None = None) -> Command:
    """Whoever is on turn does the first thing that is legal."""
    seat = on_turn(table_id)
    action = parse_action(first_legal(sight(table_id, seat)))
    return Command(table_id, action, AT, seat=seat, action_id=action_id)


def do(table_id: str, seat: int, action: Any, now: datetime = AT, action_id: str | None = None) -> Accepted:
    """The person on `seat` acts; raises the Refusal."""
    if isinstance(action, dict):
        action = parse_action(action)
    user = user_at(table_id, seat)
    if user is not None:
        return carry_out_action(table_id=table_id, user=user, action=action, now=now, action_id=action_id)
    outcome = dispatch(Command(table_id, action, now, seat=seat, action_id=action_id))
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def move(table_id: str, rng: Random, now: datetime = AT, action_id: str | None = None) -> Accepted:
    """Whoever is on turn does something legal, or cheats where that is possible; a pause is ended."""
    seen = sight(table_id)
    if seen["status"] == "pause":
        outcome = dispatch(Command(table_id, EndPause(), now))
        assert isinstance(outcome, Accepted)
        return outcome
    seat = rng.choice(seen["turn"])
    return do(table_id, seat, some_action(sight(table_id, seat), rng), now, action_id)


def play_on(
    table_id: str,
    rng: Random,
    *,
    until: Callable[[dict[str, Any]], bool] = lambda seen: False,
    watch: Callable[[], None] = lambda: None,
    nerve: float = 0.0,
) -> None:
    """Play to the end, or until the watcher's sight is as wanted; `nerve`: how readily people accuse."""
    now = AT
    while (seen := sight(table_id))["status"] != "finished" and not until(seen):
        now += timedelta(seconds=1)
        _interlude(table_id, seen, rng, now, nerve)
        if sight(table_id)["status"] not in ("finished",):
            move(table_id, rng, now)
        watch()


def _interlude(table_id: str, seen: dict[str, Any], rng: Random, now: datetime, nerve: float) -> None:
    """Sometimes somebody accuses, or has seen enough of the pause."""
    seats = [player["seat"] for player in seen["players"]]
    if rng.random() < nerve:
        accuser, accused = rng.sample(seats, 2)
        if sight(table_id, accuser)["can_accuse"]:
            do(table_id, accuser, Accuse(accused, "button", rng.choice([None, 1.5])), now)
    if seen["status"] == "pause" and rng.random() < 0.5:
        waiting = [seat for seat in seats if seat not in seen["ready"]]
        if len(waiting) > 1:
            do(table_id, waiting[0], Ready(), now)
