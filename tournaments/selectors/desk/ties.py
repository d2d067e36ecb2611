"""Ties that decide who qualifies or wins a prize, and the play-off that can be opened for each."""

from typing import NamedTuple

from games.rules.options import RoundPlan
from tournaments.models import Entry
from tournaments.rules.standings.play_offs import pick_rounds_evenly, plan_play_off_table, rounds_of_full_game
from tournaments.selectors.mixes import mix_from_model
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
from tournaments.selectors.ties import Tie, find_ties


class PlayOffOffer(NamedTuple):
    """The play-off table that can be opened for a tie."""

    size: int
    fillers: int
    games: list[tuple[RoundPlan, ...]]
    """The games to choose from, longest first."""


class TieLine(NamedTuple):
    """A tie: the tied entrants in their current order, of whom the first `places` qualify or get the prize.

    `playing` is the table number of their unfinished play-off; `gone` has the entrants who have left.
    """

    entries: list[Entry]
    places: int
    table: int | None
    title: bool
    how: str
    prize: str
    prize_place: int | None
    playing: int | None
    by_hand: bool
    gone: list[Entry]
    offer: PlayOffOffer | None

    @property
    def key(self) -> str:
        """The entry ids of the tied entrants, separated by commas, as the value of a form field."""
        return ",".join(str(entry.pk) for entry in self.entries)


def tie_lines(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[TieLine]:
    """Return the ties of a stage as the organisers' console shows them.

    Only ties that decide who qualifies, or who wins the title or a prize, are included.
    """
    return [_build_tie_line(snapshot, stage, tie) for tie in find_ties(snapshot, stage.row.number)]


def _build_tie_line(snapshot: TournamentSnapshot, stage: StageSnapshot, tie: Tie) -> TieLine:
    """Return a tie as the organisers' console shows it.

    The data include an unfinished play-off of the tied entrants, and the play-off that organisers can open.
    """
    prizes = snapshot.tournament.prizes_by_place
    playing = [
        table.row.number
        for table in stage.play_offs
        if table.result is None and set(table.entrants) == set(tie.entries)
    ]
    entries = [snapshot.entries[entry] for entry in tie.entries]
    return TieLine(
        entries=entries,
        places=tie.places,
        table=tie.table,
        title=tie.title,
        how=tie.how,
        prize=prizes[tie.prize - 1] if tie.prize else "",
        prize_place=tie.prize,
        playing=playing[0] if playing else None,
        by_hand=any(set(broken["order"]) == set(tie.entries) for broken in stage.row.tie_breaks),
        gone=[entry for entry in entries if not entry.is_checked_in],
        offer=_find_possible_play_off(snapshot, stage, len(entries)),
    )


def _find_possible_play_off(
    snapshot: TournamentSnapshot, stage: StageSnapshot, tied_count: int
) -> PlayOffOffer | None:
    """Return the play-off that organisers can open for this many entrants, or None if there is none."""
    place = plan_play_off_table(tied_count, bots_allowed=snapshot.tournament.online)
    if place is None:
        return None
    rounds = rounds_of_full_game(mix_from_model(stage.row.mix), place.size)
    games = [pick_rounds_evenly(rounds, count) for count in range(len(rounds), 0, -1)]
    return PlayOffOffer(place.size, place.fillers, games)
