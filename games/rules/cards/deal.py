"""The deal that anyone can check (contract, section of that name): seeds in, decks, dealers and lots out."""

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence
from typing import Any

from games.rules.cards import DECK, Card

SEED_BYTES = 32
SALT_BYTES = 32
DEALER_STREAM = 0
LOT_STREAM = 2**32 - 1
_RANGE = 2**32
_NUMBERS = struct.Struct(">8I")


def commitment(server_seed: bytes) -> str:
    """What is shown when a table is opened: SHA-256 of the server seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, salts: Iterable[bytes]) -> bytes:
    """SHA-256 of the server seed and the salts of all seats in their order."""
    return hashlib.sha256(server_seed + b"".join(salts)).digest()


def server_salt(server_seed: bytes) -> bytes:
    """The salt of every seat that brings none; the commitment fixes it, and no player knows it.

    With public salts alone the game seed would follow from the commitment: without any it is the commitment,
    and who knows the SHA-256 of a text can continue it.
    """
    return hmac.digest(server_seed, b"wizard/1 salt", "sha256")


def is_salt(text: object) -> bool:
    """Whether `text` is a salt: hex of up to 32 bytes, or empty."""
    if not isinstance(text, str) or len(text) > 2 * SALT_BYTES or len(text) % 2:
        return False
    return all(digit in "0123456789abcdefABCDEF" for digit in text)


class Stream:
    """Stream `n` of a game's dice: HMAC-SHA256 blocks, read four bytes at a time, big-endian."""

    def __init__(self, seed: bytes, n: int) -> None:
        self._seed = seed
        self._prefix = b"wizard/1" + n.to_bytes(4, "big")
        self._block = 0
        self._numbers: list[int] = []

    def below(self, k: int) -> int:
        """A number from 0 to k - 1, each equally likely: the incomplete last run is passed over."""
        limit = _RANGE - _RANGE % k
        while True:
            if not self._numbers:
                self._read_block()
            x = self._numbers.pop()
            if x < limit:
                return x % k

    def _read_block(self) -> None:
        message = self._prefix + self._block.to_bytes(4, "big")
        self._numbers = [*reversed(_NUMBERS.unpack(hmac.digest(self._seed, message, "sha256")))]
        self._block += 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place, from the last item down."""
        below = self.below
        for last in range(len(items) - 1, 0, -1):
            chosen = below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]


def first_dealer(seed: bytes, players: int) -> int:
    """The seat that deals round 1."""
    return Stream(seed, DEALER_STREAM).below(players)


def deck(seed: bytes, round_number: int) -> tuple[Card, ...]:
    """The sixty cards of a round in the order in which they are dealt."""
    cards = list(DECK)
    Stream(seed, round_number).shuffle(cards)
    return tuple(cards)


def deal(
    seed: bytes, *, round_number: int, cards: int, players: int, dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], Card | None]:
    """The hands by seat, dealt card by card from the dealer's left, and the turned card (None: none left)."""
    pack = deck(seed, round_number)
    dealt = cards * players
    hands = tuple(pack[(seat - dealer - 1) % players : dealt : players] for seat in range(players))
    return hands, pack[dealt] if dealt < len(pack) else None


def lot(seed: bytes, players: int) -> tuple[int, ...]:
    """The seats in the order that decides the last ties: the earlier one wins."""
    seats = list(range(players))
    Stream(seed, LOT_STREAM).shuffle(seats)
    return tuple(seats)
