"""What a draw needs to know of each player: their place, whom they met, where they sat."""

from collections import Counter
from itertools import combinations

from tournaments.models import ForbiddenPair
from tournaments.rules.draw.draw import Player
from tournaments.selectors.snapshot import TournamentSnapshot

Pairs = dict[frozenset[int], int]
"""How often two entrants sat at one table."""


def players_for_draw(snapshot: TournamentSnapshot, entrants: tuple[int, ...], upto: int) -> list[Player]:
    """The players of the stage after `upto`, in the order of their places."""
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


def meetings(snapshot: TournamentSnapshot, upto: int) -> Pairs:
    """Who has met whom in the stages up to `upto`, and how often."""
    met: Counter[frozenset[int]] = Counter()
    for stage in snapshot.stages:
        if stage.row.number <= upto:
            for table in stage.tables:
                met.update(frozenset(pair) for pair in combinations(table.entrants, 2))
    return dict(met)


def forbidden(snapshot: TournamentSnapshot) -> set[frozenset[int]]:
    """The pairs that are not seated at one table."""
    pairs = ForbiddenPair.objects.filter(tournament=snapshot.tournament).values_list("one", "other")
    return {frozenset(pair) for pair in pairs}
