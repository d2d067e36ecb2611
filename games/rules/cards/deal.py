"""Derives decks, dealers and lots from seeds (contract: "A deal that anyone can check")."""

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence
from typing import Any

from games.rules.cards import DECK, Card

SEED_BYTES = 32
SALT_BYTES = 32
DEALER_STREAM = 0
# The highest numbers that fit into the four bytes of a stream's number; rounds count up from 1.
LOT_STREAM = 2**32 - 1
SEATS_STREAM = 2**32 - 2
_RANGE = 2**32
_NUMBERS = struct.Struct(">8I")


def commit_to_seed(server_seed: bytes) -> str:
    """Return the SHA-256 hash, in hex, that publicly commits the server to a table's secret seed."""
    return hashlib.sha256(server_seed).hexdigest()


def game_seed(server_seed: bytes, salts: Iterable[bytes]) -> bytes:
    """Return the random seed of a game: the SHA-256 hash of the server's seed and the players' salts.

    A salt is a player's share of the randomness. `salts` has one for each player, in seat order.
    """
    return hashlib.sha256(server_seed + b"".join(salts)).digest()


def server_salt(server_seed: bytes) -> bytes:
    """Derive a secret salt from the server's seed, for players who have not provided a salt."""
    # The published commitment fixes this salt. Without a secret salt, the game's seed could be computed from
    # the commitment and the public salts (SHA-256 length extension).
    return hmac.digest(server_seed, b"wizard/1 salt", "sha256")


def is_salt(text: object) -> bool:
    """Return whether `text` is valid as a player's salt for the game's seed: 0 to 32 bytes in hex."""
    if not isinstance(text, str) or len(text) > 2 * SALT_BYTES or len(text) % 2:
        return False
    # `bytes.fromhex` also accepts spaces, which decoders in other languages reject.
    return all(digit in "0123456789abcdefABCDEF" for digit in text)


class RandomStream:
    """A stream of pseudorandom numbers: HMAC-SHA256 blocks, read four bytes at a time, big-endian."""

    def __init__(self, seed: bytes, stream_number: int) -> None:
        """Start a reproducible stream of pseudorandom numbers.

        Streams with the same seed but different stream numbers are independent of each other.
        """
        self._seed = seed
        self._prefix = b"wizard/1" + stream_number.to_bytes(4, "big")
        self._block = 0
        self._numbers: list[int] = []

    def randbelow(self, k: int) -> int:
        """Return a uniformly distributed pseudorandom integer from 0 to k - 1."""
        # Rejection sampling: raw numbers from `limit` on would favour small results.
        limit = _RANGE - _RANGE % k
        while True:
            if not self._numbers:
                self._read_block()
            x = self._numbers.pop()
            if x < limit:
                return x % k

    def _read_block(self) -> None:
        """Refill the empty buffer with the stream's next eight 32-bit integers."""
        message = self._prefix + self._block.to_bytes(4, "big")
        # Reversed, because `pop` takes the last number, but the block's first number has to come first.
        self._numbers = [*reversed(_NUMBERS.unpack(hmac.digest(self._seed, message, "sha256")))]
        self._block += 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle `items` in place with the Fisher-Yates algorithm, starting with the last item."""
        below = self.randbelow
        for last in range(len(items) - 1, 0, -1):
            chosen = below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]


def draw_first_dealer(seed: bytes, players: int) -> int:
    """Draw the seat of the dealer in round 1 at random from the game's seed."""
    return RandomStream(seed, DEALER_STREAM).randbelow(players)


def shuffle_deck(seed: bytes, round_number: int) -> tuple[Card, ...]:
    """Return all sixty cards in the order in which they are dealt in a round. `seed` is the game's seed."""
    cards = list(DECK)
    RandomStream(seed, round_number).shuffle(cards)
    return tuple(cards)


def deal_cards(
    seed: bytes, *, round_number: int, cards: int, players: int, dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], Card | None]:
    """Return each seat's hand, and the card turned up for trump, or None if no card is left for that.

    `seed` is the game's seed, and `cards` the number of cards in each hand.
    """
    pack = shuffle_deck(seed, round_number)
    dealt = cards * players
    # The cards are dealt one at a time, starting at the dealer's left.
    hands = tuple(pack[(seat - dealer - 1) % players : dealt : players] for seat in range(players))
    return hands, pack[dealt] if dealt < len(pack) else None


def draw_seat_order(seed: bytes, occupied_seats: Iterable[int]) -> tuple[int, ...]:
    """Return the occupied seats in a random order, which the game's seed determines.

    The player of the first seat in the result moves to seat 0, the next player to seat 1, and so on.
    """
    # `seed` must come from the players' salts in the order of their old seats.
    seats = list(occupied_seats)
    RandomStream(seed, SEATS_STREAM).shuffle(seats)
    return tuple(seats)


def draw_tie_break_order(seed: bytes, players: int) -> tuple[int, ...]:
    """Return all seats in a random order, which the game's seed determines.

    This order ranks players who are tied in everything else. `players` is the number of players.
    """
    seats = list(range(players))
    RandomStream(seed, LOT_STREAM).shuffle(seats)
    return tuple(seats)
