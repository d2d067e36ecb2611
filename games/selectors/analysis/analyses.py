"""Stored analyses of finished games: judged rounds, their sums, and the costliest decisions."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.models import Analysis, Seat
from games.rules.editions import BASE
from games.rules.protocol.analysis import GameAnalysis, JudgedDecision, JudgedRound, Judgement, WholeTrick
from games.rules.protocol.sight import SightPlay
from games.rules.round import Round
from games.rules.state import State
from games.selectors.analysis.decisions import Decision

MAX_COSTLIEST = 3


class StoredAnalysis(NamedTuple):
    """The stored judged rounds of a seat, and whether they cover the whole game."""

    rounds: list[JudgedRound]
    complete: bool


class AnalysisPlayers(NamedTuple):
    """The players of a table: their names in seat order, the viewer's `own` seat, and the analysed seats."""

    names: list[str]
    own: int | None
    analysed: list[int]
    edition: str
    """The game's edition, so that the cards look as they did at the table."""


def players_for_analysis(table_id: str, user_id: int | None) -> AnalysisPlayers:
    """Return a table's player names, the user's seat, the seats with a complete analysis, and the edition.

    The user's seat is None for a user without a seat and for a visitor who is not signed in (`user_id` is
    None).
    """
    seats = list(
        Seat.objects.filter(table_id=table_id).values_list("seat", "name", "user_id", "table__options")
    )
    whole = Analysis.objects.filter(table_id=table_id, made_at__isnull=False)
    return AnalysisPlayers(
        names=[name for _, name, _, _ in seats],
        own=next((seat for seat, _, sitter, _ in seats if user_id is not None and sitter == user_id), None),
        analysed=list(whole.values_list("seat", flat=True)),
        edition=seats[0][3].get("edition", BASE) if seats else BASE,
    )


def find_current_or_last_seat(state: State, user_id: int) -> int | None:
    """Return the user's seat in a game or, if another player has replaced the user, the user's last seat.

    Return None if the user never had a seat.
    """
    seat = state.seat_of(user_id)
    given_up = [change.seat for change in state.substitutions if change.before.user == user_id]
    return given_up[-1] if seat is None and given_up else seat


def find_stored_analysis(table_id: str, seat: int) -> StoredAnalysis:
    """Return the stored analysis of a seat's game, which may be incomplete.

    If nothing is stored, the result contains no rounds.
    """
    row = Analysis.objects.filter(table_id=table_id, seat=seat).first()
    if row is None:
        return StoredAnalysis([], complete=False)
    return StoredAnalysis(row.data, complete=row.made_at is not None)


def build_analysis(table_id: str, seat: int, rounds: Sequence[JudgedRound]) -> GameAnalysis:
    """Combine a seat's analysed rounds into the analysis of the game.

    `costliest` contains the log entry numbers of the seat's worst decisions.
    """
    judged = [decision for past in rounds for decision in past["decisions"] if decision["cost"]]
    judged.sort(key=lambda decision: (-(decision["cost"] or 0), decision["number"]))
    return {
        "table": table_id,
        "seat": seat,
        "points": _rounded_sum(past["points"] for past in rounds),
        "average": _rounded_sum(past["average"] for past in rounds),
        "luck": _rounded_sum(past["luck"] for past in rounds),
        "made": _rounded_sum(past["made"] for past in rounds),
        "lost": _rounded_sum(past["lost"] for past in rounds),
        "fortune": _rounded_sum(past["fortune"] for past in rounds),
        "costliest": [decision["number"] for decision in judged[:MAX_COSTLIEST]],
        "rounds": list(rounds),
    }


def build_judged_round(
    scored_round: Round, seat: int, judgements: Sequence[tuple[Decision, Judgement]]
) -> JudgedRound:
    """Combine the judgements of a seat's decisions into the analysis of the round, in the API's format.

    A judgement contains the expected points of each possible choice.
    """
    assert scored_round.points is not None
    assert scored_round.totals is not None
    decisions = [
        _build_judged_decision(decision, judgement, _find_whole_trick(scored_round, seat, decision))
        for decision, judgement in judgements
    ]
    worth, average = next(
        ((found["worth"], found["average"]) for _, found in judgements if "worth" in found), (0.0, 0.0)
    )
    made_of_it = round(scored_round.points[seat] - worth, 1)
    lost = round(sum(decision["cost"] or 0 for decision in decisions), 1)
    return {
        "round": scored_round.number,
        "cards": scored_round.cards,
        "turned": scored_round.turned_card,
        "trump": scored_round.trump,
        "bid": scored_round.bids[seat] or 0,
        "tricks": scored_round.tricks_taken[seat],
        "points": scored_round.points[seat],
        "totals": list(scored_round.totals),
        "average": average,
        "worth": worth,
        "luck": round(worth - average, 1),
        "made": made_of_it,
        "lost": lost,
        "fortune": round(made_of_it + lost, 1),
        "decisions": decisions,
    }


def _build_judged_decision(
    decision: Decision, judgement: Judgement, whole_trick: WholeTrick
) -> JudgedDecision:
    """Return a seat's decision in the API's format, compared with the best choice.

    A card that broke the rules gets None instead of expected points.
    """
    choices = {choice["what"]: choice for choice in judgement["choices"]}
    # A card that broke the rules is not among the choices.
    done = choices.get(decision.what)
    best = done if done and not done["cost"] else max(choices.values(), key=lambda choice: choice["points"])
    sight = decision.sight
    return {
        "number": decision.number,
        "kind": decision.kind,
        "what": decision.what,
        "by": decision.by,
        "hand": sight["hand"],
        "trick": sight["trick"]["plays"] if sight["trick"] else [],
        "tricks": sight["players"][sight["viewer"]]["tricks"],
        "players": [
            {"seat": player["seat"], "bid": player["bid"], "tricks": player["tricks"]}
            for player in sight["players"]
        ],
        "met": done and done["met"],
        "points": done and done["points"],
        "best": best["what"],
        "best_met": best["met"],
        "best_points": best["points"],
        "cost": done and done["cost"],
        "choices": [
            {"what": choice["what"], "met": choice["met"], "points": choice["points"]}
            for choice in choices.values()
        ],
        **whole_trick,
    }


def _find_whole_trick(scored_round: Round, seat: int, decision: Decision) -> WholeTrick:
    """Return the complete trick in which the seat played the chosen card, and its winner.

    For a bid or a trump suit, the trick is empty.
    """
    for trick in scored_round.tricks if decision.kind == "play" else ():
        if any((play.seat, play.card) == (seat, decision.what) for play in trick.plays):
            plays: list[SightPlay] = [{"seat": play.seat, "card": play.card} for play in trick.plays]
            return {"whole_trick": plays, "winner": trick.winner}
    return {"whole_trick": [], "winner": None}


def _rounded_sum(points: Iterable[float]) -> float:
    """Return the sum of the points, rounded to one decimal place."""
    return round(sum(points), 1)
