"""What a draw needs to know of each player: their place, whom they met, where they sat."""

from collections import Counter
from itertools import combinations

from tournaments.models import ForbiddenPair
from tournaments.rules.seating import Player
from tournaments.selectors.picture import Picture

Pairs = dict[frozenset[int], int]
"""How often two entrants sat at one table."""


def players_for_draw(picture: Picture, entrants: tuple[int, ...], upto: int) -> list[Player]:
    """The players of the stage after `upto`, in the order of their places."""
    fives: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    for staged in picture.stages:
        if staged.row.number > upto:
            continue
        for table in staged.tables:
            if table.row.size == 5:
                fives.update(table.entrants)
            dealt.update(seated.entry for seated in table.seated if seated.seat == 0 and seated.entry)
    return [
        Player(
            id=entry,
            place=place,
            nation=picture.entries[entry].nation,
            fives=fives[entry],
            dealt_first=dealt[entry],
        )
        for place, entry in enumerate(entrants, start=1)
    ]


def meetings(picture: Picture, upto: int) -> Pairs:
    """Who has met whom in the stages up to `upto`, and how often."""
    met: Counter[frozenset[int]] = Counter()
    for staged in picture.stages:
        if staged.row.number <= upto:
            for table in staged.tables:
                met.update(frozenset(pair) for pair in combinations(table.entrants, 2))
    return dict(met)


def forbidden(picture: Picture) -> set[frozenset[int]]:
    """The pairs that are not seated at one table."""
    pairs = ForbiddenPair.objects.filter(tournament=picture.tournament).values_list("one", "other")
    return {frozenset(pair) for pair in pairs}
