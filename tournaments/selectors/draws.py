"""The players' data for a draw: place, meetings, earlier seats."""

from collections import Counter
from itertools import combinations

from tournaments.models import ForbiddenPair
from tournaments.rules.draw.draw import Player
from tournaments.selectors.snapshot import TournamentSnapshot

Pairs = dict[frozenset[int], int]
"""How often two entrants sat at the same table."""


def players_for_draw(snapshot: TournamentSnapshot, entrants: tuple[int, ...], upto: int) -> list[Player]:
    """Return the players for the draw of the stage after stage `upto`; `entrants` are in order of place."""
    fives: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    for stage in snapshot.stages:
        if stage.row.number > upto:
            continue
        for table in stage.tables:
            if table.row.size == 5:
                fives.update(table.entrants)
            dealt.update(seat.entry for seat in table.seats if seat.seat == 0 and seat.entry)
    return [
        Player(
            id=entry,
            place=place,
            nation=snapshot.entries[entry].nation,
            fives=fives[entry],
            dealt_first=dealt[entry],
        )
        for place, entry in enumerate(entrants, start=1)
    ]


def meeting_counts(snapshot: TournamentSnapshot, upto: int) -> Pairs:
    """Return how often each pair of entrants met in the stages up to stage number `upto`."""
    met: Counter[frozenset[int]] = Counter()
    for stage in snapshot.stages:
        if stage.row.number <= upto:
            for table in stage.tables:
                met.update(frozenset(pair) for pair in combinations(table.entrants, 2))
    return dict(met)


def forbidden_pairs(snapshot: TournamentSnapshot) -> set[frozenset[int]]:
    """Return the pairs of entrants who must not sit at the same table."""
    pairs = ForbiddenPair.objects.filter(tournament=snapshot.tournament).values_list("one", "other")
    return {frozenset(pair) for pair in pairs}
