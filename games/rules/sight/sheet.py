"""Builds the score sheet: a cell for each seat and scored round, and the cheats of a finished game."""

from games.rules.protocol.sheet import SheetCell, SheetCheat, SheetRow
from games.rules.round import Round
from games.rules.state import State
from games.rules.statuses import FINISHED
from games.rules.verdicts import Cheat


def sheet_rows(state: State, with_cheats: bool) -> list[SheetRow]:
    """Return the score sheet: a row for each scored round.

    If the game is over and `with_cheats` is set, each row also lists the round's cheats.
    """
    rows: list[SheetRow] = [
        {"round": past.deal.number, "cells": sheet_cells(past)}
        for past in state.all_rounds
        if past.points is not None
    ]
    if state.status == FINISHED and with_cheats:
        # Cheats are shown only once the game is over; until then, no row has the field at all.
        for row, past in zip(rows, state.past, strict=True):
            row["cheats"] = [_to_sheet_cheat(cheat) for cheat in past.cheats]
    return rows


def _to_sheet_cheat(cheat: Cheat) -> SheetCheat:
    """Convert a card played against the rules to its entry on the score sheet."""
    return {
        "trick": cheat.trick,
        "seat": cheat.seat,
        "card": cheat.card,
        "owed": cheat.owed,
        "called_by": cheat.called_by,
    }


def sheet_cells(scored_round: Round) -> list[SheetCell]:
    """Return the score sheet's cell for each seat in a scored round, in seat order.

    A missing bid counts as 0.
    """
    points, totals = scored_round.points, scored_round.totals
    assert points is not None
    assert totals is not None
    bids, tricks = scored_round.bidding.bids, scored_round.play.tricks_taken
    adjustments = scored_round.adjustments
    return [
        {
            "seat": seat,
            "bid": bid or 0,
            "tricks": tricks[seat],
            "points": points[seat],
            "adjustment": adjustments[seat],
            "total": totals[seat],
        }
        for seat, bid in enumerate(bids)
    ]
