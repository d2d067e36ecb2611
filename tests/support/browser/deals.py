"""Deals that a test chooses: the server's seed is known to it, so the opener's salt decides who gets what."""

import secrets
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from games.rules.cards import Card, deal

SERVER_SEED = bytes(deal.SEED_BYTES)
"""Of each table that somebody opens at a server of the browser tests."""
SERVER_SALT = deal.server_salt(SERVER_SEED)


class Deal(NamedTuple):
    """A round as it is dealt: hands by seat, and the turned card if there is one left."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None


def any_salt() -> str:
    """A salt in hex with which nobody knows the deals."""
    return secrets.token_hex(16)


def salt_where(
    wanted: Callable[[Sequence[Deal]], bool],
    *,
    cards: Sequence[int],
    players: int = 3,
    others: Sequence[bytes | None] | None = None,
) -> str:
    """The first salt in hex with which seat 0 opens a table whose rounds are dealt as wanted.

    `cards` are the rounds' numbers of cards, `others` the salts of the seats from 1 on, None where
    somebody brings none, as bots do.
    """
    brought = [SERVER_SALT if other is None else other for other in others or [None] * (players - 1)]
    for number in count():
        salt = number.to_bytes(4, "big")
        seed = deal.game_seed(SERVER_SEED, [salt, *brought])
        first = deal.draw_first_dealer(seed, players)
        rounds = []
        for index, each in enumerate(cards):
            dealer = (first + index) % players
            dealt = deal.deal_cards(seed, round_number=index + 1, cards=each, players=players, dealer=dealer)
            rounds.append(Deal(dealer, *dealt))
        if wanted(rounds):
            return salt.hex()
    raise AssertionError("unreachable")
