"""The score sheet: a cell for each seat and scored round, and the cheats of a finished game."""

from games.rules.protocol.sight import SheetCell, SheetCheat, SheetRow
from games.rules.round import Round
from games.rules.state import State
from games.rules.statuses import FINISHED
from games.rules.verdicts import Cheat


def sheet_rows(state: State, with_cheats: bool) -> list[SheetRow]:
    """Return the rows of the score sheet; with `with_cheats`, the rows of a finished game list its cheats."""
    rows: list[SheetRow] = [
        {"round": past.number, "cells": score_cells(past)}
        for past in state.all_rounds
        if past.points is not None
    ]
    if state.status == FINISHED and with_cheats:
        # Cheats are shown only once the game has ended: until then no row has the field at all.
        for row, past in zip(rows, state.past, strict=True):
            row["cheats"] = [_cheat_part(cheat) for cheat in past.cheats]
    return rows


def _cheat_part(cheat: Cheat) -> SheetCheat:
    """Return a cheat as the score sheet shows it."""
    return {
        "trick": cheat.trick,
        "seat": cheat.seat,
        "card": cheat.card,
        "owed": cheat.owed,
        "called_by": cheat.called_by,
    }


def score_cells(scored: Round) -> list[SheetCell]:
    """Return each seat's cell for a scored round, in the form of the score sheet and the record."""
    assert scored.points is not None
    assert scored.totals is not None
    return [
        {
            "seat": seat,
            "bid": scored.bids[seat] or 0,
            "tricks": scored.tricks_taken[seat],
            "points": scored.points[seat],
            "adjustment": scored.adjustments[seat],
            "total": scored.totals[seat],
        }
        for seat in range(len(scored.hands))
    ]
