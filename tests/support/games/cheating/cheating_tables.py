"""Cheating tables of alice and bots, played at random until a bot can prove a cheat."""

from datetime import datetime
from functools import partial
from random import Random
from unittest.mock import patch

from games.services.bots.accusations import ProvableCheat, find_provable_cheats
from games.services.lobby import lobby
from tests.support.games.people import person
from tests.support.games.playing import AT, move, opened, short, sight, snapshot


class Known:
    """In the place of `secrets`: always the same cards, and the same bots."""

    SystemRandom = partial(Random, 4)

    @staticmethod
    def token_hex(count: int) -> str:
        return Random(4).randbytes(count).hex()


def cheating_table(*cards: int, now: datetime = AT, **options: object) -> str:
    """A running table of alice and three bots at which one may cheat; its deal is always the same."""
    given = short(*(cards or (8, 8)), **{"cheating": True, **options})
    with patch.object(lobby, "secrets", Known):
        return opened(person("alice"), size=4, bots=3, options=given, now=now)


def proven(table_id: str) -> list[ProvableCheat]:
    """The cheats that bots at the table can prove now."""
    return find_provable_cheats([table_id], now=AT)


def until_proven(table_id: str, *, pause: bool = False, now: datetime = AT) -> ProvableCheat:
    """Play on until bots have a proof while alice thinks, or in a pause; gives one against a bot."""
    rng = Random(1)
    while not (_is_quiet(table_id, pause) and against_bots(table_id)):
        move(table_id, rng, now)
    return against_bots(table_id)[0]


def against_bots(table_id: str) -> list[ProvableCheat]:
    """What the bots can prove of one another."""
    return [provable_cheat for provable_cheat in proven(table_id) if provable_cheat.proof.accused != 0]


def _is_quiet(table_id: str, pause: bool) -> bool:
    seen = sight(table_id)
    return seen["status"] == "pause" if pause else seen["turn"] == [0]


def verdicts(table_id: str) -> list[tuple[int, int, str]]:
    """Accuser, accused and verdict of each accusation of the round."""
    current = snapshot(table_id).state.round
    return [(said.accuser, said.accused, said.verdict) for said in current.accusations]
