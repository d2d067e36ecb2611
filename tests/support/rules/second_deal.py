"""The deal once more, from the contract's words alone: shares nothing with games.rules, is slow and plain."""

import hashlib
import hmac
import itertools
import struct
from collections.abc import Iterator


def numbers(game_seed: bytes, n: int) -> Iterator[int]:
    """Stream n: HMAC-SHA256 blocks, one after the other, read four bytes at a time, all big-endian."""
    for block in itertools.count():
        message = b"wizard/1" + struct.pack(">I", n) + struct.pack(">I", block)
        yield from struct.unpack(">8I", hmac.new(game_seed, message, hashlib.sha256).digest())


def below(stream: Iterator[int], k: int) -> int:
    """Take numbers until one is under the last whole multiple of k; its rest is the result."""
    while True:
        x = next(stream)
        if not x >= 2**32 - (2**32 % k):
            return x % k


def shuffled(stream: Iterator[int], items: list) -> list:
    """For i from last down to 1, items i and below(i + 1) change places."""
    result = list(items)
    i = len(result) - 1
    while i >= 1:
        j = below(stream, i + 1)
        result[i], result[j] = result[j], result[i]
        i -= 1
    return result


def game_seed(server_seed: str, salts: list[str]) -> bytes:
    """SHA-256 of server seed and salts, as bytes."""
    return hashlib.sha256(bytes.fromhex(server_seed + "".join(salts))).digest()


def first_dealer(seed: bytes, players: int) -> int:
    """below(players) from stream 0."""
    return below(numbers(seed, 0), players)


def deck(seed: bytes, round_number: int) -> list[str]:
    """The sixty cards in their order, shuffled by the round's stream."""
    cards = [suit + str(rank) for suit in "RYGB" for rank in range(1, 14)]
    cards += [kind + str(n) for kind in "JW" for n in range(1, 5)]
    return shuffled(numbers(seed, round_number), cards)


def deal(seed: bytes, round_number: int, cards: int, players: int, dealer: int) -> tuple[list, str | None]:
    """One card at a time from the dealer's left, from the deck's front; the next one is turned up."""
    pack = deck(seed, round_number)
    hands: list[list[str]] = [[] for _ in range(players)]
    seat = dealer
    for _ in range(cards * players):
        seat = (seat + 1) % players
        hands[seat].append(pack.pop(0))
    return hands, pack[0] if pack else None


def lot(seed: bytes, players: int) -> list[int]:
    """The seats, shuffled by the last stream."""
    return shuffled(numbers(seed, 2**32 - 1), list(range(players)))
