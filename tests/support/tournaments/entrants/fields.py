"""A field of entrants that plays stage after stage: results are made up from a seed."""

import random
from itertools import combinations

from tournaments.rules.draw.draw import Player, Seating, draw_seating
from tournaments.rules.draw.table_sizes import table_sizes

POINTS = (45, 30, 20, 10, 5)


class Field:
    """Points, meetings, fives and first deals of so many entrants; ids begin at 101."""

    def __init__(self, number: int, seed: int = 1, nations: int = 0) -> None:
        self.rng = random.Random(seed)
        self.ids = range(101, 101 + number)
        self.nation = {id: f"N{self.rng.randrange(nations)}" if nations else "" for id in self.ids}
        self.points = dict.fromkeys(self.ids, 0)
        self.fives = dict.fromkeys(self.ids, 0)
        self.dealt_first = dict.fromkeys(self.ids, 0)
        self.meetings: dict[frozenset[int], int] = {}

    def players(self) -> list[Player]:
        """All by the standings now."""
        order = sorted(self.points, key=lambda id: (-self.points[id], id))
        return [
            Player(id, place, self.nation[id], self.fives[id], self.dealt_first[id])
            for place, id in enumerate(order, start=1)
        ]

    def play(self, seating: Seating) -> None:
        """Let each table have a result."""
        for table in seating.tables:
            for points, id in zip(POINTS, self.rng.sample(table, len(table)), strict=False):
                self.points[id] += points
                self.fives[id] += len(table) == 5
            self.dealt_first[table[0]] += 1
            for a, b in combinations(table, 2):
                self.meetings[frozenset((a, b))] = self.meetings.get(frozenset((a, b)), 0) + 1

    def five_stages(self, kind: str) -> list[Seating]:
        """The first drawn, four more of this kind, each after the results of the one before."""
        seatings = []
        for left in (4, 3, 2, 1, 0):
            seatings.append(self.draw("drawn" if left == 4 else kind, seed=left, stages_ahead=left))
            self.play(seatings[-1])
        return seatings

    def draw(self, kind: str, **more: object) -> Seating:
        """The next stage's seating."""
        players = self.players()
        return draw_seating(players, table_sizes(len(players)), kind=kind, meetings=self.meetings, **more)
