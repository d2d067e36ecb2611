"""The deal that anyone can check: decks, dealers and lots from seeds (the contract's section of that
name).
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence
from typing import Any

from games.rules.cards import DECK, Card

SEED_BYTES = 32
SALT_BYTES = 32
DEALER_STREAM = 0
# The highest number that fits into the four bytes of a stream's number; rounds count up from 1.
LOT_STREAM = 2**32 - 1
SEATS_STREAM = 2**32 - 2
_RANGE = 2**32
_NUMBERS = struct.Struct(">8I")


def commit_to_seed(server_seed: bytes) -> str:
    """Return the SHA-256 of the server's seed in hex, published as its commitment when a table is opened."""
    return hashlib.sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, salts: Iterable[bytes]) -> bytes:
    """Return the game's seed: the SHA-256 of the server's seed followed by the salts in the seats' order."""
    return hashlib.sha256(server_seed + b"".join(salts)).digest()


def server_salt(server_seed: bytes) -> bytes:
    """Return the salt for seats whose players provide none, derived from the secret server seed.

    It is fixed by the server's commitment and secret until the game ends. Without it, the game's seed could
    be computed from public data: the commitment and the public salts (by SHA-256 length extension).
    """
    return hmac.digest(server_seed, b"wizard/1 salt", "sha256")


def is_salt(text: object) -> bool:
    """Whether `text` is a salt: hex of up to 32 bytes, or empty."""
    if not isinstance(text, str) or len(text) > 2 * SALT_BYTES or len(text) % 2:
        return False
    # `bytes.fromhex` also accepts spaces, which decoders of other languages refuse.
    return all(digit in "0123456789abcdefABCDEF" for digit in text)


class Stream:
    """Stream `n` of a game's random numbers: HMAC-SHA256 blocks, read four bytes at a time, big-endian."""

    def __init__(self, seed: bytes, n: int) -> None:
        """Start stream `n` of the random numbers derived from `seed`; each `n` gives different numbers."""
        self._seed = seed
        self._prefix = b"wizard/1" + n.to_bytes(4, "big")
        self._block = 0
        self._numbers: list[int] = []

    def randbelow(self, k: int) -> int:
        """Return a random number from 0 to k - 1, all equally likely, and advance the stream.

        Raw numbers at the upper end of the range, which would favour small results, are skipped.
        """
        limit = _RANGE - _RANGE % k
        while True:
            if not self._numbers:
                self._read_block()
            x = self._numbers.pop()
            if x < limit:
                return x % k

    def _read_block(self) -> None:
        """Compute the next eight numbers of the stream into `_numbers`."""
        message = self._prefix + self._block.to_bytes(4, "big")
        # Reversed, because `pop` takes the last one, and the block's first number has to come first.
        self._numbers = [*reversed(_NUMBERS.unpack(hmac.digest(self._seed, message, "sha256")))]
        self._block += 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle `items` in place, from the last item down, and advance the stream."""
        below = self.randbelow
        for last in range(len(items) - 1, 0, -1):
            chosen = below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]


def draw_first_dealer(seed: bytes, players: int) -> int:
    """Return the seat that deals round 1, drawn from the game's seed."""
    return Stream(seed, DEALER_STREAM).randbelow(players)


def shuffle_deck(seed: bytes, round_number: int) -> tuple[Card, ...]:
    """Return all sixty cards, shuffled for this round from the game's `seed`, in the order of dealing."""
    cards = list(DECK)
    Stream(seed, round_number).shuffle(cards)
    return tuple(cards)


def deal_cards(
    seed: bytes, *, round_number: int, cards: int, players: int, dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], Card | None]:
    """Return the hands by seat, and the turned-up card or None if no card is left.

    The cards are dealt one at a time, starting with the player to the dealer's left.
    """
    pack = shuffle_deck(seed, round_number)
    dealt = cards * players
    hands = tuple(pack[(seat - dealer - 1) % players : dealt : players] for seat in range(players))
    return hands, pack[dealt] if dealt < len(pack) else None


def draw_seat_order(seed: bytes, taken: Iterable[int]) -> tuple[int, ...]:
    """Return the taken seats in random order: the player of the first one gets seat 0, and so on.

    `seed` must have been computed from the salts in the order of the seats before this draw.
    """
    seats = list(taken)
    Stream(seed, SEATS_STREAM).shuffle(seats)
    return tuple(seats)


def draw_lot_order(seed: bytes, players: int) -> tuple[int, ...]:
    """Return all seats in random order; in the final ranking, the earlier of two tied seats wins."""
    seats = list(range(players))
    Stream(seed, LOT_STREAM).shuffle(seats)
    return tuple(seats)
