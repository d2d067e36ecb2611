"""Dice that a seed decides: the same seed gives the same throws in every process and every Python."""

from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Throws from a seed; built on `Random.random` alone, the one sequence that Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self.part = Random(seed).random
        """The next number from 0 to below 1."""

    def below(self, number: int) -> int:
        """One of 0, 1, … number - 1."""
        return int(self.part() * number)

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in an order by lot, as a new list."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
