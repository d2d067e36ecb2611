"""The tables of a knock-out stage: seeded by the standings, so that the best meet as late as they can."""

from collections.abc import Sequence

from tournaments.rules.errors import CannotSeat


def knock_out_tables(qualified: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The players of each table, best placed first; `qualified` by standing.

    They go along the tables and back: of 64 the best sits with the 32nd, the 33rd and the 64th.
    Raises CannotSeat where the sizes do not add up to the players.
    """
    if sum(sizes) != len(qualified):
        raise CannotSeat(f"{len(qualified)} players do not fill tables with {sum(sizes)} seats.")
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = iter(qualified)
    for row in range(max(sizes, default=0)):
        open_tables = [number for number, size in enumerate(sizes) if row < size]
        for number in open_tables if row % 2 == 0 else reversed(open_tables):
            tables[number].append(next(waiting))
    return tuple(tuple(table) for table in tables)
