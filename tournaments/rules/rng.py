"""Random numbers from a seed: the same sequence in every process and every version of Python."""

from random import Random
from typing import TypeVar

T = TypeVar("T")


class SeededRng:
    """A random number generator built only on `Random.random`, whose sequence Python promises not to change.

    `Random.shuffle` and `randrange` may change between versions of Python, but draws must be reproducible.
    """

    def __init__(self, seed: int) -> None:
        """Start a sequence of random numbers. Equal seeds give equal sequences."""
        self.random = Random(seed).random
        """Return the next random number, at least 0 and less than 1."""

    def randbelow(self, limit: int) -> int:
        """Return a random integer from 0 to `limit` - 1."""
        return int(self.random() * limit)

    def shuffled(self, items: list[T]) -> list[T]:
        """Return a copy of the list in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.randbelow(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
