"""The data about players that a draw needs: places, meetings, earlier seats."""

from collections import Counter
from itertools import combinations

from tournaments.models import ForbiddenPair
from tournaments.rules.draw.draw import Player
from tournaments.selectors.snapshot.types import TournamentSnapshot

Pairs = dict[frozenset[int], int]
"""Maps pairs of entrants (entry ids) to the number of times that they have sat at the same table."""


def players_for_draw(
    snapshot: TournamentSnapshot, entrants: tuple[int, ...], up_to_stage: int
) -> list[Player]:
    """Return the players for a stage's draw. `entrants` has their entry ids, best first.

    Each player's data include how often the player has sat at a table of five, and how often they have dealt
    first, in stages up to and including number `up_to_stage`. Play-offs do not count.
    """
    fives: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    for stage in snapshot.stages:
        if stage.row.number > up_to_stage:
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


def meeting_counts(snapshot: TournamentSnapshot, up_to_stage: int) -> Pairs:
    """Return how often each pair of entrants has met at a table, for pairs that have met at least once.

    Stages up to and including number `up_to_stage` count.
    """
    met: Counter[frozenset[int]] = Counter()
    for stage in snapshot.stages:
        if stage.row.number <= up_to_stage:
            # Play-offs do not count.
            for table in stage.tables:
                met.update(frozenset(pair) for pair in combinations(table.entrants, 2))
    return dict(met)


def forbidden_pairs(snapshot: TournamentSnapshot) -> set[frozenset[int]]:
    """Return the pairs of entry ids that must not share a table."""
    pairs = ForbiddenPair.objects.filter(tournament=snapshot.tournament).values_list("one", "other")
    return {frozenset(pair) for pair in pairs}
